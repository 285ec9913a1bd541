/** People in a match: who gets up and comes back, who watches, what is said, and once more. */

import { DESKTOP, expect, looks, opposite, test, to, type Look, type Page } from "./test.ts";
import { codeOf, play } from "./play.ts";

const GAME = "twentyone";

/** Two people at a table, and their match begun. */
async function together(lena: Page, jonas: Page, look: Look): Promise<string> {
  await lena.goto("/");
  const call = async (page: Page, name: string) =>
    expect(await page.request.post("/api/v1/me", { data: { name } })).toBeOK();
  await call(lena, "Lena");
  await call(jonas, "Jonas");
  const table = await lena.request.post("/api/v1/tables", { data: { game: GAME, seats: 2, options: { first: 1 } } });
  const { id } = (await table.json()) as { id: string };
  expect(await jonas.request.post(`/api/v1/tables/${id}/seats/1`, { data: { type: "me" } })).toBeOK();
  await Promise.all([lena.goto(`/t/${id}`), jonas.goto(`/t/${id}`)]);
  await lena.getByRole("button", { name: to(look)("Los geht’s", "Let’s go") }).click();
  for (const page of [lena, jonas]) await expect(page.locator(".match main.felt:not(:has(.wait))")).toBeVisible();
  return id;
}

for (const [name, look] of looks(3))
  test(`${name}: leaving asks first; whoever comes back sees what the bot has played, and plays on with one tap`, async ({
    visit,
  }) => {
    const [lena, jonas] = [await visit({ ...look, still: true }), await visit({ ...opposite(look), still: true })];
    const [lenas, jonass] = [to(look), to(opposite(look))];
    const id = await together(lena, jonas, look);

    await lena.getByLabel(lenas("Menü", "Menu")).click();
    await lena.getByRole("button", { name: lenas("Bot für Jonas", "A bot for Jonas") }).click();
    const bot = { name: lenas("Soll ein Bot für Jonas weiterspielen?", "Shall a bot play on for Jonas?") };
    await expect(lena.getByRole("alertdialog", bot).getByRole("button").first()).toBeFocused();
    await lena.keyboard.press("Escape");
    await expect(lena.getByRole("alertdialog", bot)).toHaveCount(0);
    await expect(jonas.getByText(jonass("Bot springt ein", "a bot stands in"))).toHaveCount(0);

    await jonas.getByLabel(jonass("Menü", "Menu")).click();
    await jonas.getByRole("button", { name: jonass(/Vom Tisch aufstehen/, /Leave the table/) }).click();
    const question = jonas.getByRole("alertdialog", { name: jonass("Aufstehen und gehen?", "Get up and leave?") });
    await expect(question.getByRole("button", { name: jonass("Sitzen bleiben", "Stay") })).toBeFocused();
    await jonas.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(lena.getByText(lenas("Bot springt ein", "a bot stands in"))).toHaveCount(0);

    await jonas.getByLabel(jonass("Menü", "Menu")).click();
    await jonas.getByRole("button", { name: jonass(/Vom Tisch aufstehen/, /Leave the table/) }).click();
    await question.getByRole("button", { name: jonass("Aufstehen", "Get up") }).click();
    await expect(jonas.locator(".home")).toBeVisible();
    const { size } = opposite(look);
    if (size !== DESKTOP) {
      // What the server says meanwhile draws them anew.
      const width = async () => (await jonas.locator(".boxes:visible").boundingBox())?.width ?? 0;
      await expect.poll(width, "the bots lie as on a page that was just opened").toBeGreaterThan(0.85 * size.width);
    }

    await jonas.goto(`/t/${id}`);
    const back = jonas.getByRole("button", { name: jonass("Wieder selbst spielen", "Play myself again") });
    await expect(back).toBeVisible();
    const played = jonas.locator(".stands-in li");
    await play(lena, GAME, () => played.first().isVisible());
    await expect(
      jonas.getByRole("heading", { name: jonass("Oskar hat für dich gespielt", "Oskar played for you") }),
    ).toBeVisible();
    await back.click();
    await expect(jonas.locator(".stands-in")).toHaveCount(0);

    await lena.getByLabel(lenas("Kurz was sagen", "A quick word")).click();
    await lena.getByRole("button", { name: lenas("Autsch", "Ouch") }).click();
    await expect(jonas.locator(".bubble:visible")).toHaveText(jonass("Autsch", "Ouch"));
    await expect(jonas.getByRole("log")).toContainText(jonass("Lena: Autsch", "Lena: Ouch"));
    await expect(lena.getByLabel(lenas("Kurz was sagen", "A quick word"))).toBeDisabled();
    await expect(jonas.locator(".bubble")).toHaveCount(0);

    const aylin = await visit({ ...look, still: true });
    await aylin.goto(`/t/${id}`);
    await expect(aylin.getByText(lenas("Du schaust zu", "You are watching"))).toBeVisible();
  });

for (const [name, look] of looks(2))
  test(`${name}: a rematch is offered to all at once, says who is in, and takes both along; the chat stays open till then`, async ({
    visit,
  }) => {
    const [lena, jonas] = [await visit({ ...look, still: true }), await visit({ ...opposite(look), still: true })];
    const [lenas, jonass] = [to(look), to(opposite(look))];
    const id = await together(lena, jonas, look);
    for (const [page, seat] of [
      [lena, 0],
      [jonas, 1],
    ] as const)
      await page.request.post(`/api/v1/tables/${id}/seats/${seat}`, { data: { type: "bot", level: "random" } });
    for (const page of [lena, jonas]) await expect(page.locator(".end .ranks")).toBeVisible({ timeout: 60_000 });

    await lena.getByRole("button", { name: lenas("Plaudern", "Chat") }).click();
    await lena.getByLabel(lenas("Sag etwas in die Runde", "Your words to the table")).fill("Gutes Spiel!");
    await lena.getByRole("button", { name: lenas("Sagen", "Say it"), exact: true }).click();
    await jonas.getByRole("button", { name: jonass("Plaudern", "Chat") }).click();
    await expect(jonas.locator(".lines")).toContainText("Gutes Spiel!");
    for (const page of [lena, jonas]) await page.keyboard.press("Escape");

    await jonas.getByRole("button", { name: jonass("Revanche", "Rematch") }).click();
    await expect(
      lena.getByRole("heading", { name: lenas("Jonas möchte Revanche", "Jonas wants a rematch") }),
    ).toBeVisible();
    await expect(lena.locator("li", { hasText: "Jonas" }).locator(".in")).toHaveText(lenas("dabei", "in"));
    await lena.getByRole("button", { name: lenas("Dabei", "I’m in") }).click();
    for (const page of [lena, jonas]) {
      await expect(page).not.toHaveURL(new RegExp(id));
      await expect(page.locator(".match main.felt:not(:has(.wait))")).toBeVisible();
    }
    expect(codeOf(lena)).toBe(codeOf(jonas));
  });

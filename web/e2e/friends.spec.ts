/** People in a match: who gets up and comes back, who watches, what is said, and once more. */

import { expect, PHONE, test, type Page } from "./test.ts";
import { codeOf, play } from "./play.ts";

const GAME = "twentyone";

/** Two people at a table, and their match begun. */
async function together(lena: Page, jonas: Page): Promise<string> {
  await lena.goto("/");
  const call = async (page: Page, name: string) =>
    expect(await page.request.post("/api/v1/me", { data: { name } })).toBeOK();
  await call(lena, "Lena");
  await call(jonas, "Jonas");
  const table = await lena.request.post("/api/v1/tables", { data: { game: GAME, seats: 2 } });
  const { id } = (await table.json()) as { id: string };
  expect(await jonas.request.post(`/api/v1/tables/${id}/seats/1`, { data: { type: "me" } })).toBeOK();
  await Promise.all([lena.goto(`/t/${id}`), jonas.goto(`/t/${id}`)]);
  await lena.getByRole("button", { name: "Los geht’s" }).click();
  for (const page of [lena, jonas]) await expect(page.locator(".match main.felt:not(:has(.wait))")).toBeVisible();
  return id;
}

test("leaving asks first; whoever comes back sees what the bot has played, and plays on with one tap", async ({
  visit,
}) => {
  const lena = await visit({ still: true });
  const jonas = await visit({ size: PHONE, still: true });
  const id = await together(lena, jonas);

  await jonas.getByLabel("Menü").click();
  await jonas.getByRole("button", { name: /Vom Tisch aufstehen/ }).click();
  const question = jonas.getByRole("alertdialog", { name: "Aufstehen und gehen?" });
  await expect(question.getByRole("button", { name: "Sitzen bleiben" })).toBeFocused();
  await jonas.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(lena.getByText("Bot springt ein")).toHaveCount(0);

  await jonas.getByLabel("Menü").click();
  await jonas.getByRole("button", { name: /Vom Tisch aufstehen/ }).click();
  await question.getByRole("button", { name: "Aufstehen" }).click();
  await expect(jonas.locator(".home")).toBeVisible();

  await jonas.goto(`/t/${id}`);
  const back = jonas.getByRole("button", { name: "Wieder selbst spielen" });
  await expect(back).toBeVisible();
  const played = jonas.locator(".stands-in li");
  await play(lena, GAME, () => played.first().isVisible());
  await expect(jonas.getByRole("heading", { name: "Oskar hat für dich gespielt" })).toBeVisible();
  await back.click();
  await expect(jonas.locator(".stands-in")).toHaveCount(0);

  await lena.getByLabel("Kurz was sagen").click();
  await lena.getByRole("button", { name: "Autsch" }).click();
  await expect(jonas.locator(".bubble:visible")).toHaveText("Autsch");
  await expect(jonas.getByRole("log")).toContainText("Lena: Autsch");
  await expect(lena.getByLabel("Kurz was sagen")).toBeDisabled();
  await expect(jonas.locator(".bubble")).toHaveCount(0);

  const aylin = await visit({ still: true });
  await aylin.goto(`/t/${id}`);
  await expect(aylin.getByText("Du schaust zu")).toBeVisible();
});

test("a rematch is offered to all at once, says who is in, and takes both along; the chat stays open till then", async ({
  visit,
}) => {
  const lena = await visit({ size: PHONE, still: true });
  const jonas = await visit({ still: true });
  const id = await together(lena, jonas);
  for (const [page, seat] of [
    [lena, 0],
    [jonas, 1],
  ] as const)
    await page.request.post(`/api/v1/tables/${id}/seats/${seat}`, { data: { type: "bot", level: "random" } });
  for (const page of [lena, jonas]) await expect(page.locator(".end .ranks")).toBeVisible({ timeout: 60_000 });

  await lena.getByRole("button", { name: "Plaudern" }).click();
  await lena.getByLabel("Sag etwas in die Runde").fill("Gutes Spiel!");
  await lena.getByRole("button", { name: "Sagen", exact: true }).click();
  await jonas.getByRole("button", { name: "Plaudern" }).click();
  await expect(jonas.locator(".lines")).toContainText("Gutes Spiel!");
  for (const page of [lena, jonas]) await page.keyboard.press("Escape");

  await jonas.getByRole("button", { name: "Revanche" }).click();
  await expect(lena.getByRole("heading", { name: "Jonas möchte Revanche" })).toBeVisible();
  await expect(lena.locator("li", { hasText: "Jonas" }).locator(".in")).toHaveText("dabei");
  await lena.getByRole("button", { name: "Dabei" }).click();
  for (const page of [lena, jonas]) {
    await expect(page).not.toHaveURL(new RegExp(id));
    await expect(page.locator(".match main.felt:not(:has(.wait))")).toBeVisible();
  }
  expect(codeOf(lena)).toBe(codeOf(jonas));
});

/** Somebody who has played comes back: what waits, what ended, an open table at one tap, and all that they ever played. */

import { playOut, playOutTogether } from "./play.ts";
import { expect, looks, opposite, PHONE, test, to, type Page } from "./test.ts";

const GAME = "twentyone";

async function call(page: Page, path: string, data?: object): Promise<{ id: string }> {
  const answer = await page.request.post(`/api/v1${path}`, { data });
  expect(answer, path).toBeOK();
  return (await answer.json()) as { id: string };
}

/** Somebody who has played a match to its end. */
async function played(page: Page, name: string): Promise<string> {
  await call(page, "/me", { name });
  return playOut(page, GAME);
}

for (const [name, look] of looks(2))
  test(`${name}: home shows the result, an open table appears by itself, and one tap sits down`, async ({ visit }) => {
    const [lena, jonas] = [await visit({ ...look, still: true }), await visit({ ...opposite(look), still: true })];
    const [lenas, jonass] = [to(look), to(opposite(look))];
    const id = await played(lena, "Lena");
    await lena.goto("/");
    await expect(lena.getByRole("heading", { name: lenas(/^Guten .+, Lena\.$/, /^Good .+, Lena\.$/) })).toBeVisible();
    await expect(lena.getByText(lenas("Gerade wartet niemand auf dich.", "Nobody is waiting for you."))).toBeVisible();
    const result = lena.getByRole("link", {
      name: lenas(/(Platz|Gewonnen|Sieg).+Punkte/, /(place|[Ww]on|win).+points/),
    });
    await expect(result).toHaveAttribute("href", `/t/${id}`);
    await expect(result.getByText(lenas("neu", "new"))).toHaveCount(0);
    await expect(lena.getByRole("heading", { name: lenas("Offene Tische", "Open tables") })).toHaveCount(0);

    await call(jonas, "/me", { name: "Jonas" });
    const table = await call(jonas, "/tables", { game: GAME, seats: 2 });
    await jonas.goto(`/t/${table.id}`);
    const open = jonas.getByRole("group", { name: jonass(/^Für alle offen/, /^Open to everybody/) });
    await open.getByRole("button", { name: jonass("ja", "yes") }).click();
    await jonas
      .getByRole("group", { name: jonass(/^Mit Wertung/, /^Rated/) })
      .getByRole("button", { name: jonass("ja", "yes") })
      .click();
    const free = lenas("1 von 2 Plätzen frei, ohne Uhr, mit Wertung.", "1 of 2 seats free, no clock, rated.");
    const sit = lena.getByRole("button", {
      name: `twenty one: ${lenas("zu Jonas setzen", "sit down with Jonas")}. ${free}`,
    });
    await expect(sit).toBeVisible();

    // Somebody takes the seat while the tap is on its way; then the seat is free again.
    const emre = await visit();
    await call(emre, "/me", { name: "Emre" });
    await lena.route("**/sit", async (route) => {
      await call(emre, `/tables/${table.id}/sit`);
      await route.continue();
    });
    await sit.click();
    await expect(lena.getByRole("alert")).toHaveText(lenas("Da war jemand schneller.", "Somebody was faster."));
    await lena.unroute("**/sit");
    await call(emre, `/tables/${table.id}/seats/1`, { type: "open" });
    await sit.click();
    await expect(lena.getByText(lenas("das bist du", "that’s you"))).toBeVisible();
    await expect(jonas.locator(".chair").nth(1)).toContainText("Lena");

    await playOutTogether([jonas, lena], table.id);
    await lena.goto("/me");
    await expect(lena.getByRole("heading", { name: lenas("Wertung", "Rating") })).toBeVisible();
    await expect(
      lena.getByText(lenas("vorläufig bis zur zehnten Partie", "provisional until the tenth match")),
    ).toBeVisible();
  });

for (const [name, look] of looks(1))
  test(`${name}: history has every match with replay and review, and what they add up to`, async ({ visit }) => {
    const page = await visit({ ...look, still: true });
    const say = to(look);
    await call(page, "/me", { name: "Trude" });
    await page.goto("/me");
    await expect(
      page.getByRole("heading", { name: say("Hier wird es bald voller", "This will fill up soon") }),
    ).toBeVisible();
    const id = await played(page, "Trude");
    await page.goto("/");
    await page.getByRole("link", { name: say("Verlauf", "History") }).click();
    await expect(page.getByRole("radio", { name: say(/twenty one.*1 Partie/, /twenty one.*1 match/) })).toBeChecked();
    await expect(page.locator("dl div").first()).toContainText("1");
    await expect(
      page.getByRole("list", { name: say("Wie oft welcher Platz", "How often which place") }).getByRole("listitem"),
    ).toHaveCount(4);
    await expect(page.getByRole("link", { name: say("Ansehen", "Replay") })).toHaveAttribute("href", `/t/${id}/replay`);
    await expect(page.getByRole("link", { name: say("Durchsicht", "Review") })).toHaveAttribute(
      "href",
      `/t/${id}/review`,
    );
    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: say("Als Tabelle laden (CSV)", "Download as a table (CSV)") }).click();
    expect((await file).suggestedFilename()).toBe("pasch.csv");
    await page.setViewportSize(PHONE);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

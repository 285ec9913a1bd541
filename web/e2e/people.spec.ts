/** Somebody who has played comes back: what waits, what ended, an open table at one tap, and all that they ever played. */

import { playOut, playOutTogether } from "./play.ts";
import { expect, PHONE, test, type Page } from "./test.ts";

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

test("home shows the result, an open table appears by itself, and one tap sits down", async ({ visit }) => {
  const lena = await visit({ size: PHONE, still: true });
  const jonas = await visit({ lang: "en", still: true });
  const id = await played(lena, "Lena");
  await lena.goto("/");
  await expect(lena.getByRole("heading", { name: /^Guten .+, Lena\.$/ })).toBeVisible();
  await expect(lena.getByText("Gerade wartet niemand auf dich.")).toBeVisible();
  const result = lena.getByRole("link", { name: /(Platz|Gewonnen|Sieg).+Punkte/ });
  await expect(result).toHaveAttribute("href", `/t/${id}`);
  await expect(result.getByText("neu")).toHaveCount(0);
  await expect(lena.getByRole("heading", { name: "Offene Tische" })).toHaveCount(0);

  await call(jonas, "/me", { name: "Jonas" });
  const table = await call(jonas, "/tables", { game: GAME, seats: 2 });
  await jonas.goto(`/t/${table.id}`);
  const open = jonas.getByRole("group", { name: /^Open to everybody/ });
  await open.getByRole("button", { name: "yes" }).click();
  await jonas
    .getByRole("group", { name: /^Rated/ })
    .getByRole("button", { name: "yes" })
    .click();
  const free = "1 von 2 Plätzen frei, ohne Uhr, mit Wertung.";
  const sit = lena.getByRole("button", { name: `twenty one: zu Jonas setzen. ${free}` });
  await expect(sit).toBeVisible();

  // Somebody takes the seat while the tap is on its way; then the seat is free again.
  const emre = await visit();
  await call(emre, "/me", { name: "Emre" });
  await lena.route("**/sit", async (route) => {
    await call(emre, `/tables/${table.id}/sit`);
    await route.continue();
  });
  await sit.click();
  await expect(lena.getByRole("alert")).toHaveText("Da war jemand schneller.");
  await lena.unroute("**/sit");
  await call(emre, `/tables/${table.id}/seats/1`, { type: "open" });
  await sit.click();
  await expect(lena.getByText("das bist du")).toBeVisible();
  await expect(jonas.locator(".chair").nth(1)).toContainText("Lena");

  await playOutTogether([jonas, lena], table.id);
  await lena.goto("/me");
  await expect(lena.getByRole("heading", { name: "Wertung" })).toBeVisible();
  await expect(lena.getByText("vorläufig bis zur zehnten Partie")).toBeVisible();
});

test("history has every match with replay and review, and what they add up to", async ({ visit }) => {
  const page = await visit({ lang: "en", still: true });
  await call(page, "/me", { name: "Trude" });
  await page.goto("/me");
  await expect(page.getByRole("heading", { name: "This will fill up soon" })).toBeVisible();
  const id = await played(page, "Trude");
  await page.goto("/");
  await page.getByRole("link", { name: "all 1 1 match" }).click();
  await expect(page.getByRole("radio", { name: /twenty one.*1 match/ })).toBeChecked();
  await expect(page.locator("dl div").first()).toContainText("1");
  await expect(page.getByRole("list", { name: "How often which place" }).getByRole("listitem")).toHaveCount(4);
  await expect(page.getByRole("link", { name: "Replay" })).toHaveAttribute("href", `/t/${id}/replay`);
  await expect(page.getByRole("link", { name: "Review" })).toHaveAttribute("href", `/t/${id}/review`);
  const file = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as a table (CSV)" }).click();
  expect((await file).suggestedFilename()).toBe("pasch.csv");
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

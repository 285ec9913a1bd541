/** Exercises: a match played badly is reviewed, its mistakes are in the book, and are tried again on the board. */

import { expect, PHONE, test } from "./test.ts";
import { GAMES, turn } from "./games/index.ts";
import { playBadly, playNow } from "./play.ts";

const GAME = GAMES.at(-1)!;

test("mistakes become exercises, which are tried on the board and come back", async ({ visit }) => {
  const page = await visit({ still: true, size: PHONE });
  await playNow(page, GAME);
  await playBadly(page);
  await page.goto("/");
  await page.getByRole("link", { name: /Übungsbuch/ }).click();
  const begin = page.getByRole("button", { name: /üben$/ });
  await expect(begin).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/Partien? durch/)).toHaveCount(0, { timeout: 60_000 });
  const due = Number(/\d+/.exec(await begin.innerText()));
  await begin.click();
  await expect(page.locator(".speech")).toContainText(/Hier hast du \d+ Punkte liegen lassen\./);
  await expect(page.locator(".verdict")).toHaveCount(0);

  await expect(async () => {
    await turn(page, GAME);
    await expect(page.locator(".verdict")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("heading", { name: /^(Genau!|Fast\.|Da ist noch mehr drin\.)$/ })).toBeFocused();
  await expect(page.locator(".verdict li")).toHaveCount(2);
  await expect(page.locator(".verdict")).toContainText(/\d+ %/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);

  await page.getByRole("button", { name: /^(Noch mal|Zurück)$/ }).click();
  await expect(page.locator(".verdict")).toHaveCount(0);
  await page.getByRole("link", { name: "Auslassen" }).click();
  await page.goto("/practice");
  await expect(page.getByText("Kommt wieder", { exact: true })).toBeVisible();
  await expect(page.getByText("morgen", { exact: true })).toHaveCount(1);
  if (due > 1)
    await expect(page.getByRole("button", { name: new RegExp(`^${due - 1} Aufgaben? üben$`) })).toBeVisible();
});

test("without matches the book says what to do", async ({ visit }) => {
  const page = await visit({ still: true, lang: "en" });
  await page.goto("/settings");
  await page.getByRole("link", { name: "Exercise book" }).click();
  await expect(page.getByRole("heading", { name: "Nothing to practise yet" })).toBeVisible();
  await page.getByRole("link", { name: "Play a round" }).click();
  await expect(page).toHaveURL(/\/$/);
});

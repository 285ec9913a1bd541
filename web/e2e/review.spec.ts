/** The review of a match: luck or skill, the ribbon by keyboard, and step by step. */

import { expect, PHONE, test } from "./test.ts";
import { playOut } from "./play.ts";

const COMPUTED = { timeout: 60_000 };

test("a match is reviewed: from its end with one tap, by keyboard, step by step, on a phone, in English", async ({
  visit,
}) => {
  const page = await visit({ still: true });
  const code = await playOut(page, "twentyone");
  await page.getByRole("link", { name: "Glück oder Können?" }).click();
  await expect(page.getByRole("button", { name: "Revanche" })).toBeVisible();
  const ribbon = page.getByRole("slider", { name: "Stelle der Partie" });
  await expect(ribbon).toBeVisible(COMPUTED);

  await expect(page.getByRole("img", { name: /^Start \d+, Glück .* Ergebnis \d+ Prozent\.$/ })).toBeVisible();
  const tabs = page.getByRole("radiogroup", { name: "Wessen Rechnung?" }).getByRole("radio");
  await tabs.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(tabs.nth(1)).toHaveAttribute("aria-checked", "true");
  await expect(page.getByText("Eigene Züge").first()).toBeVisible();

  await ribbon.focus();
  await page.keyboard.press("Home");
  await expect(ribbon).toHaveAttribute("aria-valuetext", /^Vor dem ersten Zug\. Du \d+ Prozent\./);
  await page.keyboard.press("ArrowRight");
  await expect(ribbon).toHaveValue("1");
  await expect(ribbon).toHaveAttribute("aria-valuetext", /^Zug 1 von \d+, .*\d+ Prozent, vorher \d+\./);
  await page.keyboard.press("PageDown");
  expect(Number(await ribbon.inputValue())).toBeGreaterThan(1);
  await page.keyboard.press("End");
  await expect(ribbon).toHaveValue((await ribbon.getAttribute("max"))!);
  await expect(page.getByRole("table", { name: "Gewinnchancen Zug für Zug" })).toBeAttached();

  await page.getByRole("link", { name: "Zug für Zug" }).click();
  const strip = page.getByRole("slider", { name: "Stelle der Partie" });
  await expect(strip).toBeVisible(COMPUTED);
  const best = page.getByRole("list", { name: "Die besten Züge" });
  while (!(await best.isVisible())) await page.keyboard.press("ArrowRight");
  await expect(best.getByText(/so (hast du|wurde) gespielt · Platz \d+ von \d+/)).toBeVisible();

  const stranger = await visit({ still: true, size: PHONE, lang: "en", dark: true });
  await stranger.goto(`/t/${code}/review`);
  await expect(stranger.getByRole("slider", { name: "Place in the match" })).toBeVisible(COMPUTED);
  await expect(stranger.getByRole("heading", { name: "Luck or skill?" })).toHaveCount(0);
  expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});

/** The review of a match: luck or skill, the ribbon by keyboard, and step by step. */

import { expect, looks, opposite, test, to } from "./test.ts";
import { playOut } from "./play.ts";

const COMPUTED = { timeout: 60_000 };

for (const [name, look] of looks(3))
  test(`${name}: a match is reviewed: from its end with one tap, by keyboard, step by step, and by a stranger`, async ({
    visit,
  }) => {
    const page = await visit({ ...look, still: true });
    const say = to(look);
    const code = await playOut(page, "twentyone");
    await page.getByRole("link", { name: say("Glück oder Können?", "Luck or skill?") }).click();
    await expect(page.getByRole("button", { name: say("Revanche", "Rematch") })).toBeVisible();
    const ribbon = page.getByRole("slider", { name: say("Stelle der Partie", "Place in the match") });
    await expect(ribbon).toBeVisible(COMPUTED);

    await expect(
      page.getByRole("img", {
        name: say(/^Start \d+, Glück .* Ergebnis \d+ Prozent\.$/, /^Start \d+, luck .* result \d+ per cent\.$/),
      }),
    ).toBeVisible();
    const tabs = page.getByRole("radiogroup", { name: say("Wessen Rechnung?", "Whose account?") }).getByRole("radio");
    await tabs.first().focus();
    await page.keyboard.press("ArrowRight");
    await expect(tabs.nth(1)).toHaveAttribute("aria-checked", "true");
    await expect(page.getByText(say("Eigene Züge", "Own moves")).first()).toBeVisible();

    await ribbon.focus();
    await page.keyboard.press("Home");
    await expect(ribbon).toHaveAttribute(
      "aria-valuetext",
      say(/^Vor dem ersten Zug\. Du \d+ Prozent\./, /^Before the first move\. You \d+ per cent\./),
    );
    await page.keyboard.press("ArrowRight");
    await expect(ribbon).toHaveValue("1");
    await expect(ribbon).toHaveAttribute(
      "aria-valuetext",
      say(/^Zug 1 von \d+, .*\d+ Prozent, vorher \d+\./, /^Move 1 of \d+, .*\d+ per cent, before \d+\./),
    );
    await page.keyboard.press("PageDown");
    expect(Number(await ribbon.inputValue())).toBeGreaterThan(1);
    await page.keyboard.press("End");
    await expect(ribbon).toHaveValue((await ribbon.getAttribute("max"))!);
    await expect(
      page.getByRole("table", { name: say("Gewinnchancen Zug für Zug", "Chances of winning move by move") }),
    ).toBeAttached();

    await page.getByRole("link", { name: say("Zug für Zug", "Move by move") }).click();
    const strip = page.getByRole("slider", { name: say("Stelle der Partie", "Place in the match") });
    await expect(strip).toBeVisible(COMPUTED);
    const best = page.getByRole("list", { name: say("Die besten Züge", "The best moves") });
    while (!(await best.isVisible())) await page.keyboard.press("ArrowRight");
    await expect(
      best.getByText(say(/so (hast du|wurde) gespielt · Platz \d+ von \d+/, /what (you|was) played · \d+\w\w of \d+/)),
    ).toBeVisible();

    const other = opposite(look);
    const stranger = await visit({ ...other, still: true });
    const tell = to(other);
    await stranger.goto(`/t/${code}/review`);
    await expect(stranger.getByRole("slider", { name: tell("Stelle der Partie", "Place in the match") })).toBeVisible(
      COMPUTED,
    );
    await expect(stranger.getByRole("heading", { name: tell("Glück oder Können?", "Luck or skill?") })).toHaveCount(0);
    expect(await stranger.evaluate(() => document.documentElement.scrollWidth)).toBe(other.size.width);
  });

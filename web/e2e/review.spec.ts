/** The review of a match: luck or skill, the ribbon by keyboard, and step by step. */

import { expect, looks, opposite, test, to, type Page } from "./test.ts";
import { codeOf, playBadly, playNow, playOut } from "./play.ts";

/** Side by side on a narrow sheet, the words on the rings around fields do not lie on each other. */
async function expectApart(page: Page): Promise<void> {
  const [better, played] = [page.locator(".f21 .ring.better b"), page.locator(".f21 .ring.played b")];
  if (!(await better.count()) || !(await played.count())) return;
  const [above, below] = [(await better.last().boundingBox())!, (await played.first().boundingBox())!];
  expect(above.y + above.height, "better is written above what was played").toBeLessThanOrEqual(below.y);
}

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

for (const [name, look] of looks(0))
  test(`${name}: a loss is checked by playing on: how often is told from the first time on, and it can be stopped`, async ({
    visit,
  }) => {
    const page = await visit({ ...look, still: true });
    const say = to(look);
    const mistake = page.getByRole("link", { name: say(/^(Fehler|Patzer) Zug/, /^(Mistake|Blunder) Move/) }).first();
    do {
      await playNow(page, "twentyone");
      await playBadly(page);
      await page.goto(`/t/${codeOf(page)}/review`);
      await expect(page.getByRole("slider")).toBeVisible(COMPUTED);
    } while (!(await mistake.isVisible())); // with good dice nothing that is done badly costs much
    await mistake.click();
    const [strip, there] = [page.getByRole("slider"), page.url()];
    await strip.focus();
    await page.keyboard.press("Home");
    for (let from = ""; from !== (await strip.inputValue()); await page.keyboard.press("PageDown")) {
      from = await strip.inputValue();
      await expectApart(page);
    }
    await page.goto(there);
    await page.getByRole("button", { name: say("Genau prüfen", "Check exactly") }).click();
    await expect(page.getByRole("heading", { name: say("Stimmt das?", "Is that so?") })).toBeVisible();
    await expect(
      page.getByText(say(/^[1-9]\d* von 500 nachgespielt$/, /^played on [1-9]\d* of 500 times$/)),
    ).toBeVisible(COMPUTED);
    await expect(page.getByText(say(/^höchstens noch etwa \d+ /, /^about \d+ more .* at most$/))).toBeVisible(COMPUTED);
    const readouts = page.locator(".strip li");
    const turns = page.locator(".strip svg text");
    const last = await readouts.last().boundingBox();
    for (const label of [turns.first(), turns.last()]) {
      const box = await label.boundingBox();
      const isBeside =
        box!.x + box!.width <= (await readouts.first().boundingBox())!.x || box!.x >= last!.x + last!.width;
      expect(isBeside || box!.y + box!.height <= last!.y + 2, "chances do not lie on the turns").toBe(true);
    }
    await page.getByRole("button", { name: say("Anhalten", "Stop") }).click();
    await expect(page.getByRole("button", { name: say("Genau prüfen", "Check exactly") })).toBeVisible();
  });

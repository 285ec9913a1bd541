/** Matches without a pointer: from the home page on, by keyboard alone; in the long proof to the result. */

import { expect, PROOF, test, type Page } from "./test.ts";
import { GAMES, type Game } from "./play.ts";

/** What somebody presses who plays by keyboard. */
const KEYS: Record<Game, (page: Page) => Promise<void>> = {
  sack: async (page) => {
    const value = await page.evaluate(
      () => document.querySelector(".rolled:has(.hit)")?.querySelectorAll(".p path").length ?? null,
    );
    if (value !== null) {
      await page.keyboard.press(String(value));
      await page.keyboard.press("ArrowUp");
    } else await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  },
  kniffel: async (page) => {
    const values = await page.evaluate(() =>
      [...document.querySelectorAll(".fan .kc")].map((card) => /v([1-6])/.exec(card.className)?.[1] ?? "1"),
    );
    const commit = page.locator(".do .btn.gold");
    if (!(await page.locator("[data-mode]").count())) {
      // Too many cards: one after another goes, until the button offers itself.
      await page.keyboard.press("Escape");
      for (const value of values) {
        await page.keyboard.press(value);
        if (await commit.count()) break;
      }
    } else {
      await page.keyboard.press("e");
      await page.keyboard.press(values[0]!);
      if (!(await page.locator(".line.pick").count())) {
        await page.keyboard.press("t");
        await page.keyboard.press(values[0]!);
      }
    }
    await page.keyboard.press("Enter");
  },
  twentyone: async (page) => {
    for (const key of "123456") await page.keyboard.press(key);
    const ready = await page.locator(".do .btn.gold.main").count();
    await page.keyboard.press(ready ? "Enter" : "s");
  },
};

/** How many turns are enough: keys that do nothing bring nobody to the next. */
const TURNS = PROOF ? Infinity : 4;

for (const [at, game] of GAMES.entries())
  test(`${game}: a match by keyboard alone`, async ({ visit }) => {
    const page = await visit({ dark: at % 2 === 0 });
    await page.goto("/");
    await expect(page.locator(".box .btn.gold")).toHaveCount(GAMES.length);
    const wanted = page.locator(`.box[data-game="${game}"] .btn.gold`);
    for (let press = 0; press < 40; press++) {
      if (await wanted.evaluate((button) => button === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expect(page.locator(".match .felt")).toBeVisible();
    const end = Date.now() + 105_000;
    let [turns, wasMine] = [0, false];
    while (!(await page.locator(".end .ranks").count())) {
      expect(Date.now()).toBeLessThan(end);
      const isMine = (await page.title()).startsWith("●");
      if (isMine && !wasMine && ++turns > TURNS) return;
      if (isMine) await KEYS[game](page);
      wasMine = isMine;
      await page.waitForTimeout(25);
    }
    await expect(page.locator(".winner h2")).toHaveText(/gewinn/);
    await expect(page.locator(".ranks .rk").first().locator(".sc b")).toHaveText(/^-?\d+$/);
  });

/** Whole matches on a phone, from the home page to the result; on a desktop they are played by keyboard. All in `make proof`. */

import { expect, looks, test, type Lang } from "./test.ts";
import { GAMES, play, playNow } from "./play.ts";

const WINS: Record<Lang, RegExp> = { de: /gewinn(t|st|en)/, en: /win/ };

for (const [at, game] of GAMES.entries())
  for (const [name, look] of looks(2 * at))
    test(`${game}, ${name}: a whole match against bots`, async ({ visit }) => {
      const page = await visit(look);
      await playNow(page, game);
      await play(page, game);
      await expect(page.locator(".winner h2")).toHaveText(WINS[look.lang]);
      expect(await page.evaluate(() => scrollY), "who won is seen first").toBe(0);
      await expect(page.locator(".ranks .rk").first().locator(".sc b")).toHaveText(/^-?\d+$/);
      await expect(page.locator("html")).toHaveAttribute("lang", look.lang);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });

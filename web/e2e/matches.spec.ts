/** Whole matches on a phone, from the home page to the result; on a desktop they are played by keyboard. All in `make proof`. */

import { expect, LARGE, looks, PROOF, test, type Lang } from "./test.ts";
import { GAMES, play, playNow } from "./play.ts";

const WINS: Record<Lang, RegExp> = { de: /gewinn(t|st|en)/, en: /win/ };
/** Sizes besides, in the proof: a phone of today, the same one lying, and a large screen. */
const OTHERS: ReturnType<typeof looks> = [
  ["tall phone, German, light", { size: { width: 390, height: 844 }, lang: "de", dark: false }],
  ["lying phone, English, dark", { size: { width: 844, height: 390 }, lang: "en", dark: true }],
  ["large screen, German, dark", { size: LARGE, lang: "de", dark: true }],
];

for (const [at, game] of GAMES.entries())
  for (const [name, look] of [...looks(2 * at), ...(PROOF ? OTHERS : [])])
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

/** Whole matches, from the home page to the result. */

import { DESKTOP, expect, PHONE, test, type Lang } from "./test.ts";
import { GAMES, play, playNow } from "./play.ts";

const SIZES = { phone: PHONE, desktop: DESKTOP };
const WINS: Record<Lang, RegExp> = { de: /gewinn(t|st|en)/, en: /win/ };

for (const game of GAMES)
  for (const lang of ["de", "en"] as const)
    for (const [name, size] of Object.entries(SIZES))
      test(`${game}, ${lang}, ${name}: a whole match against bots`, async ({ visit }) => {
        const page = await visit({ size, lang });
        await playNow(page, game);
        await play(page, game);
        await expect(page.locator(".winner h2")).toHaveText(WINS[lang]);
        await expect(page.locator(".ranks .rk").first().locator(".sc b")).toHaveText(/^-?\d+$/);
        await expect(page.locator("html")).toHaveAttribute("lang", lang);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      });

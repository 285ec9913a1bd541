/** Whole matches on a phone, from the home page to the result; on a desktop they are played by keyboard. All in `make proof`. */

import { DESKTOP, expect, PHONE, PROOF, test, type Lang } from "./test.ts";
import { GAMES, play, playNow } from "./play.ts";

const SIZES = { phone: PHONE, desktop: DESKTOP };
const WINS: Record<Lang, RegExp> = { de: /gewinn(t|st|en)/, en: /win/ };

type Look = [lang: Lang, size: keyof typeof SIZES, theme: "light" | "dark"];
const ALL: Look[] = [
  ["de", "phone", "light"],
  ["en", "desktop", "dark"],
  ["en", "phone", "dark"],
  ["de", "desktop", "light"],
];

for (const [at, game] of GAMES.entries())
  for (const [lang, size, theme] of PROOF ? ALL : [ALL[(2 * at) % ALL.length]!])
    test(`${game}, ${lang}, ${size}, ${theme}: a whole match against bots`, async ({ visit }) => {
      const page = await visit({ size: SIZES[size], lang, dark: theme === "dark" });
      await playNow(page, game);
      await play(page, game);
      await expect(page.locator(".winner h2")).toHaveText(WINS[lang]);
      expect(await page.evaluate(() => scrollY), "who won is seen first").toBe(0);
      await expect(page.locator(".ranks .rk").first().locator(".sc b")).toHaveText(/^-?\d+$/);
      await expect(page.locator("html")).toHaveAttribute("lang", lang);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });

/** The lessons: do what is asked, read what is said, until one can play. */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, PHONE, PROOF, test } from "./test.ts";
import { make } from "./games/index.ts";
import { GAMES } from "./play.ts";

interface Step {
  readonly words: { de: string; en: string } | null;
  readonly expect: unknown;
}
const lesson = (game: string) =>
  JSON.parse(readFileSync(resolve(import.meta.dirname, `../src/games/${game}/lesson.json`), "utf8")) as {
    steps: Step[];
  };

const LANGS = ["de", "en"] as const;

for (const [at, game] of GAMES.entries())
  for (const lang of PROOF ? LANGS : [LANGS[at % LANGS.length]!])
    test(`${game}, ${lang}: the lesson can be followed to its end, on a phone`, async ({ visit }) => {
      const page = await visit({ size: PHONE, lang, still: at > 0 && !PROOF });
      await page.goto(`/learn/${game}`);
      const { steps } = lesson(game);
      const words = page.locator(".speech .words");
      for (const [n, step] of steps.entries()) {
        if (!step.words) continue;
        await expect(words).toHaveText(step.words[lang]);
        if (step.expect) await make(page, game, step.expect);
        else if (n < steps.length - 1) await page.locator(".steer .btn.gold").click();
      }
      await page.locator(".steer.end .btn.gold").click();
      await expect(page).toHaveURL(/\/t\//);
    });

/** twenty one: keep, enter all that fits, strike where nothing does. */

import type { Page } from "@playwright/test";
import type { Move } from "../../src/games/twentyone/types.ts";
import { tap } from "./tap.ts";

export async function turn(page: Page): Promise<void> {
  const felt = page.locator("main.felt.to");
  const lit = felt.locator('.f21.can[aria-pressed="false"]');
  if (await lit.count()) await tap(lit.first());
  else await tap(felt.locator(".do .btn.gold").first());
}

/** Make this very move. */
export async function make(page: Page, move: Move): Promise<void> {
  const felt = page.locator("main.felt.to");
  const colours = move.type === "mark" ? move.colours : [];
  const isStrike = move.type === "mark" && !colours.length;
  for (const colour of colours) await felt.locator(`.r21.now .c-${colour}[aria-pressed="false"]`).click();
  await felt.locator(move.type === "reroll" || isStrike ? ".do .other" : ".do .main").click();
}

/** One hand for each game: what a person taps to make some move. */

import type { Page } from "@playwright/test";
import * as kniffel from "./kniffel.ts";
import * as sack from "./sack.ts";
import * as twentyone from "./twentyone.ts";

const HANDS = { sack, kniffel, twentyone };

export const all = ["sack", "kniffel", "twentyone"] as const;

export async function turn(page: Page, game: keyof typeof HANDS): Promise<void> {
  await HANDS[game].turn(page);
}

/** Make this very move. */
export async function make(page: Page, game: keyof typeof HANDS, move: unknown): Promise<void> {
  await HANDS[game].make(page, move as never);
}

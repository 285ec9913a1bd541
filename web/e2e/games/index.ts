/** One hand for each game: what a person taps to make some move. */

import type { Page } from "@playwright/test";
import * as kniffel from "./kniffel.ts";
import * as sack from "./sack.ts";
import * as twentyone from "./twentyone.ts";

const HANDS = { sack, kniffel, twentyone };
export type Game = keyof typeof HANDS;
export const GAMES = Object.keys(HANDS) as Game[];

export async function turn(page: Page, game: Game): Promise<void> {
  await HANDS[game].turn(page);
}

/** Make this very move. */
export async function make(page: Page, game: Game, move: unknown): Promise<void> {
  await HANDS[game].make(page, move as never);
}

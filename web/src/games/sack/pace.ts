/** How long a scene stands and what is heard in it. */

import type { Sound } from "../game";
import { compare, type Change } from "./scene";
import type { View } from "./types";

export function linger(before: View | null, after: View): number {
  if (after.news.length > 1) return ALL_AT_ONCE;
  if (after.news.length) return after.phase === "over" ? FINAL : SCORING;
  return LASTS[compare(before, after).kind];
}

/** How long a scoring stands; when its card flies to the winner. In the last one of all boards each takes its turn. */
const SCORING = 2200;
const FINAL = 1500;
const ALL_AT_ONCE = 2600;
export const fliesAfter = (view: View) => (view.phase === "over" ? 950 : 1550);

const LASTS = { still: 0, jump: 300, other: 250, roll: 700, deal: 500, refill: 500, place: 450, replace: 600 } as const;

export function sound(before: View | null, after: View): Sound | null {
  if (after.news.length) return "score";
  return HEARD[compare(before, after).kind] ?? null;
}

const HEARD: { readonly [kind in Change["kind"]]?: Sound } = {
  roll: "roll",
  deal: "card",
  refill: "card",
  place: "place",
  replace: "place",
};

/** How long a scene stands and what is heard in it. */

import type { Sound } from "../game";
import { compare, type Change } from "./scene";
import type { View } from "./types";

export function linger(before: View | null, after: View): number {
  if (after.news.length > 1) return 2600;
  if (after.news.length) return 2200;
  return LASTS[compare(before, after).kind];
}

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

/** Who came in which place. */

import type { Result } from "$lib/protocol";

export interface Rank {
  readonly seat: number;
  readonly place: number;
  readonly score: number;
}

/** The best first; equals in the order of their seats. */
export function ranked(result: Result): Rank[] {
  return result.places
    .map((place, seat) => ({ seat, place, score: result.scores[seat] ?? 0 }))
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** A score, with a real minus. */
export const written = (score: number): string => `${score}`.replace("-", "−");

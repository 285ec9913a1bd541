/** Which cards went where between two views: what the eye is shown. */

import type { View } from "./types";
import { FIELDS, MOST_DRAWN } from "./types";

export interface Flight {
  /** To the discards, over the table to the discards (scored), from the pile, or the discards back under the pile. */
  readonly kind: "discard" | "play" | "draw" | "shuffle";
  readonly seat: number;
  /** The values; 0 for a card face down. */
  readonly cards: readonly number[];
}

/** The flights from one view to the next, in order; none when the second does not follow from the first. */
export function flights(before: View, after: View): Flight[] {
  if (before.sheets.length !== after.sheets.length || isBackwards(before, after)) return [];
  const gone = after.discards.slice(before.discards.length);
  const found: Flight[] = [];
  const isShuffled = after.discards.length < before.discards.length;
  if (isShuffled && after.discards.length) return [];
  if (isShuffled) found.push({ kind: "shuffle", seat: before.seat, cards: [0, 0, 0] });
  if (gone.length && isPlayed(before, after)) found.push({ kind: "play", seat: after.news!.seat, cards: gone });
  else if (gone.length) found.push({ kind: "discard", seat: before.seat, cards: gone });
  after.hand_sizes.forEach((size, seat) => {
    const drawn = size - before.hand_sizes[seat]!;
    if (drawn > 0) found.push({ kind: "draw", seat, cards: Array<number>(drawn).fill(0) });
  });
  // More than anybody draws at once is a jump in the match, not a move.
  return found.every((flight) => flight.cards.length <= MOST_DRAWN) ? found : [];
}

function isBackwards(before: View, after: View): boolean {
  const erased = before.sheets.some((sheet, seat) =>
    sheet.some((points, at) => points !== null && after.sheets[seat]![at] === null),
  );
  const differs = after.discards.length >= before.discards.length;
  return erased || (differs && before.discards.some((card, at) => after.discards[at] !== card));
}

function isPlayed(before: View, after: View): boolean {
  return after.news !== null && before.sheets[after.news.seat]![FIELDS.indexOf(after.news.field)] === null;
}

/** A decision that is looked back on: the field that was filled or the cards that were given away, and the better ones. */

import type { Ring } from "$lib/marks";
import type { LookedBack } from "../game";
import type { Held } from "./hand";
import { idsFor } from "./hand";
import type { Field, Move, View } from "./types";

type Marked = LookedBack<View, Move> | null | undefined;
const NONE: ReadonlySet<number> = new Set();
const fieldOf = (move: Move): Field | null => (move.type === "score" ? move.field : null);

/** The ring around a line of a seat's block. */
export function lineRing(marked: Marked, seat: number, field: Field): Ring | null {
  if (!marked || marked.seat !== seat) return null;
  const [played, best] = [fieldOf(marked.played.move), fieldOf(marked.best.move)];
  if (played === best) return null;
  return field === played ? "played" : field === best ? "better" : null;
}

/** The rings around cards that lay in the hand before: those that only one of the two moves gives away or plays. */
export function cardRings(marked: Marked, hand: readonly Held[]): ReadonlyMap<number, Ring> {
  if (!marked) return new Map();
  const [played, best] = [marked.played.move, marked.best.move];
  const areFields = fieldOf(played) !== fieldOf(best);
  const touched = (move: Move): readonly number[] =>
    move.type !== "score" ? move.discard : areFields ? [] : move.cards;
  const given = new Set(idsFor(hand, touched(played), NONE));
  const better = new Set(idsFor(hand, touched(best), given));
  const rings = hand.flatMap(({ id }): (readonly [number, Ring])[] =>
    given.has(id) === better.has(id) ? [] : [[id, given.has(id) ? "played" : "better"]],
  );
  return new Map(rings);
}

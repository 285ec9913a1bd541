/** A decision that is looked back on: the field that was filled or the cards that were given away, and the better ones. */

import type { Ring } from "$lib/marks";
import type { LookedBack } from "../game";
import { key } from "./choice";
import { idsFor, type Held } from "./hand";
import type { Field, Move, Swap, View } from "./types";

type Marked = LookedBack<View, Move> | null | undefined;
const NONE: ReadonlySet<number> = new Set();

/** The field that a move fills. */
export const fieldIn = (move: Move): Field | null => (move.type === "score" ? move.field : null);

/** The cards of the hand that a move gives away. */
export const cardsIn = (move: Move, hand: readonly Held[]): readonly number[] =>
  move.type === "score" ? [] : idsFor(hand, move.discard, NONE);

export const isSame = (one: Swap, other: Swap): boolean =>
  one.draw === other.draw && key(one.discard) === key(other.discard);

/** Two swaps of the same cards that differ in how many are drawn: no place on the board tells them apart. */
export function drawnOnly(marked: Marked): readonly [played: Swap, better: Swap] | null {
  const [played, best] = [marked?.played.move, marked?.best.move];
  if (played?.type !== "swap" || best?.type !== "swap" || played.draw === best.draw) return null;
  return isSame(played, { ...best, draw: played.draw }) ? [played, best] : null;
}

/** The ring around a line of a seat's block. */
export function lineRing(marked: Marked, seat: number, field: Field): Ring | null {
  if (!marked || marked.seat !== seat) return null;
  const [played, best] = [fieldIn(marked.played.move), fieldIn(marked.best.move)];
  if (played === best) return null;
  return field === played ? "played" : field === best ? "better" : null;
}

/** The rings around cards that lay in the hand before: those that only one of the two moves gives away or plays. */
export function cardRings(marked: Marked, hand: readonly Held[]): ReadonlyMap<number, Ring> {
  if (!marked) return new Map();
  const [played, best] = [marked.played.move, marked.best.move];
  const areFields = fieldIn(played) !== fieldIn(best);
  const touched = (move: Move): readonly number[] =>
    move.type !== "score" ? move.discard : areFields ? [] : move.cards;
  const given = new Set(idsFor(hand, touched(played), NONE));
  const better = new Set(idsFor(hand, touched(best), given));
  const rings = hand.flatMap(({ id }): (readonly [number, Ring])[] =>
    given.has(id) === better.has(id) ? [] : [[id, given.has(id) ? "played" : "better"]],
  );
  return new Map(rings);
}

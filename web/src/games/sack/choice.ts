/** What can be done, read off the moves that are offered: nothing here knows a rule. */

import type { Effect, Move, Place, Replace, Score, Verdict } from "./types";

/** The moves with what each would bring. */
export interface Offer<M extends Move = Move> {
  readonly move: M;
  readonly effect: Effect;
}

const NOTHING: Effect = { scored: null, standing: null };

export function offers(moves: readonly Move[], effects: readonly Effect[]): readonly Offer[] {
  return moves.map((move, at) => ({ move, effect: effects[at] ?? NOTHING }));
}

/** Whether a die is to be chosen, or a card. */
export function wants(moves: readonly Move[]): "die" | "card" | null {
  const [first] = moves;
  return first ? (first.type === "score" ? "card" : "die") : null;
}

/** The slot of the die that is picked up by itself: all moves are about one value. */
export function preselected(moves: readonly Move[], slots: readonly (number | null)[]): number | null {
  const values = new Set(moves.map((move) => (move.type === "score" ? null : move.die)));
  const [only] = values;
  if (values.size !== 1 || only == null) return null;
  const slot = slots.indexOf(only);
  return slot < 0 ? null : slot;
}

export function placing(all: readonly Offer[], die: number | null, board: number): Offer<Place> | null {
  return (all.find(({ move }) => move.type === "place" && move.die === die && move.board === board) ??
    null) as Offer<Place> | null;
}

export function taking(all: readonly Offer[], die: number | null, board: number, field: number): Offer<Replace> | null {
  return (all.find(
    ({ move }) => move.type === "replace" && move.die === die && move.board === board && move.field === field,
  ) ?? null) as Offer<Replace> | null;
}

export function scoring(all: readonly Offer[], board: number | null): Offer<Score> | null {
  return (all.find(({ move }) => move.type === "score" && move.board === board) ?? null) as Offer<Score> | null;
}

/** Whether a die of this value can be placed on any board. */
export function canPlace(all: readonly Offer[], die: number): boolean {
  return all.some(({ move }) => move.type === "place" && move.die === die);
}

/** Whether a die of this value can take the place of any other. */
export function canTake(all: readonly Offer[], die: number): boolean {
  return all.some(({ move }) => move.type === "replace" && move.die === die);
}

/** Whether a move would change who leads, or by how much. */
export function changes(now: Verdict | null, then: Verdict | null): boolean {
  const winner = now?.winner ?? null;
  if (winner !== (then?.winner ?? null)) return true;
  return winner !== null && now?.strengths[winner] !== then?.strengths[winner];
}

export function same(one: Move | null, other: Move): boolean {
  return one !== null && JSON.stringify(one) === JSON.stringify(other);
}

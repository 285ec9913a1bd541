/** What a choice of cards can become: read off the moves that the server offers, never computed. */

import type { Effect, Field, Move, Score, Swap, Trim } from "./types";

/** What one is about to do; "open": that is still to be said. */
export type Mode = "open" | "score" | "swap" | "trim";

/** A move that is offered, and what it brings. */
export interface Offer<Kind extends Move> {
  readonly move: Kind;
  readonly effect: Effect;
}

/** One way to fill a field: with these cards, said aloud or not. */
export interface Way {
  readonly field: Field;
  readonly cards: readonly number[];
  readonly points: number;
  readonly quiet: Offer<Score> | null;
  readonly loud: Offer<Score> | null;
}

/** Equal cards are interchangeable: a set of cards is its sorted values. */
export function key(cards: readonly number[]): string {
  return [...cards].sort((a, b) => a - b).join("");
}

/** Whether all of these cards (each as often) are among those. */
export function isWithin(some: readonly number[], all: readonly number[]): boolean {
  const left = [...all];
  return some.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function offers<Kind extends Move>(
  moves: readonly Move[],
  effects: readonly Effect[],
  type: Kind["type"],
): Offer<Kind>[] {
  return moves.flatMap((move, at) => (move.type === type ? [{ move: move as Kind, effect: effects[at]! }] : []));
}

/** Every way to fill a field now. */
export function ways(moves: readonly Move[], effects: readonly Effect[]): Way[] {
  const found = new Map<string, Way>();
  for (const offer of offers<Score>(moves, effects, "score")) {
    const { field, cards, announce } = offer.move;
    const name = `${field} ${key(cards)}`;
    const way = found.get(name) ?? { field, cards, points: offer.effect.points, quiet: null, loud: null };
    found.set(name, announce ? { ...way, loud: offer } : { ...way, quiet: offer });
  }
  return [...found.values()];
}

/** For each field the way with the most points. */
export function best(all: readonly Way[]): Map<Field, Way> {
  const found = new Map<Field, Way>();
  for (const way of all) {
    const before = found.get(way.field);
    if (!before || way.points > before.points) found.set(way.field, way);
  }
  return found;
}

/** The fields that exactly these cards fill. */
export function waysWith(all: readonly Way[], cards: readonly number[]): Map<Field, Way> {
  const wanted = key(cards);
  return new Map(all.filter((way) => key(way.cards) === wanted).map((way) => [way.field, way]));
}

/** Which field a choice of cards means: the one picked before if it still fits, or the only one that does. */
export function meant(fitting: ReadonlyMap<Field, Way>, picked: Field | null): Field | null {
  if (picked && fitting.has(picked)) return picked;
  const [only, ...more] = fitting.keys();
  return only && !more.length ? only : null;
}

/** The move of a way: aloud if that was pressed, and wherever only one of the two is offered, that one. */
export function said(way: Way, aloud: boolean): Offer<Score> {
  return ((aloud ? way.loud : way.quiet) ?? way.quiet ?? way.loud)!;
}

/** What saying nothing would cost; null where there is no choice between the two. */
export function priceOfSilence(way: Way): number | null {
  return way.quiet && way.loud ? way.quiet.effect.penalty - way.loud.effect.penalty : null;
}

/** The swaps that give exactly these cards away, fewest drawn first. */
export function swapsWith(moves: readonly Move[], effects: readonly Effect[], cards: readonly number[]): Offer<Swap>[] {
  const wanted = key(cards);
  return offers<Swap>(moves, effects, "swap")
    .filter(({ move }) => key(move.discard) === wanted)
    .sort((a, b) => a.move.draw - b.move.draw);
}

function trims(moves: readonly Move[]): Trim[] {
  return moves.filter((move) => move.type === "trim");
}

/** The trim that lays down exactly these cards. */
export function trimWith(moves: readonly Move[], cards: readonly number[]): Trim | null {
  const wanted = key(cards);
  return trims(moves).find((move) => key(move.discard) === wanted) ?? null;
}

/** How many cards may be laid down in a trim. */
export function trimSizes(moves: readonly Move[]): number[] {
  const sizes = trims(moves).map((move) => move.discard.length);
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/** Whether some offered swap or trim gives these cards away, perhaps with others. */
export function mayGo(moves: readonly Move[], cards: readonly number[]): boolean {
  return moves.some((move) => move.type !== "score" && isWithin(cards, move.discard));
}

/**
 * What a turn begins with: scoring, unless there is nothing to score or something else is asked for. While one's block
 * is empty neither is suggested: whoever begins is asked.
 */
export function firstMode(moves: readonly Move[], isBlank: boolean): Mode {
  const types = new Set(moves.map((move) => move.type));
  if (types.has("trim")) return "trim";
  if (types.has("swap") && !types.has("score")) return "swap";
  return isBlank && types.has("swap") ? "open" : "score";
}

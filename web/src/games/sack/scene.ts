/** What happened between two views, and what lies on the table while a scoring is shown. */

import type { Die, Scoring, View } from "./types";

export type Change =
  | { readonly kind: "still" | "jump" | "roll" | "deal" | "other" }
  | { readonly kind: "refill"; readonly board: number }
  | { readonly kind: "place" | "replace"; readonly board: number; readonly field: number; readonly value: number };

/** The dice that are seen on each board: those that lie there, or those that were just scored there. */
export function lying(view: View, scorings: readonly Scoring[]): readonly (readonly Die[])[] {
  return view.boards.map((dice, at) => scorings.find(({ board }) => board === at + 1)?.dice ?? dice);
}

/** Which event lies between two views; "jump" when it was not one. */
export function compare(before: View | null, after: View): Change {
  if (!before) return { kind: "still" };
  const now = lying(after, after.news);
  const touched = before.boards.flatMap((dice, at) => (sameDice(dice, now[at]!) ? [] : [at]));
  const [at] = touched;
  if (touched.length > 1) return { kind: "jump" };
  if (at !== undefined) return onBoard(at + 1, before.boards[at]!, now[at]!);
  if (before.phase === "deal" && after.phase !== "deal") return { kind: "deal" };
  if (before.hand.length === 0 && after.hand.length > 0) return { kind: "roll" };
  if (before.refill && !after.refill) return { kind: "refill", board: before.refill };
  return { kind: after.seat === before.seat && after.phase === before.phase ? "still" : "other" };
}

function onBoard(board: number, before: readonly Die[], after: readonly Die[]): Change {
  const differing = after.flatMap((die, at) => (sameDie(die, before[at]) ? [] : [at]));
  const [at] = differing;
  if (at === undefined || differing.length > 1) return { kind: "jump" };
  const { value } = after[at]!;
  if (after.length === before.length + 1) return { kind: "place", board, field: at + 1, value };
  if (after.length === before.length) return { kind: "replace", board, field: at + 1, value };
  return { kind: "jump" };
}

const sameDie = (one: Die, other: Die | undefined) => one.seat === other?.seat && one.value === other.value;
const sameDice = (one: readonly Die[], other: readonly Die[]) =>
  one.length === other.length && one.every((die, at) => sameDie(die, other[at]));

export type Slots = readonly (number | null)[];

/** The two places of the tray: a die that is left stays where it lay. */
export function settled(before: Slots, hand: readonly number[]): Slots {
  const [first = null, second = null] = hand;
  if (hand.length !== 1 || first === null) return [first, second];
  return before.lastIndexOf(first) === 1 ? [null, first] : [first, null];
}

/** A seat's dice in supply while the dice of these scorings still lie on their boards. */
export function supplyOf(view: View, seat: number, scorings: readonly Scoring[]): number {
  const lie = scorings.flatMap(({ dice }) => dice).filter((die) => die.seat === seat).length;
  return (view.supply[seat] ?? 0) - lie;
}

/** The last scoring of all boards as one view for each of them: what comes later still lies there. */
export function parts(view: View): readonly View[] {
  return view.news.length < 2 ? [view] : view.news.map((now, at) => before(view, now, view.news.slice(at + 1)));
}

function before(view: View, now: Scoring, later: readonly Scoring[]): View {
  const still = <T>(all: readonly T[], of: (scoring: Scoring) => T): T[] =>
    all.map((one, at) => {
      const scoring = later.find(({ board }) => board === at + 1);
      return scoring ? of(scoring) : one;
    });
  const won = view.won.map((_, seat) => wonOf(view, seat, later));
  return {
    ...view,
    news: [now],
    boards: still<readonly Die[]>(view.boards, ({ dice }) => dice),
    cards: still(view.cards, ({ card }) => card),
    standings: still(view.standings, ({ verdict }) => verdict),
    supply: view.supply.map((_, seat) => supplyOf(view, seat, later)),
    won,
    sacks: won.map((cards) => cards.reduce((sum, card) => sum + card.sacks, 0)),
  };
}

/** A seat's won cards while those of these scorings are not with it yet. */
export function wonOf(view: View, seat: number, scorings: readonly Scoring[]): View["won"][number] {
  const won = view.won[seat] ?? [];
  const away = scorings.filter(({ verdict }) => verdict.winner === seat).length;
  return won.slice(0, won.length - away);
}

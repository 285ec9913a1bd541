/** The difference of two views, and what is shown of a scoring. */

import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { fliesAfter, linger, sound } from "./pace";
import { compare, parts, settled, supplyOf, wonOf } from "./scene";
import { KEY } from "./table";
import type { Card, Die, Scoring, View } from "./types";
import Verdict from "./Verdict.svelte";

const die = (seat: number, value: number): Die => ({ seat, value });
const card = (id: string): Card => ({ id, sacks: 1 });

const VIEW: View = {
  first: 0,
  seat: 0,
  phase: "roll",
  fields: 9,
  supply: [8, 8],
  boards: [[die(0, 4), die(1, 4)], [], [die(1, 2), die(0, 2)], [], []],
  cards: ["most-4", "sum", "last-2", "most-even", "most-dice"].map(card),
  pile: [],
  won: [[], []],
  sacks: [0, 0],
  hand: [],
  refill: 0,
  news: [],
  standings: [null, null, null, null, null],
  closed: [false, false, false, false, false],
  last_round: false,
};
const view = (change: Partial<View>): View => ({ ...VIEW, ...change });
const withBoard = (at: number, dice: readonly Die[]) => VIEW.boards.map((old, i) => (i === at ? dice : old));
const scored = (
  id: string,
  dice: readonly Die[],
  strengths: readonly number[],
  winner: number | null,
  tie = false,
): Scoring => ({
  board: 1,
  card: card(id),
  dice,
  verdict: { winner, strengths, by_last_die: tie },
  counting: [],
  deciding: 0,
});

const ROLLED = view({ phase: "act", hand: [4, 6], supply: [6, 8] });

describe("between two views", () => {
  it("nothing is known of the first one", () => {
    expect(compare(null, VIEW)).toEqual({ kind: "still" });
  });
  it("a roll is seen by the hand", () => {
    expect(compare(VIEW, ROLLED)).toEqual({ kind: "roll" });
  });
  it("a placed die is the new one on its board", () => {
    const after = view({ phase: "place", hand: [4], boards: withBoard(1, [die(0, 6)]) });
    expect(compare(ROLLED, after)).toEqual({ kind: "place", board: 2, field: 1, value: 6 });
  });
  it("a die that filled a board is found among the dice that were scored", () => {
    const dice = [...VIEW.boards[0]!, die(0, 6)];
    const after = view({ hand: [4], boards: withBoard(0, []), news: [scored("most-4", dice, [1, 1], 1, true)] });
    expect(compare(ROLLED, after)).toEqual({ kind: "place", board: 1, field: 3, value: 6 });
  });
  it("a replaced die changes its owner and keeps its field", () => {
    const after = view({ boards: withBoard(0, [die(0, 4), die(0, 4)]) });
    expect(compare(ROLLED, after)).toEqual({ kind: "replace", board: 1, field: 2, value: 4 });
  });
  it("a new card and the first five are seen", () => {
    expect(compare(view({ refill: 3 }), VIEW)).toEqual({ kind: "refill", board: 3 });
    expect(compare(view({ phase: "deal" }), VIEW)).toEqual({ kind: "deal" });
  });
  it("more than one board is a jump, and so is going back", () => {
    expect(compare(ROLLED, view({ boards: [[], [], [], [], []] }))).toEqual({ kind: "jump" });
    expect(compare(VIEW, view({ boards: withBoard(0, [die(0, 4)]) }))).toEqual({ kind: "jump" });
  });
});

describe("the tray", () => {
  it("leaves a die where it lay", () => {
    expect(settled([null, null], [5, 1])).toEqual([5, 1]);
    expect(settled([5, 1], [1])).toEqual([null, 1]);
    expect(settled([5, 1], [5])).toEqual([5, null]);
    expect(settled([null, 1], [])).toEqual([null, null]);
  });
  it("takes the first of a pair away", () => {
    expect(settled([3, 3], [3])).toEqual([null, 3]);
  });
  it("manages without knowing what was there", () => {
    expect(settled([null, null], [4])).toEqual([4, null]);
  });
});

describe("while a scoring is shown", () => {
  const dice = [die(0, 4), die(1, 4), die(0, 2)];
  const now = view({
    supply: [10, 9],
    won: [[card("sum"), card("most-4")], []],
    news: [scored("most-4", dice, [1, 1], 0)],
  });

  it("its dice are not back in the supply, and its card is not yet won", () => {
    expect(supplyOf(now, 0, now.news)).toBe(8);
    expect(supplyOf(now, 1, now.news)).toBe(8);
    expect(wonOf(now, 0, now.news)).toEqual([card("sum")]);
    expect(wonOf(now, 0, [])).toHaveLength(2);
    expect(wonOf(now, 1, now.news)).toEqual([]);
  });
  it("the last one of all boards is told board by board", () => {
    const first = { ...scored("most-4", [die(0, 4), die(1, 4)], [1, 1], 1, true), board: 1 };
    const second = { ...scored("last-2", [die(1, 2), die(0, 2)], [2, 0], 0), board: 3 };
    const none = VIEW.boards.map(() => []);
    const end = view({
      phase: "over",
      boards: none,
      cards: VIEW.cards.map((one, at) => (at === 0 || at === 2 ? null : one)),
      supply: [10, 10],
      won: [[card("last-2")], [card("sum"), card("most-4")]],
      sacks: [1, 2],
      news: [first, second],
    });
    const [one, two] = parts(end);
    expect([one!.news, two!.news]).toEqual([[first], [second]]);
    // What comes later still lies where it lay, and is nobody's yet.
    expect(one!.boards).toEqual([[], [], second.dice, [], []]);
    expect(one!.cards[2]).toEqual(second.card);
    expect([one!.supply, one!.won, one!.sacks]).toEqual([
      [9, 9],
      [[], end.won[1]],
      [0, 2],
    ]);
    expect(two).toEqual({ ...end, news: [second] });
    expect(compare(view({ boards: VIEW.boards }), one!).kind).not.toBe("jump");
    expect(compare(one!, two!).kind).not.toBe("jump");
    expect([linger(one!, two!), fliesAfter(two!) < linger(one!, two!)]).toEqual([1500, true]);
    expect(parts(now)).toEqual([now]);
  });
  it("it stands long enough to be read, and is heard", () => {
    expect(linger(VIEW, now)).toBe(2200);
    expect(sound(VIEW, now)).toBe("score");
    expect(linger(VIEW, ROLLED)).toBe(700);
    expect(sound(VIEW, ROLLED)).toBe("roll");
    expect(sound(null, VIEW)).toBeNull();
  });
});

it("sparks fly where the last die takes a tie, and only there", () => {
  const board = new Map([[KEY, { who: String, name: String, look: Number }]]);
  const dice = [die(0, 4), die(1, 4)];
  const sparks = (scoring: Scoring) => render(Verdict, { props: { scoring }, context: board }).body.includes("burst");
  expect(sparks(scored("most-4", dice, [1, 1], 1, true))).toBe(true);
  expect(sparks(scored("most-4", dice, [1, 2], 1))).toBe(false);
  expect(sparks(scored("most-6", dice, [0, 0], null))).toBe(false);
});

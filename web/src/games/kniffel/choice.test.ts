import { describe, expect, it } from "vitest";
import {
  best,
  firstMode,
  isWithin,
  key,
  mayGo,
  meant,
  priceOfSilence,
  said,
  swapsWith,
  trimSizes,
  trimWith,
  ways,
  waysWith,
} from "./choice";
import type { Effect, Field, Move, Score } from "./types";

const score = (field: Field, cards: number[], announce = false): Score => ({ type: "score", field, cards, announce });
const brings = (points: number, penalty = 0): Effect => ({ points, penalty, draws: 0, held: 5, total: null, price: 0 });

/** Hand 6 6 6 5 5 2: sixes, three of a kind, full house; swaps of one or two cards. */
const MOVES: Move[] = [
  score("sixes", [6]),
  score("sixes", [6, 6]),
  score("sixes", [6, 6, 6]),
  score("three-of-a-kind", [2, 5, 6, 6, 6]),
  score("three-of-a-kind", [5, 5, 6, 6, 6]),
  score("full-house", [5, 5, 6, 6, 6]),
  { type: "swap", discard: [], draw: 0 },
  { type: "swap", discard: [], draw: 1 },
  { type: "swap", discard: [2, 5], draw: 3 },
  { type: "swap", discard: [2, 5], draw: 2 },
];
const EFFECTS = [6, 12, 18, 25, 28, 25, 0, 0, 0, 0].map((points, at) => brings(points, at < 6 ? 2 : 0));
const all = ways(MOVES, EFFECTS);

describe("cards", () => {
  it("are the same in any order", () => {
    expect(key([6, 2, 5])).toBe(key([2, 5, 6]));
    expect(key([])).toBe("");
  });
  it("are within others only as often as those hold them", () => {
    expect(isWithin([5, 5], [2, 5, 5])).toBe(true);
    expect(isWithin([5, 5], [2, 5])).toBe(false);
    expect(isWithin([], [])).toBe(true);
  });
});

describe("scoring", () => {
  it("offers the most points of each field", () => {
    const points = [...best(all)].map(([field, way]) => [field, way.points]);
    expect(points).toEqual([
      ["sixes", 18],
      ["three-of-a-kind", 28],
      ["full-house", 25],
    ]);
  });
  it("finds the fields that exactly the chosen cards fill", () => {
    expect([...waysWith(all, [6, 6, 6, 5, 5]).keys()]).toEqual(["three-of-a-kind", "full-house"]);
    expect(waysWith(all, [6, 6]).get("sixes")?.points).toBe(12);
    expect(waysWith(all, [6, 5]).size).toBe(0);
    expect(waysWith(all, []).size).toBe(0);
  });
  it("means the only field that fits, or the one picked before", () => {
    expect(meant(waysWith(all, [6, 6]), null)).toBe("sixes");
    expect(meant(waysWith(all, [6, 6, 6, 5, 5]), null)).toBeNull();
    expect(meant(waysWith(all, [6, 6, 6, 5, 5]), "full-house")).toBe("full-house");
    expect(meant(waysWith(all, [6, 6]), "full-house")).toBe("sixes");
    expect(meant(waysWith(all, [2]), "full-house")).toBeNull();
  });
});

describe("the announcement", () => {
  const cards = [5, 5, 6, 6, 6];
  const both = ways(
    [score("full-house", cards), score("full-house", cards, true)],
    [brings(25, 16), brings(25, 6)],
  )[0]!;
  it("is a choice where both are offered", () => {
    expect(priceOfSilence(both)).toBe(10);
    expect(said(both, false).move.announce).toBe(false);
    expect(said(both, true).effect.penalty).toBe(6);
  });
  it("is none where one is offered, and then that one is meant", () => {
    const loud = ways([score("full-house", cards, true)], [brings(25)])[0]!;
    expect(priceOfSilence(loud)).toBeNull();
    expect(said(loud, false).move.announce).toBe(true);
    expect(priceOfSilence(all[0]!)).toBeNull();
    expect(said(all[0]!, true).move.announce).toBe(false);
  });
});

describe("giving cards away", () => {
  it("finds the swaps of exactly these cards, fewest drawn first", () => {
    const draws = (cards: number[]) => swapsWith(MOVES, EFFECTS, cards).map(({ move }) => move.draw);
    expect(draws([5, 2])).toEqual([2, 3]);
    expect(draws([])).toEqual([0, 1]);
    expect(draws([6])).toEqual([]);
    expect(swapsWith(MOVES, EFFECTS, [5, 2])[0]!.effect).toBe(EFFECTS[9]);
  });
  it("lets a choice grow only toward something offered", () => {
    expect(mayGo(MOVES, [2])).toBe(true);
    expect(mayGo(MOVES, [2, 5])).toBe(true);
    expect(mayGo(MOVES, [2, 2])).toBe(false);
    expect(mayGo(MOVES, [6])).toBe(false);
  });
  it("knows how many must be laid down in a trim", () => {
    const trims: Move[] = [
      { type: "trim", discard: [1, 3] },
      { type: "trim", discard: [1, 4] },
    ];
    expect(trimSizes(trims)).toEqual([2]);
    expect(trimWith(trims, [4, 1])).toBe(trims[1]);
    expect(trimWith(trims, [1])).toBeNull();
    expect(firstMode(trims, true)).toBe("trim");
  });
});

describe("a turn", () => {
  it("begins with scoring where something can be scored", () => {
    expect(firstMode(MOVES, false)).toBe("score");
    expect(firstMode(MOVES.slice(6), false)).toBe("swap");
    expect(firstMode([], false)).toBe("score");
  });
  it("begins with the question while the block is empty", () => {
    expect(firstMode(MOVES, true)).toBe("open");
    expect(firstMode(MOVES.slice(6), true)).toBe("swap");
    expect(firstMode(MOVES.slice(0, 6), true)).toBe("score");
    expect(firstMode([], true)).toBe("score");
  });
});

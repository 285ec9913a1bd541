import { describe, expect, it } from "vitest";
import { cardRings, cardsIn, drawnOnly, lineRing } from "./rings";
import type { Move, View } from "./types";

const hand = [6, 6, 4, 2, 1].map((value, id) => ({ id, value }));
const swap = (...discard: number[]): { move: Move } => ({ move: { type: "swap", discard, draw: discard.length } });
const score = (field: "ones" | "sixes", ...cards: number[]): { move: Move } => ({
  move: { type: "score", field, cards, announce: false },
});
const marked = (played: { move: Move }, best: { move: Move }) => ({ seat: 0, before: {} as View, played, best });

describe("the rings of a decision", () => {
  it("lie around the cards that only one of the moves gives away", () => {
    expect([...cardRings(marked(swap(6, 2), swap(2, 1)), hand)]).toEqual([
      [0, "played"],
      [4, "better"],
    ]);
  });
  it("lie around the lines, where one should have been filled or another one", () => {
    const both = marked(score("ones", 1), score("sixes", 6, 6));
    expect([lineRing(both, 0, "ones"), lineRing(both, 0, "sixes"), lineRing(both, 1, "ones")]).toEqual([
      "played",
      "better",
      null,
    ]);
    expect(cardRings(both, hand).size).toBe(0);
    expect([...cardRings(marked(swap(4), score("sixes", 6, 6)), hand)]).toEqual([[2, "played"]]);
  });
  it("are plates of their own where only the number of drawn cards differs", () => {
    const more: { move: Move } = { move: { type: "swap", discard: [2, 6], draw: 4 } };
    expect(drawnOnly(marked(swap(6, 2), more))).toEqual([swap(6, 2).move, more.move]);
    expect(drawnOnly(marked(swap(6, 2), swap(6, 2)))).toBeNull();
    expect(drawnOnly(marked(swap(6), more))).toBeNull();
    expect(drawnOnly(marked(score("ones", 1), more))).toBeNull();
  });
  it("are not drawn where the best move was played", () => {
    expect(cardRings(marked(swap(4), swap(4)), hand).size).toBe(0);
    expect(lineRing(marked(score("ones", 1), score("ones", 1)), 0, "ones")).toBeNull();
  });
});

it("letters lie on the cards that a move gives away", () => {
  expect([cardsIn(swap(6, 2).move, hand), cardsIn(score("ones", 1).move, hand)]).toEqual([[0, 3], []]);
});

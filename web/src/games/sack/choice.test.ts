/** What is offered is read off the moves, and nothing else. */

import { describe, expect, it } from "vitest";
import { canPlace, canTake, changes, offers, placing, preselected, same, scoring, taking, wants } from "./choice";
import type { Effect, Move, Verdict } from "./types";

const place = (die: number, board: number): Move => ({ type: "place", die, board });
const replace = (die: number, board: number, field: number): Move => ({ type: "replace", die, board, field });
const score = (board: number | null): Move => ({ type: "score", board });
const verdict = (winner: number | null, ...strengths: number[]): Verdict => ({ winner, strengths, by_last_die: false });
const effect = (standing: Verdict): Effect => ({ scored: null, standing });

describe("what is wanted", () => {
  it("is a card when cards can be scored, a die when dice can be laid, nothing without moves", () => {
    expect(wants([score(2), score(null)])).toBe("card");
    expect(wants([place(3, 1), replace(3, 1, 2)])).toBe("die");
    expect(wants([])).toBeNull();
  });
});

describe("the die that is picked up by itself", () => {
  it("is none while two different dice can be used", () => {
    expect(preselected([place(3, 1), place(5, 1)], [3, 5])).toBeNull();
  });
  it("is the first of a pair", () => {
    expect(preselected([place(4, 1), place(4, 2)], [4, 4])).toBe(0);
  });
  it("is the one that is left, wherever it lies", () => {
    expect(preselected([place(2, 1)], [null, 2])).toBe(1);
  });
  it("is the only one that a lesson offers", () => {
    expect(preselected([replace(5, 3, 1)], [2, 5])).toBe(1);
  });
  it("is none when a card is asked for, or nothing is", () => {
    expect(preselected([score(1), score(null)], [6, 6])).toBeNull();
    expect(preselected([], [6, 6])).toBeNull();
  });
});

describe("targets", () => {
  const moves = [place(4, 1), place(4, 3), replace(4, 3, 2), place(2, 1), score(5), score(null)];
  const all = offers(
    moves,
    moves.map((_, at) => effect(verdict(0, at))),
  );

  it("come with the effect of their own move", () => {
    expect(placing(all, 4, 3)?.effect.standing?.strengths).toEqual([1]);
    expect(taking(all, 4, 3, 2)?.effect.standing?.strengths).toEqual([2]);
    expect(scoring(all, 5)?.effect.standing?.strengths).toEqual([4]);
  });
  it("are none where no move is offered", () => {
    expect(placing(all, 4, 2)).toBeNull();
    expect(placing(all, null, 1)).toBeNull();
    expect(taking(all, 2, 3, 2)).toBeNull();
    expect(scoring(all, 4)).toBeNull();
  });
  it("tell whether a die may be placed or take another's place, and whether none may be scored", () => {
    expect(canPlace(all, 2)).toBe(true);
    expect(canPlace(all, 3)).toBe(false);
    expect(canTake(all, 4)).toBe(true);
    expect(canTake(all, 2)).toBe(false);
    expect(scoring(all, null)?.move).toEqual(score(null));
  });
  it("have no effect when none came with the moves", () => {
    expect(offers([place(1, 1)], [])[0]?.effect).toEqual({ scored: null, standing: null });
  });
});

describe("a preview", () => {
  it("is worth showing when the leader changes, or the leader's number", () => {
    expect(changes(verdict(0, 2, 1), verdict(1, 2, 3))).toBe(true);
    expect(changes(verdict(0, 2, 1), verdict(0, 3, 1))).toBe(true);
    expect(changes(null, verdict(0, 1, 0))).toBe(true);
  });
  it("is not when only those behind move", () => {
    expect(changes(verdict(0, 2, 0), verdict(0, 2, 1))).toBe(false);
    expect(changes(null, verdict(null, 0, 0))).toBe(false);
  });
});

it("two moves are the same when they say the same", () => {
  expect(same(place(1, 2), place(1, 2))).toBe(true);
  expect(same(place(1, 2), place(2, 1))).toBe(false);
  expect(same(null, score(null))).toBe(false);
});

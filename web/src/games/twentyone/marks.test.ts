/** What can be chosen is read off the moves, and what moved is the difference of two views. */

import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import {
  asked,
  doing,
  fresh,
  gained,
  isDue,
  isPerfect,
  lit,
  markAt,
  moveAt,
  printed,
  rolled,
  rowAt,
  shows,
  toggled,
} from "./marks";
import type { Colour, Mark, Move, Phase, View } from "./types";
import { W } from "./texts";
import Worth from "./Worth.svelte";

const mark = (...colours: Colour[]): Mark => ({ type: "mark", colours });
const EMPTY = [null, null, null, null, null, null];
const page = (first: (number | null)[] = EMPTY) => ({ sheet: "A", rows: [first, EMPTY, EMPTY, EMPTY, EMPTY], at: 0 });
const NONE = { numbers: 0, hits: 0, bonus: 0 };
const view = (phase: Phase, change: Partial<View> = {}): View => ({
  first: 0,
  active: 0,
  phase,
  dice: [5, 5, 1, 3, 3, 1],
  pages: [page(), page()],
  choices: [null, null],
  waiting: phase === "mark" ? [0, 1] : [],
  fits: [[], []],
  locked: phase === "keep" || phase === "again" ? ["green", "black"] : [],
  hits: [
    [[], [], [], [], []],
    [[], [], [], [], []],
  ],
  scores: [
    [NONE, NONE, NONE, NONE, NONE],
    [NONE, NONE, NONE, NONE, NONE],
  ],
  totals: [0, 0],
  places: [],
  news: [],
  ...change,
});

describe("a sheet", () => {
  it("has colours and limits from the printed rows", () => {
    expect(printed("A", 0)[0]).toEqual({ colour: "red", most: 6 });
    expect(printed("B", 4).map(({ most }) => most)).toEqual([4, 4, 3, 3, 2, 1]);
  });
  it("has no fields where there is no row", () => {
    expect(printed("A", 5)).toEqual([]);
  });
  it("is told what the die of a colour shows", () => {
    expect(shows([5, 4, 3, 2, 1, 6], "black")).toBe(6);
    expect(shows([], "red")).toBeNull();
  });
});

describe("how far it is", () => {
  const two = view("mark", { pages: [page(), { ...page(), at: 3 }], waiting: [1] });

  it("is one's own row, not the leader's; for somebody who watches, the leader's", () => {
    expect([rowAt(two, 0), rowAt(two, 1), rowAt(two, null)]).toEqual([1, 4, 4]);
    expect(rowAt(view("over", { pages: [{ ...page(), at: 5 }] }), 0)).toBe(5);
  });
  it("is one's turn to enter only while all are asked and one has not chosen", () => {
    expect([isDue(two, 0), isDue(two, 1), isDue(two, null), isDue(view("keep"), 0)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
  it("is a feast where a row is full of hits", () => {
    const after = [6, 5, 4, 3, 2, 1];
    const marked = { seat: 1, row: 0, before: EMPTY, after, score: { numbers: 21, hits: 6, bonus: 21 } };
    const feast = view("roll", { news: [marked] });
    expect([isPerfect(feast, 1), isPerfect(feast, 0)]).toEqual([true, false]);
    expect(isPerfect(view("roll", { news: [{ ...marked, score: { ...marked.score, hits: 5 } }] }), 1)).toBe(false);
  });
});

describe("choosing", () => {
  const moves: Move[] = [mark("red", "green"), mark("red", "blue"), mark("green"), mark()];

  it("lights what occurs in some move", () => {
    expect(lit(moves, [])).toEqual(["red", "green", "blue"]);
  });
  it("lights only what goes together with the choice", () => {
    expect(lit(moves, ["blue"])).toEqual(["red", "blue"]);
    expect(lit(moves, ["green", "blue"])).toEqual([]);
  });
  it("lights nothing when only the strike is offered, or keeping", () => {
    expect(lit([mark()], [])).toEqual([]);
    expect(lit([{ type: "keep" }, { type: "reroll" }], [])).toEqual([]);
  });
  it("puts colours in and out, in the order of the dice", () => {
    expect(toggled(["black"], "red")).toEqual(["red", "black"]);
    expect(toggled(["red", "black"], "red")).toEqual(["black"]);
  });
  it("finds the move that is exactly the choice", () => {
    expect(markAt(moves, ["green", "red"])).toBe(0);
    expect(markAt(moves, ["red"])).toBe(-1);
    expect(markAt(moves, [])).toBe(3);
    expect(markAt([mark("red")], [])).toBe(-1);
  });
  it("finds keep and reroll", () => {
    expect(moveAt([{ type: "keep" }, { type: "reroll" }], "reroll")).toBe(1);
    expect(moveAt([{ type: "keep" }], "reroll")).toBe(-1);
  });
  it("asks about the colour alone, or about the combination when alone it is possible", () => {
    expect(asked(moves, ["red"], "white")).toEqual(mark("white"));
    expect(asked(moves, ["blue"], "green")).toEqual(mark("green", "blue"));
  });
});

describe("who does what", () => {
  it("shows who has chosen and who has not", () => {
    const now = view("mark", { waiting: [1] });
    expect([doing(now, 0), doing(now, 1)]).toEqual(["done", "thinks"]);
  });
  it("shows what the active seat does, and nothing at the end", () => {
    expect(doing(view("keep"), 0)).toBe("thinks");
    expect(doing(view("again"), 0)).toBe("rolls");
    expect(doing(view("keep"), 1)).toBeNull();
    expect(doing(view("over"), 0)).toBeNull();
  });
});

describe("what a round brought", () => {
  const after = [5, 5, null, null, null, 0];
  const ended = view("roll", {
    totals: [11, 0],
    news: [{ seat: 0, row: 0, before: [5, null, null, null, null, null], after, score: NONE }],
  });

  it("is the fields that were free before", () => {
    expect(fresh(ended, 0)).toEqual({ row: 0, fields: [false, true, false, false, false, true], full: false });
    expect(fresh(ended, 1)).toBeNull();
  });
  it("knows a full row", () => {
    const news = [{ seat: 1, row: 2, before: [1, 1, 1, 1, 1, null], after: [1, 1, 1, 1, 1, 1], score: NONE }];
    expect(fresh(view("roll", { news }), 1)?.full).toBe(true);
  });
  it("is the difference of the totals, but only right after the choice", () => {
    expect(gained(view("mark", { totals: [5, 0] }), ended, 0)).toBe(6);
    expect(gained(view("mark", { totals: [5, 0] }), ended, 1)).toBeNull();
    expect(gained(view("keep", { totals: [5, 0] }), ended, 0)).toBeNull();
    expect(gained(null, ended, 0)).toBeNull();
  });
});

describe("rolling", () => {
  const all = [true, true, true, true, true, true];
  const none = all.map(() => false);

  it("rolls all six at the beginning of a round, even if they fall as before", () => {
    expect(rolled(view("roll"), view("keep"))).toEqual(all);
  });
  it("leaves the ones alone the second time", () => {
    const second = view("mark", { dice: [2, 2, 1, 4, 4, 1] });
    expect(rolled(view("again"), second)).toEqual([true, true, false, true, true, false]);
    expect(rolled(view("keep"), second)).toEqual([true, true, false, true, true, false]);
  });
  it("rolls nothing when a roll is kept, a choice made, or a match opened", () => {
    expect(rolled(view("keep"), view("mark"))).toEqual(none);
    expect(rolled(view("mark"), view("mark", { waiting: [1] }))).toEqual(none);
    expect(rolled(view("mark"), view("roll"))).toEqual(none);
    expect(rolled(null, view("keep"))).toEqual(none);
    expect(rolled(view("roll", { dice: [] }), view("roll", { dice: [] }))).toEqual(none);
  });
  it("rolls all when scenes were skipped and other dice lie there", () => {
    expect(rolled(view("mark"), view("keep", { dice: [1, 1, 1, 1, 1, 1] }))).toEqual(all);
  });
});

it("sparks fly when a row of six hits is filled, and only then", () => {
  const worth = { numbers: 21, hits: 6, bonus: 21 };
  const sparks = (fresh: boolean, perfect: boolean) =>
    render(Worth, { props: { worth, would: false, fresh, perfect } }).body.includes("burst");
  expect([sparks(true, true), sparks(true, false), sparks(false, true)]).toEqual([true, false, false]);
});

it("a row that is worth one point has one", () => {
  expect([W.rowWorth(1, 0).de, W.rowWorth(9, 3).de]).toEqual(["1 Punkt: 1 und 0 Bonus", "12 Punkte: 9 und 3 Bonus"]);
});

it("whoever looks is spoken to, and the others go by their names", () => {
  expect([W.ponders(null).en, W.ponders("Knut").en]).toEqual(["You are thinking …", "Knut is thinking …"]);
  expect(W.rolls(null).de).toBe("Du würfelst …");
  expect([W.waitsFor([null]).de, W.waitsFor([null, "Knut"]).de]).toEqual([
    "Du überlegst noch …",
    "Knut überlegt noch …",
  ]);
});

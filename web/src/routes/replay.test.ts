/** Walking through a story: keys, jumps and links. */

import { describe, expect, it } from "vitest";
import { matchesIn } from "./check";
import {
  keyed,
  marksOf,
  nextMark,
  previousMark,
  queryOf,
  seatIn,
  stepIn,
  stepsOf,
  waitingAt,
  eventIn,
  eventsIn,
} from "./replay";
import { named } from "../table/record";

const walk = { last: 20, marks: [4, 9, 17] };

describe("the marks", () => {
  it("are where something was scored", () => {
    expect(marksOf([0, 3, 0, 5], (view) => view > 0)).toEqual([1, 3]);
  });
  it("are jumped to, and beyond them the ends", () => {
    expect([0, 4, 10, 17, 20].map((at) => nextMark(walk, at))).toEqual([4, 9, 17, 20, 20]);
    expect([0, 4, 5, 17, 20].map((at) => previousMark(walk, at))).toEqual([0, 0, 4, 9, 17]);
    expect(nextMark({ last: 5, marks: [] }, 2)).toBe(5);
    expect(previousMark({ last: 5, marks: [] }, 2)).toBe(0);
  });
});

describe("a key", () => {
  it("moves by one step, and stays inside", () => {
    expect(keyed("ArrowRight", 3, walk)).toBe(4);
    expect(keyed("ArrowRight", 20, walk)).toBe(20);
    expect(keyed("ArrowLeft", 3, walk)).toBe(2);
    expect(keyed("ArrowLeft", 0, walk)).toBe(0);
  });
  it("moves to the ends and to the scorings", () => {
    expect(keyed("Home", 3, walk)).toBe(0);
    expect(keyed("End", 3, walk)).toBe(20);
    expect(keyed("PageDown", 4, walk)).toBe(9);
    expect(keyed("PageUp", 4, walk)).toBe(0);
  });
  it("means nothing else", () => {
    expect(keyed("a", 3, walk)).toBeNull();
    expect(keyed("Enter", 3, walk)).toBeNull();
  });
});

describe("a link", () => {
  const steps = [...Array(21).keys()].map((after) => ({ after }));
  it("opens at its step, inside the match", () => {
    expect(stepIn("17", steps)).toBe(17);
    expect(stepIn("99", steps)).toBe(20);
    expect(stepIn("-3", steps)).toBe(0);
    for (const nonsense of [null, "", "x", "1.5", "NaN"]) expect(stepIn(nonsense, steps)).toBe(0);
  });
  it("may say whose eyes", () => {
    expect(seatIn("2", 4)).toBe(2);
    for (const nonsense of [null, "", "4", "-1", "x"]) expect(seatIn(nonsense, 4)).toBeUndefined();
  });
  it("is read as it was written", () => {
    const query = new URLSearchParams(queryOf(17, 2));
    expect(stepIn(query.get("at"), steps)).toBe(17);
    expect(seatIn(query.get("seat"), 4)).toBe(2);
    expect(queryOf(3, null)).toBe("?at=3");
  });
});

it("what several choose at the same time is one step", () => {
  const scene = (n: number, partial = false) => (partial ? { n, partial } : { n });
  const told = [scene(0), scene(1), scene(2, true), scene(3, true), scene(4), scene(5), scene(6, true)];
  const steps = stepsOf(told);
  expect(steps.map(({ n }) => n)).toEqual([0, 1, 4, 5, 6]);
  // Links count events: an old one leads to the moment that it always meant, or to the end of the choice.
  expect(["1", "2", "4", "5", "6"].map((at) => steps[stepIn(at, steps)]!.n)).toEqual([1, 4, 4, 5, 6]);
});

it("what happens all at once is shown in parts, and a link to it leads to the last one", () => {
  const steps = stepsOf([{ view: "a" }, { view: "bcd" }, { view: "e" }], (view: string) => [...view]);
  expect(steps.map(({ view, after, part }) => [view, after, part])).toEqual([
    ["a", 0, 0],
    ["b", 1, 0],
    ["c", 1, 1],
    ["d", 1, 2],
    ["e", 2, 0],
  ]);
  expect(["0", "1", "2"].map((at) => steps[stepIn(at, steps)]!.view)).toEqual(["a", "d", "e"]);
});

it("the match waits for whoever acts next", () => {
  const scenes = [{ seat: null }, { seat: null }, { seat: 2 }, { seat: null }];
  expect(scenes.map((_, at) => waitingAt(scenes, at))).toEqual([[], [2], [], []]);
});

it("a downloaded record can be checked: it names its table", () => {
  const record = { pasch: 1, game: "hilo", players: 2, options: {}, events: [] };
  const [found] = matchesIn(named(record, "LAUNE-89GA5", ["Lena", "Jonas"]));
  expect(found).toMatchObject({ table: "LAUNE-89GA5", players: 2, game: "hilo" });
});

describe("a link to an event", () => {
  const scenes = [null, { type: "roll" }, { type: "table" }, { type: "keep" }].map((event) => ({ event }));
  const steps = stepsOf(scenes.map((scene) => ({ ...scene, view: null })));
  it("counts what belongs to the match, not what changed at the table", () => {
    const events = eventsIn(scenes);
    expect(events).toEqual([0, 1, 1, 2]);
    expect(["0", "1", "9", null].map((wanted) => eventIn(wanted, steps, events))).toEqual([1, 3, null, null]);
  });
});

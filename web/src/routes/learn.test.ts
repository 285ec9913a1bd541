/** The lessons can be walked through, forwards and backwards. */

import { describe, expect, it } from "vitest";
import { before, lessonOf, stationAt, stations, type Step } from "./learn";

const step = (words: string | null): Step => ({
  words: words === null ? null : { de: words, en: words },
  told: { de: [], en: [] },
  view: {},
  waiting: [],
  moves: [],
  effects: [],
  expect: null,
});
const STEPS = [step(null), step("a"), step(null), step(null), step("b"), step("c")];

describe("a lesson", () => {
  it("has a station wherever the teacher speaks", () => {
    expect(stations(STEPS)).toEqual([1, 4, 5]);
    expect(STEPS.map((_, at) => stationAt(STEPS, at))).toEqual([-1, 0, 0, 0, 1, 2]);
  });
  it("goes back from station to station", () => {
    expect([5, 4, 3, 2, 1, 0].map((at) => before(STEPS, at))).toEqual([4, 1, 1, 1, 1, 0]);
  });
  it("that is not there is not loaded", async () => {
    await expect(lessonOf("no-such-game")).rejects.toThrow("no-such-game");
  });
});

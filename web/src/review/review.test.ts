/** The ribbon, the balance and the funnel: what is drawn and heard is what was computed. */

import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { settings } from "$lib/settings.svelte";
import type { AnyModule } from "../games/game";
import { heightOf, signed, sumOf, tiltOf, widthsOf } from "./balance";
import { funnelOf, halfAt, halfOf, verdictOf } from "./funnel";
import { heardAt, heardWhole } from "./heard";
import MoveChip from "./MoveChip.svelte";
import Rosette from "./Rosette.svelte";
import { apart, bestSoFar, columnsOf, columnsSoFar, drawn, foundSoFar, orderOf, stopsOf, tapped, xOf } from "./ribbon";
import { sparkOf } from "./spark";
import { R, reason, words } from "./texts";
import type { JudgementInfo, ReviewInfo } from "./types";

const says = { de: ["die ", 1], en: ["the ", 1] };
const candidate = { move: {}, says, chance: 0.5 };
const judged = (loss: number, mark: JudgementInfo["mark"]): JudgementInfo => ({
  played: candidate,
  best: candidate,
  candidates: [candidate],
  rank: 2,
  moves: 5,
  lead: 0,
  loss,
  counted: true,
  mark,
  why: null,
});
const step = (seat: number | null, first: number, more: object = {}) => ({
  seat,
  chances: [first, 1 - first],
  percent: [Math.round(100 * first), 100 - Math.round(100 * first)],
  luck: null,
  error: null,
  judgement: null,
  ...more,
});
const review = {
  game: "any",
  players: 2,
  weights: "",
  start: [0.5, 0.5],
  percent: [50, 50],
  seats: [],
  steps: [
    step(null, 0.6, { luck: [0.1, -0.1], error: 0 }),
    step(0, 0.46, { judgement: judged(0.124, "blunder") }),
    step(null, 0.48, { luck: [0.02, -0.02], error: 0 }),
    step(1, 0.34, { judgement: judged(0, null) }),
  ],
} as unknown as ReviewInfo;
const AREA = { x: 10, y: 0, width: 400, height: 100 };
const PLAYERS = ["Du", "Jonas"].map((name, look) => ({ name, look })) as never;

describe("the ribbon", () => {
  it("has a column for each event, and chance belongs to the move that follows", () => {
    expect(columnsOf(review, 0).map(({ turn, seat }) => [turn, seat])).toEqual([
      [1, null],
      [1, 0],
      [2, null],
      [2, 1],
    ]);
  });
  it("joins events that are one step of a replay, with their luck, and one's own decision", () => {
    const [first, second] = columnsOf(review, 0, [3, 4]);
    expect([first!.event, first!.seat, first!.judgement?.mark, first!.chances[0]]).toEqual([2, 0, "blunder", 0.48]);
    expect(first!.luck[0]).toBeCloseTo(0.12);
    expect(second!.event).toBe(3);
  });
  it("is stacked to the top, with the seat that looks at the bottom", () => {
    expect(orderOf(3, 1)).toEqual([1, 0, 2]);
    const { bands, edge, luck, marks, starts } = drawn([0.5, 0.5], columnsOf(review, 1), orderOf(2, 1), AREA, 1, null);
    expect(bands.map(({ seat }) => seat)).toEqual([1, 0]);
    expect(edge).toBe("M10 60L110 60L110 46L210 46L210 48L310 48L310 34L410 34");
    expect(bands[1]!.path).toContain("M10 0L110 0");
    expect(luck).toEqual([{ x: 10, y: 50, height: 10 }]);
    expect(marks.map(({ at, kind }) => [at, kind])).toEqual([[3, null]]);
    expect(starts).toEqual([75, 25]);
  });
  it("marks one's own decisions alone, the loss as long as it was", () => {
    const columns = columnsOf(review, 0);
    const { marks } = drawn([0.5, 0.5], columns, [0, 1], AREA, 0, null);
    expect(marks).toEqual([{ at: 1, x: 160, y: 54, loss: 12.4, kind: "blunder" }]);
    expect(drawn([0.5, 0.5], columns, [0, 1], AREA, null, null).marks).toEqual([]);
    expect(drawn([0.5, 0.5], columns, [0, 1], AREA, 0, 1).marks[0]!.kind).toBe("best");
  });
  it("is jumped along by marks and turning points, and a tap near one means it", () => {
    const columns = columnsOf(review, 0);
    expect(stopsOf(columns, 0, [3])).toEqual([2, 4]);
    expect(xOf(2, 4, AREA)).toBe(210);
    expect(tapped(190, [2, 4], 4, AREA)).toBe(2);
    expect(tapped(150, [2, 4], 4, AREA)).toBeNull();
  });
  it("keeps emblems apart and inside", () => {
    expect(apart([99, 98, 97], 22, AREA)).toEqual([89, 67, 45]);
    expect(apart([30, 10, 2], 22, AREA)).toEqual([55, 33, 11]);
  });
  it("is heard place by place, and as a whole", () => {
    settings.lang = "de";
    const heard = { review, columns: columnsOf(review, 0), players: PLAYERS, own: 0, bottom: 0 };
    expect(heardAt(heard, 2)).toBe("Zug 1 von 2, du. 46 Prozent, vorher 60. Patzer, minus 12. Jonas 54.");
    expect(heardAt(heard, 0)).toBe("Vor dem ersten Zug. Du 50 Prozent. Jonas 50.");
    expect(heardWhole(heard, [1])).toBe(
      "Gewinnchancen über 2 Züge. Du: 50 Prozent zu Beginn, am höchsten bei Zug 1 mit 60, 34 am Ende. Wendepunkte: Zug 1.",
    );
    expect(heardWhole({ ...heard, review: { ...review, percent: [70, 30] } }, []), "a start that is the peak").toBe(
      "Gewinnchancen über 2 Züge. Du: 70 Prozent zu Beginn, danach nie höher, 34 am Ende. Wendepunkte: keine.",
    );
  });
});

describe("the balance", () => {
  const points = { start: 25, luck: -26, own: -22, others: 24, rest: -1, result: 0 };
  it("tips to the heavier side, by three quarters of a degree for a point, at most eight", () => {
    expect(tiltOf(-26, -22)).toBe(-3);
    expect(tiltOf(5, -90)).toBe(8);
    expect(tiltOf(4, -4)).toBe(0);
  });
  it("grows with the root of the points, between its limits", () => {
    expect([heightOf(0), heightOf(-16), heightOf(90)]).toEqual([30, 60, 86]);
  });
  it("draws all bars on one scale, and writes the sum", () => {
    expect(widthsOf(points)).toMatchObject({ luck: 43.3, own: 36.7, rest: 1.7 });
    expect(widthsOf({ ...points, result: 100 }).luck).toBe(13);
    expect(sumOf(points)).toBe("25 − 26 − 22 + 24 − 1 = 0");
    expect([signed(-3), signed(3), signed(0), signed(3, false)]).toEqual(["−3", "+3", "0", "3"]);
  });
  it("is heard in one sentence", () => {
    expect(R.balanceHeard(points, true).de).toBe(
      "Start 25, Glück minus 26, deine Züge minus 22, Züge der anderen plus 24, Rest minus 1, Ergebnis 0 Prozent.",
    );
  });
});

describe("the funnel", () => {
  const point = (loss: number, error: number, times = 300) => ({ loss, error, times });
  it("says what is sure and what is probable, by where the band lies", () => {
    expect(verdictOf(point(0.116, 0.012))).toEqual({ surely: "mistake", probably: "blunder" });
    expect(R.verdict("mistake", "blunder").de).toBe("Sicher ein Fehler, wohl ein Patzer.");
    expect(verdictOf(point(0.01, 0.02))).toEqual({ surely: null, probably: null });
    expect(verdictOf(point(0.09, 0.15, 10)), "too early to say").toBeNull();
  });
  it("closes from left to right, a loss downwards", () => {
    const path = [10, 100, 200].map((times) => point(0.1, 0.3 / Math.sqrt(times), times));
    const funnel = funnelOf({ path, times: 200, most: 500, done: false }, 300, 100)!;
    expect(funnel.end.x).toBe(120);
    expect(funnel.end.bottom - funnel.end.top).toBeGreaterThan(0);
    expect(funnel.ahead.top, "it will close further").toBeGreaterThan(funnel.end.top);
    expect(funnel.ahead.bottom).toBeLessThan(funnel.end.bottom);
    expect(funnel.y(10)).toBeGreaterThan(funnel.y(5));
    expect(funnelOf({ path: [], times: 3, most: 500, done: false }, 300, 100)).toBeNull();
    expect(halfAt(path[1]!, 400) / halfOf(path[1]!), "four times as often, half as wide").toBeCloseTo(0.5);
  });
  it("has room for a large loss, and the names of the marks do not lie on each other", () => {
    const path = [10, 100].map((times) => point(0.37, 0.2 / Math.sqrt(times), times));
    const funnel = funnelOf({ path, times: 100, most: 500, done: false }, 300, 128)!;
    expect(funnel.end.y).toBeLessThan(funnel.end.bottom);
    const labels = funnel.levels.map(({ label }) => label);
    expect(labels[1]! - labels[0]!).toBeGreaterThanOrEqual(14);
    expect(labels[2]! - labels[1]!).toBeGreaterThanOrEqual(14);
  });
});

describe("the words", () => {
  it("count decisions, and name seats", () => {
    expect(R.decisions(0).de).toBe("Nichts zu meckern. Du hast nichts liegen lassen.");
    expect(R.decisions(1).de).toBe("Eine Entscheidung, die du dir noch mal ansehen solltest");
    expect(R.decisions(3).en).toBe("Three decisions worth another look");
    expect(R.youPlayed(22, 31).en).toBe("what you played · 22nd of 31");
    expect(words({ de: [1, " führt"], en: [] }, ["Mia", "Jonas"])).toBe("Jonas führt");
    expect(words({ de: ["Deine Fehler wogen schwerer."], en: [] }, [], false)).toBe(
      "Die eigenen Fehler wogen schwerer.",
    );
    settings.lang = "en";
    expect(words({ de: [], en: ["Your mistakes weighed more."] }, [], false)).toBe("Their own mistakes weighed more.");
    settings.lang = "de";
  });

  it("tell whom a reason is said to, if that is somebody else", () => {
    const why = { de: ["Damit führst du."], en: [] };
    expect(reason(why, ["Mia", "Jonas"], 1, 1)).toBe("Damit führst du.");
    expect(reason(why, ["Mia", "Jonas"], 1, 0)).toBe("An Jonas: Damit führst du.");
    expect(reason(why, ["Mia", "Jonas"], 1, null)).toBe("An Jonas: Damit führst du.");
  });
});

it("a move on a slip is drawn where its game can draw what is named", () => {
  settings.lang = "de";
  const move = { move: {}, says: { de: ["4 und 5 legen"], en: [] }, chance: 0 };
  const signs = (module: object) =>
    render(MoveChip, { props: { candidate: move, module: module as AnyModule, names: [] } }).body.match(/<svg/g)
      ?.length;
  expect(signs({ drawn: { find: /(\d)/, Sign: Rosette } })).toBe(2);
  expect(signs({})).toBeUndefined();
});

describe("while it is computed", () => {
  const seen = (seat: number | null, loss: number | null, mark: JudgementInfo["mark"], lead = 0) => ({
    ...{ seat, loss, mark, lead, chances: [0.5, 0.5], percent: [50, 50] },
  });
  const progress = {
    ...{ done: 5, of: 10, start: [0.5, 0.5] },
    steps: [
      seen(null, null, null),
      seen(0, 0.06, "mistake"),
      seen(1, 0.2, "blunder"),
      seen(0, 0, null, 0.03),
      seen(0, 0, null, 0.08),
    ],
  };
  it("tells one’s own mistakes and the best move as they are found, the latest first", () => {
    const best = bestSoFar(progress, 0);
    expect(best).toBe(4);
    const found = foundSoFar(columnsSoFar(progress), 0, best);
    expect(found.map(({ turn, mark }) => [turn, mark])).toEqual([
      [4, null],
      [1, "mistake"],
    ]);
    expect(foundSoFar(columnsSoFar(progress), null, bestSoFar(progress, null))).toEqual([]);
  });
  it("weaves the columns that are known", () => {
    const { bands, marks } = drawn(progress.start, columnsSoFar(progress), [0, 1], AREA, 0, 4);
    expect(bands.map(({ seat }) => seat)).toEqual([0, 1]);
    expect(marks.map(({ kind }) => kind)).toEqual(["mistake", null, "best"]);
  });
});

describe("the latest matches", () => {
  const latest = (...losses: number[]) => losses.map((mean_loss) => ({ table: "", at: 0, mean_loss, decisions: 9 }));
  it("lie higher the less they lost, between the levels around them", () => {
    const levels = { easy: 0.03, medium: 0.02, good: 0.01, strong: 0 };
    const { dots, levels: shown } = sparkOf({ latest: latest(0.028, 0.012), levels })!;
    expect(dots[0]!.y).toBeGreaterThan(dots[1]!.y);
    expect(shown.map(({ name }) => name)).toEqual(["good", "medium", "easy"]);
  });
  it("are not drawn where there is only one", () => {
    expect(sparkOf({ latest: latest(0.02), levels: {} })).toBeNull();
  });
});

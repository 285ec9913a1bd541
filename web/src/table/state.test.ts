/** What is shown of a match while news of it come in, with the server's end in the hands of the test. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Json, SeatNews, TableInfo, Update } from "$lib/protocol";
import type { AnyModule } from "../games/game";
import { TableState } from "./state.svelte";

class Wire {
  static readonly OPEN = 1;
  static now: Wire;
  readyState = Wire.OPEN;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    Wire.now = this;
  }
  send(): void {}
  close(): void {}
}

const MARKS = [{ type: "mark" }];
const LINGERS = 400;
const module = { covers: false, linger: () => LINGERS, sound: () => null } as unknown as AnyModule;

let table: TableState;
let version: number;

/** Something happened: whose deeds (null: chance), whom the match waits for now, what the eyes 0 may do. */
function happens(by: readonly (number | null)[], waiting: readonly number[], more: Partial<SeatNews> = {}): void {
  const first = version;
  version += by.length || 1;
  const news = (seat: number): SeatNews => ({
    seat,
    events: by.map((who, at) => (who === null ? { n: first + at } : { n: first + at, seat: who })),
    view: { at: version },
    moves: seat === 0 ? (more.moves ?? []) : [],
    undo: more.undo ?? false,
    scenes: by.map((_, at) => ({ n: first + at, view: { at: first + at + 1 }, told: [] })),
  });
  const update: Update = {
    type: "update",
    table: "T",
    version,
    waiting,
    rule: "",
    seats: table.info!.yours.map(news),
  };
  Wire.now.onmessage!({ data: JSON.stringify(update) });
}

function sitAt(yours: readonly number[], as: Partial<AnyModule> = {}): void {
  table.learn({
    version: 1,
    stage: "playing",
    yours,
    chairs: [],
    setup: { game: "none" },
    seal: "",
  } as unknown as TableInfo);
  table.module = { ...module, ...as };
  happens([], [0], { moves: MARKS });
}

const shown = () => [(table.shown?.view as Json).at, table.shown?.waiting];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no net here")));
  version = 1;
  table = new TableState("T");
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("what is known of the table", () => {
  it("is what came last by the socket, also where an answer about the time before comes later", () => {
    const info = (version: number, taken: number) =>
      ({ version, stage: "lobby", yours: [0], chairs: Array(taken).fill({}), setup: { game: "none" } }) as unknown;
    table.learn(info(3, 1) as TableInfo);
    Wire.now.onmessage!({
      data: JSON.stringify({
        type: "update",
        table: "T",
        version: 5,
        waiting: [],
        rule: "",
        seats: [],
        info: info(5, 2),
      }),
    });
    table.learn(info(4, 1) as TableInfo);
    expect(table.info!.chairs).toHaveLength(2);
    table.learn(info(6, 3) as TableInfo);
    expect(table.info!.chairs).toHaveLength(3);
  });
});

describe("whose turn it is", () => {
  it("follows what is shown, not the newest state", async () => {
    sitAt([0]);
    // I act, the dice of 1 fall, 1 acts, the dice of 2 fall: 2 is to decide.
    happens([0, null, 1, null], [2]);
    expect(shown()).toEqual([3, []]);
    await vi.advanceTimersByTimeAsync(LINGERS);
    expect(shown()).toEqual([4, [1]]);
    await vi.advanceTimersByTimeAsync(LINGERS);
    expect(shown()).toEqual([5, []]);
    await vi.advanceTimersByTimeAsync(LINGERS);
    expect(shown()).toEqual([6, [2]]);
  });

  it("and what I may do then is known before", async () => {
    sitAt([0]);
    happens([0, null], [0], { moves: MARKS });
    expect([table.shown?.moves, table.shown?.soon]).toEqual([[], MARKS]);
    await vi.advanceTimersByTimeAsync(2 * LINGERS);
    expect([table.shown?.moves, table.shown?.soon]).toEqual([MARKS, []]);
  });
});

describe("while others choose as well", () => {
  it("what I can do stays where it is", () => {
    sitAt([0]);
    happens([1], [0, 2], { moves: MARKS });
    expect([table.shown?.moves, table.isSettled, shown()]).toEqual([MARKS, true, [3, [0, 2]]]);
  });

  it("so does taking back", async () => {
    sitAt([0]);
    happens([0], [1, 2], { undo: true });
    await vi.advanceTimersByTimeAsync(LINGERS);
    happens([1], [2], { undo: true });
    expect([table.shown?.undo, table.isSettled]).toEqual([true, true]);
    happens([2, null], [0], { moves: MARKS });
    expect([table.shown?.undo, table.isSettled]).toEqual([false, false]);
  });

  it("but what I did myself is shown, though I may do the same again", () => {
    sitAt([0]);
    happens([0, 1], [0], { moves: MARKS });
    expect([table.shown?.moves, table.isSettled]).toEqual([[], false]);
  });
});

describe("what changed since my last turn", () => {
  it("is marked until I act, and no longer", async () => {
    sitAt([0]);
    const start = table.since;
    happens([1, 2], [0], { moves: MARKS });
    await vi.advanceTimersByTimeAsync(2 * LINGERS);
    expect([table.since, table.shown?.view]).toEqual([start, { at: 4 }]);
    table.act(MARKS[0]!);
    expect([table.since, table.shown?.view]).toEqual([{ at: 4 }, { at: 4 }]);
    happens([0, 1], [0], { moves: MARKS });
    await vi.advanceTimersByTimeAsync(2 * LINGERS);
    expect([table.since, table.shown?.view]).toEqual([{ at: 4 }, { at: 6 }]);
  });
});

describe("a device from hand to hand", () => {
  it("shows whoever moved what came of it until they pass it on", async () => {
    sitAt([0, 1], { covers: true });
    table.takeOver();
    happens([0, null], [1]);
    await vi.advanceTimersByTimeAsync(10 * LINGERS);
    expect([table.handover.isCovered, table.handover.after, shown()]).toEqual([false, 1, [4, [1]]]);
    table.passOn();
    expect([table.handover.isCovered, table.handover.next, table.shown]).toEqual([true, 1, null]);
    table.takeOver();
    expect([table.handover.eyes, table.handover.after, shown()]).toEqual([1, null, [4, [1]]]);
  });
});

describe("a view in which much happens at once", () => {
  it("is shown in its parts", async () => {
    sitAt([0], { parts: (view: Json) => [{ at: `${view.at} a` }, { at: `${view.at} b` }] as never });
    happens([0], []);
    expect(shown()[0]).toBe("3 a");
    await vi.advanceTimersByTimeAsync(LINGERS);
    expect(shown()[0]).toBe("3 b");
    await vi.advanceTimersByTimeAsync(LINGERS);
    expect(shown()[0]).toBe(3);
  });
});

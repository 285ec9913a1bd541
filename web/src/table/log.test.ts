import { describe, expect, it } from "vitest";
import type { SeatNews, Story } from "$lib/protocol";
import { Log, playedFor, scenesOf } from "./log.svelte";

type Told = [n: number, seat: number | null, ...told: string[]];

const news = (seat: number | null, ...all: Told[]): SeatNews => ({
  seat,
  events: all.map(([n, by]) => (by === null ? { n } : { n, seat: by })),
  view: {},
  moves: [],
  scenes: all.map(([n, , ...told]) => ({ n, view: { n }, told })),
});
const story = (...all: Told[]): Story => ({
  version: 0,
  names: [],
  scenes: all.map(([n, seat, ...told]) => ({ n, seat, event: null, told, pieces: told.map((sentence) => [sentence]) })),
  result: null,
});
const sentences = (log: Log, eyes: number | null) => log.of(eyes).map((line) => line.told.join(" "));

describe("the log", () => {
  it("knows whose deed a scene was, and leaves out what has no sentence", () => {
    const log = new Log();
    const update = news(0, [3, 1, "Knut rolls."], [4, null], [5, null, "A six."]);
    log.add(update);
    expect(log.of(0)).toEqual([
      { n: 3, by: 1, told: ["Knut rolls."] },
      { n: 5, by: null, told: ["A six."] },
    ]);
    expect(scenesOf(update, [2]).map((scene) => [scene.by, scene.waiting])).toEqual([
      [1, []],
      [null, []],
      [null, [2]],
    ]);
  });

  it("is another one for other eyes", () => {
    const log = new Log();
    log.add(news(0, [1, 0, "You draw a 5."]));
    log.add(news(1, [1, 0, "Lena draws a card."]));
    expect([sentences(log, 0), sentences(log, 1), sentences(log, null)]).toEqual([
      ["You draw a 5."],
      ["Lena draws a card."],
      [],
    ]);
  });

  it("what comes again, in full, replaces what stood there", () => {
    const log = new Log();
    log.add(news(0, [1, 1, "One."], [2, 1, "Somebody has chosen."]));
    log.add(news(0, [2, 1, "Knut keeps."], [3, 1, "Three."]));
    expect(sentences(log, 0)).toEqual(["One.", "Knut keeps.", "Three."]);
  });

  it("the whole story replaces it, but for what is newer", () => {
    const log = new Log();
    log.add(news(0, [2, 1, "Zwei."], [3, 1, "Drei."]));
    log.read(0, story([1, 0, "One."], [2, 1, "Two."]));
    expect(sentences(log, 0)).toEqual(["One.", "Two.", "Drei."]);
  });

  it("reads the latest sentences out, each once, and only the last four", () => {
    const log = new Log();
    for (const at of [1, 2, 3, 4, 5]) log.announce({ by: at, told: [`${at}`, "!"] });
    log.announce({ by: 0, told: [] });
    expect(log.latest).toEqual({ by: 5, told: ["5", "!"] });
    expect(log.announced.map((one) => [one.n, one.sentence])).toEqual([
      [2, "2 !"],
      [3, "3 !"],
      [4, "4 !"],
      [5, "5 !"],
    ]);
  });

  it("covers all of it, and recalls the last line without reading it out", () => {
    const log = new Log();
    log.add(news(1, [1, 0, "Lena draws."]));
    log.announce({ by: 0, told: ["You draw a 5."] });
    log.cover();
    expect([log.latest, log.announced]).toEqual([null, []]);
    log.recall(1);
    expect([log.latest, log.announced]).toEqual([{ n: 1, by: 0, told: ["Lena draws."] }, []]);
    log.recall(2);
    expect(log.latest).toBe(null);
  });

  it("lists what a stand-in has played since it came, and nothing that its person did", () => {
    const log = new Log();
    const change = (n: number, how: string) => ({ n, seat: 0, event: { type: "table", how }, told: [how], pieces: [] });
    const move = (n: number, seat: number) => ({ n, seat, event: { type: "move" }, told: [`${n}`], pieces: [] });
    const scenes = [move(1, 0), change(2, "called"), move(3, 0), change(4, "back"), move(5, 0), change(6, "left")];
    log.read(0, { version: 9, names: [], result: null, scenes: [...scenes, move(7, 0), move(8, 1), move(9, 0)] });
    const update = news(0, [10, 0, "10"], [11, 0, "called"]);
    log.add({
      ...update,
      events: update.events.map((one) => (one.n === 11 ? { ...one, type: "table", how: "named" } : one)),
    });
    expect(playedFor(log.of(0), 0).map((line) => line.n)).toEqual([7, 9, 10]);
    expect(playedFor(log.of(0), 1)).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Present, TableInfo } from "$lib/protocol";
import { choose, settings } from "$lib/settings.svelte";
import { People, SEEN } from "./people.svelte";
import { playersOf } from "./players";

const present = (away: (number | null)[], watching: string[] = []): Present => ({
  type: "present",
  table: "T",
  away,
  watching,
});
const chair = { kind: "person", colour: "blue", name: "Jonas" };
const info = { yours: [0], chairs: [chair, chair, chair], setup: { hints: "off" } } as unknown as TableInfo;
const notes = (people: People) => playersOf(info, people).map((player) => [player.away, player.note]);

beforeEach(() => {
  vi.useFakeTimers();
  settings.lang = "de";
});
afterEach(() => vi.useRealTimers());

describe("people at a table", () => {
  it("are away from the first minute on, and it is counted; nobody is away from their own screen", () => {
    const people = new People();
    people.hear(present([70, 50, null]));
    expect(notes(people)).toEqual([
      [false, ""],
      [false, ""],
      [false, ""],
    ]);
    vi.advanceTimersByTime(20_000);
    expect(notes(people)).toEqual([
      [false, ""],
      [true, "weg seit 1 Min."],
      [false, ""],
    ]);
    vi.advanceTimersByTime(3 * 3600_000);
    expect(notes(people)[1]).toEqual([true, "weg seit 3 Std."]);
    people.hear(present([null, null, 3 * 86_400]));
    expect(notes(people)).toEqual([
      [false, ""],
      [false, ""],
      [true, "weg seit 3 Tagen"],
    ]);
    people.close();
  });

  it("say a quick word for a moment, unless one does not want to see it", () => {
    const people = new People();
    const said = () => playersOf(info, people).map((player) => player.says);
    people.say({ seat: 1, word: "ouch" });
    vi.advanceTimersByTime(SEEN - 1);
    people.say({ seat: 2, word: "cheers" });
    expect(said()).toEqual([undefined, "ouch", "cheers"]);
    choose({ reactions: false });
    expect(said()).toEqual([undefined, undefined, undefined]);
    choose({ reactions: true });
    vi.advanceTimersByTime(1);
    expect(said()).toEqual([undefined, undefined, "cheers"]);
  });
});

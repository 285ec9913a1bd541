import { describe, expect, it } from "vitest";
import { Playback, type Scene } from "./playback.svelte";

const scene = (view: string): Scene<string> => ({ n: 0, view, told: [], by: null, waiting: [] });

/** A stage whose pauses end when the test says so. */
function stage() {
  const shown: string[] = [];
  const ends: (() => void)[] = [];
  let rests = 0;
  const playback = new Playback<string>(
    ({ view }) => (shown.push(view), 100),
    () => rests++,
    (_ms, skipped) => Promise.race([new Promise<void>((resolve) => ends.push(resolve)), skipped]),
  );
  const next = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { playback, shown, next, rests: () => rests };
}

describe("what happened is shown in order", () => {
  it("one scene after another, and rests at the end", async () => {
    const { playback, shown, next, rests } = stage();
    playback.add([scene("a"), scene("b")]);
    expect(shown).toEqual(["a"]);
    playback.add([scene("c")]);
    await next();
    expect(shown).toEqual(["a", "b"]);
    await next();
    expect([shown, rests()]).toEqual([["a", "b", "c"], 0]);
    await next();
    expect(rests()).toBe(1);
    expect(playback.isRunning).toBe(false);
  });

  it("a tap goes to the last scene", async () => {
    const { playback, shown, next, rests } = stage();
    playback.add(["a", "b", "c", "d"].map(scene));
    playback.skip();
    await next();
    expect(shown).toEqual(["a", "d"]);
    playback.skip();
    await next();
    expect(rests()).toBe(1);
  });

  it("whoever was away long sees the last scenes only", async () => {
    const { playback, shown } = stage();
    playback.add(Array.from({ length: 40 }, (_, at) => scene(String(at))));
    expect(shown).toEqual(["35"]);
  });

  it("begins again after a rest", async () => {
    const { playback, shown, next } = stage();
    playback.add([scene("a")]);
    await next();
    playback.add([scene("b")]);
    expect(shown).toEqual(["a", "b"]);
  });
});

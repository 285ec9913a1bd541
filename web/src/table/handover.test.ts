import { describe, expect, it } from "vitest";
import { Handover, nextEyes } from "./handover.svelte";

describe("whose eyes look", () => {
  it("the seat of this device that is to decide", () => {
    expect(nextEyes(0, [0, 2], [2])).toBe(2);
    expect(nextEyes(2, [0, 2], [0, 2])).toBe(2);
  });

  it("else the one that looked last, else the first, else a spectator", () => {
    expect(nextEyes(2, [0, 2], [1])).toBe(2);
    expect(nextEyes(null, [1, 2], [0])).toBe(1);
    expect(nextEyes(3, [1, 2], [0])).toBe(1);
    expect(nextEyes(3, [], [3])).toBe(null);
  });

  it("somebody who has lost the seat looks from another of theirs", () => {
    const handover = new Handover();
    handover.seat([1, 2]);
    expect(handover.eyes).toBe(1);
    handover.seat([2]);
    expect(handover.eyes).toBe(2);
    handover.seat([]);
    expect(handover.eyes).toBe(null);
  });
});

describe("a device from hand to hand", () => {
  it("is covered until whoever is called has taken it, also before the first time", () => {
    const handover = new Handover();
    expect(handover.turnTo(0, true)).toBe(true);
    expect([handover.eyes, handover.next, handover.isCovered]).toEqual([0, 0, true]);
    handover.take();
    expect(handover.isCovered).toBe(false);
    expect(handover.turnTo(0, true)).toBe(false);
    handover.turnTo(1, true);
    handover.pass();
    expect([handover.eyes, handover.next]).toEqual([1, 1]);
  });

  it("stays with whoever holds it until they pass it on, and not at all if it is their turn again", () => {
    const handover = new Handover();
    handover.turnTo(0, true);
    handover.take();
    expect(handover.turnTo(1, true)).toBe(false);
    expect([handover.eyes, handover.after, handover.isCovered]).toEqual([0, 1, false]);
    handover.turnTo(0, true);
    expect([handover.after, handover.isCovered]).toEqual([null, false]);
    handover.pass();
    expect(handover.isCovered).toBe(false);
  });

  it("whoever gave it away must take it again", () => {
    const handover = new Handover();
    handover.turnTo(0, true);
    handover.take();
    handover.turnTo(1, true);
    handover.pass();
    expect(handover.turnTo(0, true)).toBe(true);
  });

  it("is not covered where nothing is hidden", () => {
    const handover = new Handover();
    handover.turnTo(0, true);
    expect(handover.turnTo(1, false)).toBe(false);
    expect([handover.eyes, handover.isCovered]).toEqual([1, false]);
  });
});

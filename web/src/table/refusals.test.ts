import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "$lib/api";
import { Refusals } from "./refusals.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a refusal", () => {
  it("names the rule of the game, and no other", () => {
    const refusals = new Refusals();
    refusals.add("There is no die with your number.", "R12");
    expect(refusals.sentence).toBe("There is no die with your number. (R12)");
    refusals.add("It is not your turn.", "turn");
    expect(refusals.sentence).toBe("It is not your turn.");
  });

  it("stays for six seconds, and each one for its own", () => {
    const refusals = new Refusals();
    refusals.add("One.");
    vi.advanceTimersByTime(5000);
    refusals.add("Two.");
    vi.advanceTimersByTime(5000);
    expect(refusals.sentence).toBe("Two.");
    vi.advanceTimersByTime(1000);
    expect(refusals.sentence).toBe("");
  });

  it("is what an attempt that the server refused leaves", async () => {
    const refusals = new Refusals();
    expect(await refusals.attempt(async () => 1)).toBe(true);
    expect(refusals.sentence).toBe("");
    expect(await refusals.attempt(() => Promise.reject(new Refusal("seat", "Taken.", 409)))).toBe(false);
    expect(refusals.sentence).toBe("Taken.");
  });
});

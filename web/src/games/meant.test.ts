import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { appeared } from "./meant";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a second tap of the same finger is not meant for what has just appeared, a later one is", () => {
  const isMeant = appeared();
  expect(isMeant()).toBe(false);
  vi.advanceTimersByTime(500);
  expect(isMeant()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isMeant()).toBe(true);
  expect(appeared()()).toBe(false);
});

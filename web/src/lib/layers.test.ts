/** The back button and what lies over a page. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** A browser's history: `back` arrives later, as in a browser. */
function historyOf(listeners: (() => void)[]) {
  const entries: unknown[] = [null];
  let at = 0;
  let steps = 0;
  return {
    get state() {
      return entries[at];
    },
    get length() {
      return at + 1;
    },
    pushState(state: unknown) {
      entries.splice(++at, entries.length, state);
    },
    replaceState(state: unknown) {
      entries[at] = state;
    },
    back() {
      steps++;
    },
    /** What was asked for arrives. */
    arrive() {
      for (; steps; steps--) {
        at--;
        listeners.forEach((heard) => heard());
      }
    },
  };
}

describe("a layer", () => {
  let past: ReturnType<typeof historyOf>;
  let lay: (close: () => void) => () => void;
  let isLayered: () => boolean;
  /** Somebody presses the button. */
  const pressBack = () => {
    past.back();
    past.arrive();
  };

  beforeEach(async () => {
    const listeners: (() => void)[] = [];
    past = historyOf(listeners);
    vi.stubGlobal("history", past);
    vi.stubGlobal("addEventListener", (_name: string, heard: () => void) => listeners.push(heard));
    vi.resetModules();
    ({ lay, isLayered } = await import("./layers"));
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is closed by the back button, and the page stays", () => {
    const close = vi.fn();
    lay(close);
    pressBack();
    expect(close).toHaveBeenCalledOnce();
    expect(past.length).toBe(1);
  });
  it("that is closed otherwise leaves nothing to go back to", () => {
    const close = vi.fn();
    const gone = lay(close);
    gone();
    past.arrive();
    expect([past.length, close.mock.calls.length]).toEqual([1, 0]);
  });
  it("that follows another at once stays open", () => {
    const close = vi.fn();
    lay(() => {})();
    const gone = lay(close);
    past.arrive();
    expect(close).not.toHaveBeenCalled();
    expect(past.length).toBe(2);
    gone();
    past.arrive();
    expect(past.length).toBe(1);
  });
  it("on another is closed first", () => {
    const order: string[] = [];
    lay(() => order.push("lower"));
    lay(() => order.push("upper"));
    pressBack();
    expect(order).toEqual(["upper"]);
    pressBack();
    expect(order).toEqual(["upper", "lower"]);
  });
  it("from which one goes to another page gives it its place", () => {
    const gone = lay(() => {});
    expect(isLayered()).toBe(true);
    past.replaceState(null);
    gone();
    past.arrive();
    expect(past.length).toBe(2);
  });
});

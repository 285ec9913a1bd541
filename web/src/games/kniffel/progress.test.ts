import { describe, expect, it } from "vitest";
import { progress } from "./progress";

const sheet = (filled: number) => Array.from({ length: 12 }, (_, at) => (at < filled ? 1 : null));

describe("how far a match of Karten-Kniffel is", () => {
  const view = { sheets: [sheet(3), sheet(5)] };
  it("is told by one's own sheet", () => expect(progress(view, 0).de).toBe("3 von 12 Feldern"));
  it("is told to those who watch by the one that is furthest", () =>
    expect(progress(view, null).en).toBe("Ahead: 5 of 12"));
});

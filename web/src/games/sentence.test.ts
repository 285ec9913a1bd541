import { describe, expect, it } from "vitest";
import { cut, piecesOf, withoutFirst, wordsOf } from "./sentence";

const line = {
  told: ["Lena legt 3 auf Brett 5.", "Knut gewinnt „Meiste Einser“."],
  pieces: [["Du legst 3 auf Brett 5."], [1, " gewinnt „Meiste Einser“."]],
};

describe("a sentence", () => {
  it("is said to whoever looks, with a space before the next one", () => {
    expect(piecesOf(line, false)).toEqual(["Du legst 3 auf Brett 5.", " ", 1, " gewinnt „Meiste Einser“."]);
    expect(wordsOf(piecesOf(line, false), ["Lena", "Knut"])).toBe(
      "Du legst 3 auf Brett 5. Knut gewinnt „Meiste Einser“.",
    );
  });
  it("names everybody on a device that several share, and where the server says no more", () => {
    const named = "Lena legt 3 auf Brett 5. Knut gewinnt „Meiste Einser“.";
    expect(wordsOf(piecesOf(line, true), [])).toBe(named);
    expect(wordsOf(piecesOf({ told: line.told }, false), [])).toBe(named);
  });
  it("is left out where there is no room, but never the last", () => {
    expect(withoutFirst(piecesOf(line, false))).toEqual([1, " gewinnt „Meiste Einser“."]);
    expect(withoutFirst([1, " gewinnt „Meiste Einser“."])).toBe(null);
  });
  it("is cut where something can be drawn", () => {
    expect(cut(" gewinnt „Meiste Einser“.", /„([^“]+)“/)).toEqual([" gewinnt ", "Meiste Einser", "."]);
    expect(cut("Noch nichts.", undefined)).toEqual(["Noch nichts."]);
  });
});

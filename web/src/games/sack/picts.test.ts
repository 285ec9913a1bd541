/** Every condition has a drawing, and its parts stay on the card. */

import { describe, expect, it } from "vitest";
import { CARD_NAMES } from "./types";
import { PICTS, facesOf, pipsOf, signAt } from "./picts";
import { W } from "./texts";

describe("pictograms", () => {
  it("exist for every card that has a name, and for no other", () => {
    expect(Object.keys(PICTS).sort()).toEqual(Object.keys(CARD_NAMES).sort());
  });

  it("show the values that the condition is about", () => {
    expect(PICTS["most-456"]?.faces).toEqual([4, 5, 6]);
    expect(PICTS["last-3"]).toEqual({ sign: "last", faces: [3] });
    expect(PICTS["most-not-2"]).toEqual({ sign: "most", faces: [2], between: "not" });
  });

  it.each(Object.entries(PICTS))("%s stays on the card and covers nothing", (_, pict) => {
    const faces = facesOf(pict);
    const [x] = signAt(pict);
    expect(x).toBeGreaterThanOrEqual(0);
    for (const face of faces) {
      expect(face.x).toBeGreaterThan(x + 15);
      expect(face.x + face.size).toBeLessThanOrEqual(123);
      expect(face.y + face.size).toBeLessThanOrEqual(56);
      expect(pipsOf(face)).toHaveLength(face.value);
    }
    for (const one of faces)
      for (const other of faces)
        if (one !== other && one.y === other.y) expect(Math.abs(one.x - other.x)).toBeGreaterThanOrEqual(one.size);
  });
});

describe("words", () => {
  it.each(Object.keys(CARD_NAMES))("%s has a sentence of its own in both languages", (id) => {
    const others = Object.keys(CARD_NAMES).filter((other) => other !== id);
    const { de, en } = W.condition(id);
    expect(de).toMatch(/^Es gewinnt.*\.$/);
    expect(en).toMatch(/wins.*\.$/);
    for (const other of others) expect(W.condition(other)).not.toEqual({ de, en });
  });

  it("say a strength in the unit of the card", () => {
    expect(W.strength("last-123", 7)).toEqual({ de: "Feld 7", en: "field 7" });
    expect(W.strength("sum-odd", 11).de).toBe("Summe 11");
    expect(W.strength("most-4", 1)).toEqual({ de: "1 Würfel", en: "1 die" });
  });
});

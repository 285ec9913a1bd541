/** Files with records: what is a match in them, and what is not. */

import { describe, expect, it } from "vitest";
import { matchesIn } from "./check";

const one = { pasch: 1, game: "hilo", players: 2, events: [{ type: "roll" }] };

describe("a file", () => {
  it("with one match, pretty or not", () => {
    expect(matchesIn(JSON.stringify(one))).toEqual([{ record: one, game: "hilo", players: 2, events: 1, table: null }]);
    expect(matchesIn(JSON.stringify(one, null, 2))).toHaveLength(1);
  });
  it("with one match per line, whatever else stands there", () => {
    const lines = [JSON.stringify(one), "", "{broken", JSON.stringify({ ...one, players: 3 })];
    expect(matchesIn(lines.join("\r\n")).map((found) => found.players)).toEqual([2, 3]);
  });
  it("with a list", () => {
    expect(matchesIn(JSON.stringify([one, 5, null, one]))).toHaveLength(2);
  });
  it("without any", () => {
    for (const text of ["", "hello", "{}", "[]", "null", '{"pasch":2}']) expect(matchesIn(text)).toEqual([]);
  });
  it("names its table, unless that is no name", () => {
    expect(matchesIn(JSON.stringify({ ...one, table: "abc-1" }))[0]?.table).toBe("abc-1");
    expect(matchesIn(JSON.stringify({ ...one, table: "../me" }))[0]?.table).toBeNull();
    expect(matchesIn(JSON.stringify({ ...one, table: 7 }))[0]?.table).toBeNull();
  });
});

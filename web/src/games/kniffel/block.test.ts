import { expect, it } from "vitest";
import { lines, plain } from "./block";
import { ways } from "./choice";
import type { Move } from "./types";

const MOVES: Move[] = [
  { type: "score", field: "sixes", cards: [6], announce: false },
  { type: "score", field: "sixes", cards: [6, 6], announce: false },
  { type: "score", field: "fives", cards: [5], announce: false },
];
const all = ways(
  MOVES,
  [6, 12, 5].map((points) => ({ points, penalty: 4, draws: 0, held: 5, total: null, price: 0 })),
);

it("lights every field that can be met while nothing is chosen, with the most it brings", () => {
  const now = lines(all, [], null);
  expect(now.get("sixes")).toEqual({ look: "fit", points: 12, penalty: 4 });
  expect(now.get("fives")?.look).toBe("fit");
  expect(now.get("kniffel")).toEqual({ look: "shut", points: 0, penalty: 0 });
  expect(now.size).toBe(12);
});

it("lights what the chosen cards fill, with what they bring", () => {
  const now = lines(all, [6], null);
  expect(now.get("sixes")).toMatchObject({ look: "fit", points: 6 });
  expect(now.get("fives")).toMatchObject({ look: "can", points: 5 });
});

it("shows the field that is picked", () => {
  expect(lines(all, [6], "sixes").get("sixes")?.look).toBe("pick");
});

it("lights nothing while swapping", () => {
  expect([...plain().values()].every((line) => line.look === "shut")).toBe(true);
});

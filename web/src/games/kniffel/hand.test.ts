import { expect, it } from "vitest";
import { follow, idsFor, press } from "./hand";

const none = new Set<number>();
const HAND = follow([], [2, 5, 5, 6], none);

it("lies in order, the highest left", () => {
  expect(HAND.map((card) => card.value)).toEqual([6, 5, 5, 2]);
  expect(new Set(HAND.map((card) => card.id)).size).toBe(4);
});

it("keeps the cards that stay", () => {
  const now = follow(HAND, [1, 5, 5, 6], none);
  expect(now.slice(0, 3)).toEqual(HAND.slice(0, 3));
  expect(HAND.map((card) => card.id)).not.toContain(now[3]!.id);
});

it("lets the chosen one of two equal cards leave", () => {
  const [, left, right] = HAND;
  expect(follow(HAND, [2, 5, 6], new Set([left!.id]))).toContainEqual(right);
  expect(follow(HAND, [2, 5, 6], new Set([left!.id]))).not.toContainEqual(left);
  expect(follow(HAND, [2, 5, 6], new Set([right!.id]))).toContainEqual(left);
});

it("gives a new card a new id even when the last one left", () => {
  const last = Math.max(...HAND.map((card) => card.id));
  const now = follow(HAND, [2, 5, 5, 4], none);
  expect(now.find((card) => card.value === 4)!.id).toBeGreaterThan(last);
});

it("finds the cards for a field, chosen ones first", () => {
  const [six, left, right] = HAND;
  expect(idsFor(HAND, [5, 6], none).sort()).toEqual([left!.id, six!.id].sort());
  expect(idsFor(HAND, [5], new Set([right!.id]))).toEqual([right!.id]);
  expect(idsFor(HAND, [3], none)).toEqual([]);
});

it("answers a key with one more card of the value, and then with all of them back", () => {
  const [, left, right] = HAND;
  expect(press(HAND, 5, none)).toEqual([left!.id]);
  expect(press(HAND, 5, new Set([left!.id]))).toEqual([right!.id]);
  expect(press(HAND, 5, new Set([left!.id, right!.id]))).toEqual([left!.id, right!.id]);
  expect(press(HAND, 3, none)).toEqual([]);
});

import { render } from "svelte/server";
import { expect, it } from "vitest";
import { flights } from "./flights";
import Tag from "./Tag.svelte";
import type { Field, View } from "./types";

const TOTAL = { upper: 0, bonus: 0, lower: 0, penalties: 0, total: 0, lacking: 43 };
const EMPTY: (number | null)[] = Array<number | null>(12).fill(null);
const view = (change: Partial<View>): View => ({
  first: 0,
  seat: 0,
  phase: "act",
  hands: [null, null],
  hand_sizes: [5, 5],
  pile_size: 90,
  discards: [1, 2],
  sheets: [EMPTY, EMPTY],
  penalties: [0, 0],
  due: 0,
  news: null,
  totals: [TOTAL, TOTAL],
  best: EMPTY,
  penalty: 0,
  ...change,
});
const SCORED = EMPTY.map((_, at) => (at === 5 ? 18 : null));
const NEWS = { seat: 0, field: "sixes", cards: [6, 6, 6], points: 18, penalty: 0, silent: false } as const;

it("shows a swap in two steps", () => {
  const swapped = view({ phase: "draw", discards: [1, 2, 4, 3], hand_sizes: [3, 5] });
  expect(flights(view({}), swapped)).toEqual([{ kind: "discard", seat: 0, cards: [4, 3] }]);
  const drawn = view({ seat: 1, discards: [1, 2, 4, 3], hand_sizes: [6, 5] });
  expect(flights(swapped, drawn)).toEqual([{ kind: "draw", seat: 0, cards: [0, 0, 0] }]);
});

it("shows what was played, and the trim after it as a discard", () => {
  const scored = view({
    phase: "trim",
    discards: [1, 2, 6, 6, 6],
    hand_sizes: [6, 5],
    sheets: [SCORED, EMPTY],
    news: NEWS,
  });
  expect(flights(view({ hand_sizes: [9, 5] }), scored)).toEqual([{ kind: "play", seat: 0, cards: [6, 6, 6] }]);
  const trimmed = view({ seat: 1, discards: [1, 2, 6, 6, 6, 1], sheets: [SCORED, EMPTY] });
  expect(flights(scored, trimmed)).toEqual([{ kind: "discard", seat: 0, cards: [1] }]);
});

it("shows that the discards became the pile", () => {
  const after = view({ seat: 1, discards: [], hand_sizes: [7, 5] });
  expect(flights(view({ phase: "draw" }), after).map((flight) => flight.kind)).toEqual(["shuffle", "draw"]);
});

it("deals to everybody", () => {
  const before = view({ phase: "deal", hand_sizes: [0, 0], discards: [] });
  expect(flights(before, view({ discards: [] })).map((flight) => flight.seat)).toEqual([0, 1]);
});

it("shows nothing when the replay goes back or jumps", () => {
  const late = view({ discards: [1, 2, 4, 3], sheets: [SCORED, EMPTY] });
  expect(flights(late, view({}))).toEqual([]);
  expect(flights(view({}), view({ discards: [1, 2, 3, 3, 3, 3, 3, 3, 3] }))).toEqual([]);
  expect(flights(view({}), view({ discards: [4, 4, 4] }))).toEqual([]);
  expect(flights(view({}), view({}))).toEqual([]);
});

it("sparks fly for a kniffel, and for nothing less", () => {
  const sparks = (field: Field) =>
    render(Tag, { props: { tag: { ...NEWS, field, look: 0, x: 0, y: 0 } } }).body.includes("burst");
  expect([sparks("kniffel"), sparks("large-straight")]).toEqual([true, false]);
});

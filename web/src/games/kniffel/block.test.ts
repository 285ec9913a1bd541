import { render } from "svelte/server";
import { expect, it } from "vitest";
import { say } from "$lib/settings.svelte";
import Block from "./Block.svelte";
import { lines, plain } from "./block";
import { ways } from "./choice";
import { W } from "./texts";
import { FIELDS, type Move } from "./types";

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

it("tells the malus that threatens apart from the total, and adds it up once it cannot be averted (K14)", () => {
  const shown = (total: object) => {
    const none = { upper: 0, lower: 0, bonus: 0, penalties: 0, total: 0, lacking: 0 };
    const props = { title: "", sheet: FIELDS.map(() => null), total: { ...none, ...total } };
    const words = render(Block, { props }).body.replace(/<[^>]*>/g, " ");
    return words.replace(/\s+/g, " ");
  };
  const settled = { upper: 31, bonus: -20, total: -20 };
  expect(W.toMalus(43, -20).de).toBe("noch 43, sonst −20");
  expect(shown({ lacking: 43 })).toContain(`${say(W.upper(0))} ${say(W.toMalus(43, -20))}`);
  expect(shown({ lacking: 43 })).toContain(`${say(W.sum)} 0 `);
  expect(shown(settled)).toContain(`${say(W.upper(31))} ${say(W.under(43, -20))} −20`);
  expect(shown(settled)).toContain(`${say(W.sum)} −20 `);
  expect(shown({ upper: 63, bonus: 35, total: 98 })).toContain(`${say(W.toBonus(63, 35))} +35`);
});

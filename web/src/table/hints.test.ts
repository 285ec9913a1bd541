/** Hints for whoever looks: asked back, shown more, made anyway, and the tutor that can be sent away. */

import { beforeEach, describe, expect, it } from "vitest";
import type { HintInfo, HintKind, Json, Setup } from "$lib/protocol";
import { Hints, OFTEN } from "./hints.svelte";

let asked: unknown[][];
let played: Json[];
let hints: Hints;
const MEANT = { type: "place", board: 4 };
const OTHER = { type: "place", board: 1 };

const setUp = (setup: Partial<Setup>) => hints.settle({ hints: "ask", tutor: false, ...setup } as Setup);
const hear = (kind: HintKind, more: Partial<HintInfo> = {}) =>
  hints.hear({ type: "hint", id: "h", table: "T", seat: 0, kind, number: 1, ...more });
const question = () => hear("question", { meant: { move: MEANT, says: [] } });

beforeEach(() => {
  asked = [];
  played = [];
  hints = new Hints(
    (kind, meant) => asked.push([kind, meant]),
    (move) => played.push(move),
  );
});

describe("hints", () => {
  it("show more about the move that was asked back, and it can be made anyway", () => {
    setUp({});
    hints.decide("first");
    question();
    hints.take("three");
    hear("three", { moves: [{ move: OTHER, says: [] }] });
    expect([OTHER, MEANT].map((one) => hints.letters((move) => move === one))).toEqual(["A", ""]);
    hints.take("rank");
    expect(asked).toEqual([
      ["three", MEANT],
      ["rank", MEANT],
    ]);
    hints.anyway();
    expect([played, hints.shown]).toEqual([[MEANT], null]);
  });

  it("end with their decision, and come too late for it unseen", () => {
    setUp({});
    hints.decide("first");
    question();
    hints.decide("second");
    expect([hints.shown, hints.meant]).toEqual([null, null]);
    hints.decide(null);
    question();
    expect(hints.shown).toBe(null);
  });

  it("offer to keep quiet after three moves that were made anyway, and then do", () => {
    setUp({});
    for (let n = 1; n <= OFTEN; n++) {
      hints.decide(`${n}`);
      question();
      hints.anyway();
      expect([hints.offersQuiet, hints.isAsking]).toEqual([n === OFTEN, true]);
    }
    hints.quiet(true);
    expect([hints.offersQuiet, hints.isAsking]).toEqual([false, false]);
  });

  it.each([
    ["off", null],
    ["ask", null],
    ["three", "three"],
    ["rank", "rank"],
  ] as const)("at a table with %s, %s can be taken unasked", (kind, offered) => {
    setUp({ hints: kind });
    expect(hints.offered).toBe(null);
    hints.decide("first");
    expect(hints.offered).toBe(offered);
  });

  it("bring a tip for each decision until one goes on alone", () => {
    setUp({ tutor: true });
    hints.decide("first");
    hints.decide("first");
    hear("tip");
    expect([asked.length, hints.tip?.kind]).toEqual([1, "tip"]);
    question();
    expect(hints.tip, "nobody speaks twice at once").toBe(null);
    hints.close();
    expect(hints.tip?.kind).toBe("tip");
    hints.goAlone();
    hints.decide("second");
    expect([asked.length, hints.tip]).toEqual([1, null]);
  });
});

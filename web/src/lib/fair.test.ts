/** The check in the browser finds what docs/fairness.md says, and every tampering. */

import { afterAll, describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/fair.json";
import { check } from "./fair";
import { fallOf, fromHex, numbersOf, saidBy, toHex, waysOf, type Draw } from "./fair-draw";
import { hmacByHand, hmacWith, sha256, sha256ByHand } from "./fair-hash";

type Fields = Record<string, any>; // eslint-disable-line
type Party = { record: Fields; draws: Fields[] };

/** A real match of each game, written by the engine; a fresh copy, to be tampered with. */
const parties = () => structuredClone(vectors.matches) as unknown as Party[];
const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);
const WORDS = ["Glück", "", "alea iacta est"];

describe("the hashes by hand", () => {
  it("are those of the browser, at every length around a block's end", async () => {
    for (const size of [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 128, 300]) {
      const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 37 + size) % 256);
      expect(toHex(sha256ByHand(bytes))).toBe(toHex(await sha256(bytes)));
      expect(toHex(hmacByHand(SECRET, bytes))).toBe(toHex(await (await hmacWith(SECRET))(bytes)));
    }
  });
  it("take keys longer than a block", async () => {
    const key = new Uint8Array(100).fill(170);
    expect(toHex(hmacByHand(key, SECRET))).toBe(toHex(await (await hmacWith(key))(SECRET)));
  });
});

describe("the example of the page", () => {
  it("seals, and hears the words", async () => {
    expect(toHex(await sha256(SECRET))).toBe("630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
    expect(toHex(await saidBy(WORDS))).toBe("1928a4ab7899d16cb419c60ba9e27b2d6736112d562c72a3e3080e292a1502c5");
  });
  it.each<[string, number, Draw, bigint, string]>([
    ["two dice", 0, { type: "dice", held: [0, 0], sorted: 1 }, 30n, "1 6"],
    ["six dice, two held", 1, { type: "dice", held: [0, 1, 0, 0, 1, 0], sorted: 1 }, 873n, "4 1 2 1 1 5"],
    ["one of five cards", 2, { type: "cards", pool: [..."abcde"], count: 1, taken: [], sorted: 1 }, 3n, "d"],
    [
      "three of six cards",
      3,
      { type: "cards", pool: [1, 2, 2, 3, 3, 3], count: 3, taken: [], sorted: 1 },
      63n,
      "3 1 3",
    ],
  ])("%s", async (_, n, draw, number, falls) => {
    const numbers = await numbersOf(SECRET, WORDS);
    expect(await numbers("draw", n, waysOf(draw))).toBe(number);
    expect(fallOf(draw, number).join(" ")).toBe(falls);
  });
  it("draws the lot", async () => {
    expect(await (await numbersOf(SECRET, WORDS))("lot ", 0, 3n)).toBe(1n);
  });
  it("sorts piece by piece, behind the cards that are certain", () => {
    const draw: Draw = { type: "cards", pool: [5, 6, 4, 1], count: 4, taken: [9, 2], sorted: 3 };
    expect(fallOf(draw, 0n)).toEqual([2, 5, 9, 1, 4, 6]);
  });
});

it.each(vectors.numbers)("number $n below $ways under $label", async ({ secret, words, label, n, ways, number }) => {
  const numbers = await numbersOf(fromHex(secret), words);
  expect(await numbers(label as "draw", n, BigInt(ways))).toBe(BigInt(number));
});

const lots: string[] = [];
afterAll(() => expect(lots).not.toEqual([]));

describe.each(parties().map((_, at) => [vectors.matches[at]!.record.game, at] as const))(
  "a match of %s",
  (_, which) => {
    const party = () => parties()[which]!;
    const chance = (record: Fields) =>
      (record.events as Fields[]).findIndex((event, at) => at > 4 && !("seat" in event));

    it("is accepted as it was played", async () => {
      const { record, draws } = party();
      const heard: number[] = [];
      const found = await check(record, draws, record.proof.seal, (part) => heard.push(part));
      expect(found.faults).toEqual([]);
      expect(found).toMatchObject({ ok: true, envelope: "opened", noted: true, lot: record.options.first });
      expect(found.draws.length).toBe(draws.length);
      expect(found.draws.every((one) => one.fits)).toBe(true);
      expect(found.dice + found.cards).toBeGreaterThan(draws.length);
      expect(heard.at(-1)).toBe(1);
    });
    it("is accepted without a noted seal, and says so", async () => {
      const { record, draws } = party();
      expect(await check(record, draws)).toMatchObject({ ok: true, noted: null });
    });

    /** Change something, and see at which event it is found, and by which part of the check. */
    async function found(tamper: (party: Party) => void, noted: string | null = null) {
      const changed = party();
      tamper(changed);
      const { ok, faults } = await check(changed.record, changed.draws, noted);
      expect(ok).toBe(faults.length === 0);
      for (const { what } of faults) expect(what.de && what.en).toBeTruthy();
      return { places: faults.map((fault) => fault.event), about: new Set(faults.map((fault) => fault.about)) };
    }
    const places = async (tamper: (party: Party) => void) => (await found(tamper)).places;

    it.each<[string, string, (party: Party) => void, string?]>([
      ["another seal than the noted one", "noted", () => undefined, "0".repeat(64)],
      ["another seal", "seal", ({ record }) => (record.proof.seal = "ab".repeat(32))],
      ["a missing word", "words", ({ record }) => record.proof.words.pop()],
      ["another beginner", "lot", ({ record }) => (record.options.first = 1 - Math.min(1, record.options.first))],
      ["a missing beginner", "lot", ({ record }) => delete record.options.first],
    ])("%s is found, by the part of the check for it", async (_, about, tamper, noted) => {
      expect(await found(tamper, noted)).toEqual({ places: [null], about: new Set([about]) });
    });
    it("lots are found to be other ones", async () => {
      const { record } = party();
      for (const option of Object.keys(record.proof.lots ?? {}))
        expect(await found(({ record }) => record.options[option].reverse())).toEqual({
          places: [null],
          about: new Set(["lot"]),
        });
      lots.push(...Object.keys(record.proof.lots ?? {}));
    });
    it("another secret is found", async () => {
      const faults = await places(({ record }) => (record.proof.secret = "ab".repeat(32)));
      expect(faults).toContain(null);
      expect(faults.length).toBeGreaterThan(10);
    });
    it("another secret with its own seal is found by the dice, even where no seal was noted", async () => {
      const secret = "cd".repeat(32);
      const seal = toHex(await sha256(fromHex(secret)));
      expect((await places(({ record }) => Object.assign(record.proof, { secret, seal }))).length).toBeGreaterThan(10);
    });
    it.each(["words", "a word moved to another seat", "one letter"])("%s changed is found", async (how) => {
      const changed = await places(({ record }) => {
        const words = record.proof.words as string[];
        if (how === "words") words[0] = "Pech";
        else if (how === "one letter") words[1] += " ";
        else [words[0], words[1]] = [words[1]!, words[0]!];
      });
      expect(changed.length).toBeGreaterThan(10);
    });
    it("a changed die or card is found where it fell, in the record and in the list", async () => {
      const at = chance(party().record);
      const both = ({ record, draws }: Party) => {
        const event = record.events[at] as Fields;
        const list = (event.cards ?? (Array.isArray(event.dice) ? event.dice : null)) as (number | string)[] | null;
        if (list) list[0] = list[0] === 1 ? 2 : 1;
        else if (event.card) event.card = event.card === "sum" ? "sum-odd" : "sum";
        else event.dice.red = (event.dice.red % 6) + 1;
        draws.find((one) => one.event === at)!.outcome = structuredClone(event);
      };
      expect(await places(both)).toContain(at);
    });
    it("a die or card changed in the record only is found", async () => {
      const { record } = party();
      const at = chance(record);
      const changed = JSON.parse(JSON.stringify(record.events[at]).replace(/\d/, "9"));
      expect(changed).not.toEqual(record.events[at]);
      expect(await places(({ record }) => (record.events[at] = changed))).toEqual([at]);
    });
    it("a list that lies about an outcome is found", async () => {
      const lie = ({ draws }: Party) => (draws[2]!.outcome = structuredClone(draws[1]!.outcome));
      const { draws } = party();
      if (JSON.stringify(draws[1]!.outcome) === JSON.stringify(draws[2]!.outcome)) throw new Error("not a lie");
      expect(await places(lie)).toContain(draws[2]!.event);
    });
    it("a removed event of chance is found", async () => {
      const at = chance(party().record);
      expect(await places(({ record }) => record.events.splice(at, 1))).toEqual([expect.any(Number)]);
      const gone = await places(({ record, draws }) => {
        record.events.splice(at, 1);
        const n = draws.findIndex((one) => one.event === at);
        draws.splice(n, 1);
        draws.forEach((one, n) => Object.assign(one, { n, event: one.event > at ? one.event - 1 : one.event }));
      });
      expect(gone.length).toBeGreaterThan(5);
    });
    it("a removed move is found", async () => {
      const at = (party().record.events as Fields[]).findIndex((event) => "seat" in event);
      expect(await places(({ record }) => record.events.splice(at, 1))).toHaveLength(1);
    });
    it("missing, added and exchanged entries of the list are found", async () => {
      const { places: missing, about } = await found(({ draws }) => draws.pop());
      expect([missing.length, ...about]).toEqual([1, "draws"]);
      expect(await places(({ draws }) => draws.push(structuredClone(draws[0]!)))).toHaveLength(1);
      expect(await places(({ draws }) => draws.reverse())).toHaveLength(1);
      expect(await places((party) => (party.draws = []))).toHaveLength(1);
    });
    it("a list in which no die is rolled is found", async () => {
      const { draws } = party();
      const at = draws.findIndex((one) => one.draw.type === "dice" && one.draw.held.includes(0));
      if (at < 0) return;
      const faults = await places(({ draws }) => {
        const one = draws[at]!;
        one.draw.held = Array.isArray(one.outcome.dice) ? one.outcome.dice : Object.values(one.outcome.dice);
      });
      expect(faults).toContain(draws[at]!.event);
    });
    it("an envelope that stays closed is found when the match is over", async () => {
      const closed = ({ record }: Party) => delete record.proof.secret;
      expect(await places(closed)).toEqual([party().record.events.length]);
      const running = party();
      closed(running);
      delete running.record.result;
      expect(await check(running.record, running.draws)).toMatchObject({ ok: false, envelope: "sealed", faults: [] });
    });
    it("a record without a proof is not called honest", async () => {
      const { record, draws } = party();
      delete record.proof;
      expect(await check(record, draws)).toMatchObject({ ok: false, envelope: "none", faults: [] });
    });
  },
);

describe("what is no record", () => {
  const { record, draws } = parties()[0]!;
  it.each<[string, unknown, unknown]>([
    ["nothing", null, draws],
    ["a text", "hello", draws],
    ["events that are none", { ...record, events: 3 }, draws],
    ["events with a hole", { ...record, events: [null] }, draws],
    ["an unknown scheme", { ...record, proof: { ...record.proof, scheme: "pasch-dice-2" } }, draws],
    ["a secret that is none", { ...record, proof: { ...record.proof, secret: "xyz" } }, draws],
    ["a seal in capitals", { ...record, proof: { ...record.proof, seal: record.proof.seal.toUpperCase() } }, draws],
    ["no list", record, null],
    ["a list without draws", record, draws.map((one) => ({ ...one, draw: {} }))],
    ["pieces of no picks", record, draws.map((one) => ({ ...one, draw: { ...one.draw, sorted: 0 } }))],
    ["more picks than cards", record, draws.map((one) => ({ ...one, draw: { ...one.draw, count: 999 } }))],
    ["a die with seven faces", record, draws.map((one) => ({ ...one, draw: { type: "dice", held: [7], sorted: 1 } }))],
  ])("%s is refused in words", async (_, record, draws) => {
    const found = await check(record, draws);
    expect(found.ok).toBe(false);
    expect(found.faults.length).toBeGreaterThan(0);
  });
});

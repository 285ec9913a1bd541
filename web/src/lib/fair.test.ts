/** The check in the browser finds what docs/fairness.md says, and every tampering. */

import { describe, expect, it } from "vitest";
import first from "../../../tests/vectors/fair.json";
import second from "../../../tests/vectors/fair-parts.json";
import { followerOf } from "../games";
import { check, type Noted, NOTHING } from "./fair";
import {
  cards,
  commitmentOf,
  dice,
  fallOf,
  fromHex,
  numbersOf,
  saidBy,
  toHex,
  waysOf,
  type Draw,
  type Follow,
} from "./fair-draw";
import { hmacByHand, hmacWith, sha256, sha256ByHand } from "./fair-hash";

type Fields = Record<string, any>; // eslint-disable-line
type Party = { record: Fields; terms?: string; draws: Fields[] };

const STORED = [...first.matches, ...second.matches] as unknown as Party[];
const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);
const WORDS = ["Glück", "", "alea iacta est"];
const byWords = async (secret: typeof SECRET, words: readonly string[]) =>
  numbersOf(secret, "pasch-dice-1", await saidBy(words));

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
  const SEAL = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
  it("seals, commits, and hears the words", async () => {
    expect(toHex(await sha256(SECRET))).toBe(SEAL);
    expect(toHex(await saidBy(WORDS))).toBe("1928a4ab7899d16cb419c60ba9e27b2d6736112d562c72a3e3080e292a1502c5");
    const random = "0fbdca979d729ff1c9c74eddf722ebc97c60e360032ee85a0f81fa618a5f166e";
    expect(await commitmentOf(SEAL, 0, { random, words: "Glück" })).toBe(
      "847c63e2c6b38944099fdb770738f6c5733e37e66ce796de0f6040d694e21d1d",
    );
  });
  it.each<[string, number, Draw, bigint, string]>([
    ["two dice", 0, dice([0, 0]), 30n, "1 6"],
    ["six dice, two held", 1, dice([0, 1, 0, 0, 1, 0]), 873n, "4 1 2 1 1 5"],
    ["one of five cards", 2, cards([..."abcde"], 1), 3n, "d"],
    ["three of six cards", 3, cards([1, 2, 2, 3, 3, 3], 3), 63n, "3 1 3"],
  ])("%s", async (_, n, draw, number, falls) => {
    const numbers = await byWords(SECRET, WORDS);
    expect(await numbers("draw", n, waysOf(draw))).toBe(number);
    expect(fallOf(draw, number).join(" ")).toBe(falls);
  });
  it("draws the lot", async () => {
    expect(await (await byWords(SECRET, WORDS))("lot ", 0, 3n)).toBe(1n);
  });
  it("puts cards that are certain before the others", () => {
    expect(fallOf(cards([5, 6], 1, [9, 2]), 0n)).toEqual([9, 2, 5]);
  });
});

it.each(first.numbers)("number $n below $ways under $label", async ({ secret, words, label, n, ways, number }) => {
  const numbers = await byWords(fromHex(secret), words);
  expect(await numbers(label as "draw", n, BigInt(ways))).toBe(BigInt(number));
});

describe.each(STORED.map((party, at) => [party.record.proof.scheme, party.record.game, at] as const))(
  "%s: a match of %s",
  (scheme, game, which) => {
    /** A real match, written by the engine; a fresh copy, to be tampered with. */
    const party = () => structuredClone(STORED[which]!);
    const chance = (record: Fields) =>
      (record.events as Fields[]).findIndex((event, at) => at > 4 && !("seat" in event));
    const noted = ({ record, terms = undefined }: Party): Noted => ({
      seal: record.proof.seal,
      terms: terms ?? null,
      mine: Object.fromEntries(
        ((record.proof.seats ?? []) as Fields[]).flatMap((seat, at) => (seat.random ? [[at, seat.random]] : [])),
      ),
      draws: (record.events as Fields[]).filter((event) => !("seat" in event)).length,
    });
    const checked = async (record: unknown, what?: Noted, progress?: (part: number) => void) =>
      check(record, await followerOf(game), what, progress);

    it("is accepted as it was played", async () => {
      const { record, draws, terms = null } = party();
      const heard: number[] = [];
      const found = await checked(record, noted(party()), (part) => heard.push(part));
      expect(found.faults).toEqual([]);
      expect(found).toMatchObject({ ok: true, envelope: "opened", noted: "all", terms, lot: record.options.first });
      expect(found.dice + found.cards).toBeGreaterThan(draws.length);
      expect(heard.at(-1)).toBe(1);
      expect(found.added.map((one) => one.words).join("")).toContain("Glück");
    });
    it("is rejected where its end was cut off and this device saw more", async () => {
      const { record } = party();
      const events = record.events as Fields[];
      events.splice(events.map((event) => !("seat" in event)).lastIndexOf(true));
      delete record.result;
      expect((await checked(record, { ...noted(party()), draws: 0 })).ok).toBe(true);
      const { ok, faults } = await checked(record, noted(party()));
      expect([ok, faults.map(({ about, event }) => [about, event])]).toEqual([false, [["draws", events.length]]]);
    });
    it("what was drawn from is what the rules say", async () => {
      const { record, draws } = party();
      const follow = await followerOf(game);
      const found = [...follow!(record as Parameters<NonNullable<typeof follow>>[0])];
      expect(found.map(({ event }) => event)).toEqual(draws.map(({ event }) => event));
      // The engine also says how a record sorts what fell; here `written` does that.
      expect(found.map(({ draw }) => draw)).toEqual(draws.map(({ draw: { sorted: _, ...draw } }) => draw));
    });
    it("is accepted without anything noted, and says so", async () => {
      const { record } = party();
      expect(await checked(record)).toMatchObject({ ok: true, noted: null });
      const seal = { ...NOTHING, seal: record.proof.seal as string };
      expect(await checked(record, seal)).toMatchObject({
        ok: true,
        noted: scheme === "pasch-dice-1" ? "all" : "seal",
      });
    });

    /** Change something, and see at which event it is found, and by which part of the check. */
    async function found(tamper: (record: Fields) => void, what: Noted = NOTHING) {
      const { record } = party();
      tamper(record);
      const { ok, faults } = await checked(record, what);
      expect(ok).toBe(faults.length === 0);
      for (const { what } of faults) expect(what.de && what.en).toBeTruthy();
      return { places: faults.map((fault) => fault.event), about: new Set(faults.map((fault) => fault.about)) };
    }
    const places = async (tamper: (record: Fields) => void) => (await found(tamper)).places;
    const added = (record: Fields): Fields[] | string[] => record.proof.words ?? record.proof.seats;

    it("another seal, another beginner, and other lots are found by the part of the check for it", async () => {
      const seal = "0".repeat(64);
      expect(await found(() => {}, { ...NOTHING, seal })).toEqual({ places: [null], about: new Set(["noted"]) });
      expect((await found((record) => (record.proof.seal = seal))).about).toContain("seal");
      expect((await found((record) => added(record).pop())).about).toEqual(new Set(["parts"]));
      const other = (record: Fields) => (record.options.first = 1 - Math.min(1, record.options.first));
      expect(await found(other)).toEqual({ places: [null], about: new Set(["lot"]) });
      for (const option of Object.keys(party().record.proof.lots ?? {}))
        expect((await found((record) => record.options[option].reverse())).about).toEqual(new Set(["lot"]));
    });
    it("another secret is found, also with a seal of its own", async () => {
      const secret = "cd".repeat(32);
      const seal = toHex(await sha256(fromHex(secret)));
      expect(await places((record) => (record.proof.secret = secret))).toContain(null);
      expect((await places((record) => Object.assign(record.proof, { secret, seal }))).length).toBeGreaterThan(1);
    });
    it("a changed die or card is found where it fell", async () => {
      const at = chance(party().record);
      const changed = (record: Fields) => {
        const event = record.events[at] as Fields;
        const list = (event.cards ?? (Array.isArray(event.dice) ? event.dice : null)) as (number | string)[] | null;
        if (list) list[0] = list[0] === 1 ? 2 : 1;
        else if (event.card) event.card = event.card === "sum" ? "sum-odd" : "sum";
        else event.dice.red = (event.dice.red % 6) + 1;
      };
      expect((await places(changed))[0]).toBe(at);
    });
    it("a removed event is found, and one that no game has", async () => {
      const at = chance(party().record);
      expect((await places((record) => record.events.splice(at, 1))).length).toBeGreaterThan(0);
      const strange = (record: Fields) => record.events.push({ type: "strange", seatless: true });
      expect((await found(strange)).about).toEqual(new Set(["draws"]));
    });
    it("an envelope that stays closed is found when the match is over", async () => {
      const closed = (record: Fields) => delete record.proof.secret;
      expect(await places(closed)).toEqual([party().record.events.length]);
      const { record } = party();
      closed(record);
      delete record.result;
      expect(await checked(record)).toMatchObject({ ok: false, envelope: "sealed", faults: [] });
    });
    it("a record without a proof is not called honest, and wrong where there was one", async () => {
      const { record } = party();
      const note = noted(party());
      delete record.proof;
      expect(await checked(record)).toMatchObject({ ok: false, envelope: "none", faults: [] });
      expect((await checked(record, note)).faults.map((fault) => fault.about)).toEqual(["noted"]);
    });

    if (scheme === "pasch-dice-1") {
      it("changed words are found", async () => {
        expect((await places((record) => (record.proof.words[0] = "Pech"))).length).toBeGreaterThan(1);
      });
      return;
    }
    it("says of every seat what it added", async () => {
      expect((await checked(party().record)).added.map((one) => one.how)).toEqual(
        ["revealed", "hidden", "bot"].slice(0, party().record.players),
      );
    });
    it.each<[string, (record: Fields) => void]>([
      ["other words", (record) => (record.proof.seats[0].words = "Pech")],
      ["other bytes", (record) => (record.proof.seats[0].random = "00".repeat(32))],
      ["bytes without a commitment", (record) => delete record.proof.seats[0].commitment],
    ])("%s are not what was committed to", async (_, tamper) => {
      expect((await found(tamper)).about).toContain("parts");
    });
    it.each<[string, (record: Fields) => void]>([
      ["another table", (record) => (record.proof.table = "ELSEWHERE-22222")],
      ["other options", (record) => (record.options.deck = [])],
      ["an agreed beginner", (record) => (record.proof.lot = false)],
      ["a revelation that is left out", (record) => (record.proof.seats[0] = { commitment: "00".repeat(32) })],
      [
        "the first scheme instead",
        (record) => Object.assign(record.proof, { scheme: "pasch-dice-1", words: ["", "", ""] }),
      ],
    ])("%s is noticed by what was noted", async (_, tamper) => {
      expect((await found(tamper, noted(party()))).about).toContain("noted");
    });
    it("a server that left out what this device had added is noticed", async () => {
      const left = (record: Fields) => (record.proof.seats[0] = { commitment: record.proof.seats[0].commitment });
      expect((await found(left, noted(party()))).about).toContain("noted");
    });
    it("a server that tried others' bytes until the dice pleased it is noticed", async () => {
      const ground = async (record: Fields) => {
        const random = "ab".repeat(32);
        record.proof.seats[1] = { random, commitment: await commitmentOf(record.proof.seal, 1, { random, words: "" }) };
      };
      const { record } = party();
      await ground(record);
      const { faults } = await checked(record, noted(party()));
      expect(faults.map((fault) => fault.about)).toContain("noted");
    });
  },
);

it("a server that drew from a pool in an order of its own is noticed", async () => {
  const { record, draws } = structuredClone(
    STORED.find(({ draws }) => draws[0]!.draw.type === "cards" && draws[0]!.draw.sorted === 1)!,
  );
  const numbers = await byWords(fromHex(record.proof.secret), record.proof.words);
  const turned = cards([...draws[0]!.draw.pool].reverse(), draws[0]!.draw.count);
  record.events[0].cards = fallOf(turned, await numbers("draw", 0, waysOf(turned)));
  const { faults } = await check(record, await followerOf(record.game));
  expect(faults[0]).toMatchObject({ about: "draws", event: 0 });
});

describe("what was agreed", () => {
  const at = (option: string) =>
    structuredClone(second.matches.find(({ record }) => option in record.options)!.record) as Fields;
  const about = async (record: Fields) =>
    (await check(record, await followerOf(record.game))).faults.map((fault) => fault.about);

  it.each([{ id: "last-5" }, { sacks: 3 }])(
    "a deck of one's own in which a card is %o is not the one",
    async (card) => {
      const record = at("deck");
      expect(new Set((record.options.deck as Fields[]).map(({ sacks }) => sacks))).toEqual(new Set([1, 2]));
      expect(await about(record)).toEqual([]);
      Object.assign(record.options.deck.at(-1), card);
      expect(await about(record)).toContain("draws");
    },
  );
  it("sheets are not drawn from those that the server likes", async () => {
    const record = at("sheets");
    record.proof.lots.sheets = record.options.sheets;
    expect(await about(record)).toContain("lot");
    record.proof.lots = { sheets: ["A", "B", "C", "D", "E", "F"], colours: ["red", "blue"] };
    expect(await about(record)).toContain("lot");
  });
});

describe("what is no record", () => {
  const { record } = STORED.at(-1)!;
  it.each<[string, unknown]>([
    ["nothing", null],
    ["a text", "hello"],
    ["events that are none", { ...record, events: 3 }],
    ["events with a hole", { ...record, events: [null] }],
    ["options that are none", { ...record, options: 7 }],
    ["an unknown scheme", { ...record, proof: { ...record.proof, scheme: "pasch-dice-3" } }],
    ["a secret that is none", { ...record, proof: { ...record.proof, secret: "xyz" } }],
    ["a seal in capitals", { ...record, proof: { ...record.proof, seal: record.proof.seal.toUpperCase() } }],
    ["a seat that is none", { ...record, proof: { ...record.proof, seats: [7, 7] } }],
    ["dice that are none", { ...record, events: [{ type: "roll", dice: null }, { type: "roll" }] }],
    ["a game that nobody knows", { ...record, game: "chess" }],
  ])("%s is refused in words", async (_, record) => {
    const game = (record as Fields | null)?.game as string;
    const found = await check(record, await followerOf(game));
    expect(found.ok).toBe(false);
    expect(found.faults.length).toBeGreaterThan(0);
  });
  it("more cards than there are, are refused and not drawn forever", async () => {
    const follow: Follow = () => [{ event: 0, draw: cards([1], 2), written: () => ({}) }];
    expect((await check(record, follow)).faults).toMatchObject([{ about: "draws", event: 0 }]);
  });
});

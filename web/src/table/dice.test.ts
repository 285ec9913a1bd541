/** What this device adds to the dice: it commits, notes, reveals, and nothing else. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { commitmentOf, termsOf } from "$lib/fair-draw";
import type { Added, Json, TableInfo } from "$lib/protocol";
import { choose } from "$lib/settings.svelte";
import * as own from "./dice";

const SEAL = "ab".repeat(32);
/** Each test has a table of its own. */
let id = "";

interface Drawn {
  options?: Json;
  lot?: boolean;
  lots?: Json;
}

/** A table with two of my seats, the second of a guest, and a bot. */
function table(more: {
  frozen?: boolean;
  seats: Added[];
  commitments?: string[];
  seal?: string;
  stage?: "playing";
  setup?: Json;
  drawn?: Drawn;
}) {
  const { frozen = false, seats, commitments = ["", "", ""], seal = SEAL, stage = "lobby", drawn, setup } = more;
  const [options, lot, lots] = [{ deck: [7] }, true, { sheets: ["A", "B"] }];
  const terms = { scheme: "pasch-dice-2", table: id, game: "toy", players: 3, options, lot, lots, ...drawn };
  const chairs = [
    { kind: "person", name: "Ann" },
    { kind: "person", name: "Ben", guest: true },
    { kind: "bot", name: "Kiki" },
  ];
  const dice = { terms: { ...terms, seal, commitments }, frozen, seats };
  return {
    id,
    stage,
    seal: SEAL,
    setup: { game: "toy", options: setup ?? options },
    chairs,
    yours: [0, 1],
    dice,
  } as unknown as TableInfo;
}

describe("a device", () => {
  let sent: { path: string; body: Record<string, string> }[];
  let answer: TableInfo;
  let tables = 0;
  const shelf = new Map<string, string>();

  beforeEach(() => {
    id = `T${++tables}`;
    sent = [];
    answer = table({ seats: ["committed", "committed", "bot"] });
    shelf.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => shelf.get(key) ?? null,
      setItem: (key: string, value: string) => shelf.set(key, value),
    });
    vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
      sent.push({ path, body: JSON.parse(body) });
      return Promise.resolve(new Response(JSON.stringify(answer)));
    });
    choose({ words: "Glück" });
  });
  afterEach(() => vi.unstubAllGlobals());

  const committed = async () => {
    await own.addToDice(table({ seats: ["nothing", "nothing", "bot"] }));
    return sent.splice(0).map(({ body }) => body.commitment!);
  };

  it("commits for each of its seats, to the same however often it is asked", async () => {
    const info = table({ seats: ["nothing", "nothing", "bot"] });
    await Promise.all([own.addToDice(info), own.addToDice(info)]);
    expect(new Set(sent.map(({ path }) => path.replace(/.*seats/, "")))).toEqual(new Set(["/0/dice", "/1/dice"]));
    expect(new Set(sent.map(({ body }) => body.commitment)).size).toBe(2);
    sent = [];
    await own.addToDice(table({ seats: ["committed", "committed", "bot"] }));
    expect(sent).toEqual([]);
  });
  it("notes the terms and reveals what it had committed to, the words with its own seat", async () => {
    const commitments = [...(await committed()), ""];
    const frozen = table({ frozen: true, seats: ["committed", "committed", "bot"], commitments });
    answer = table({ frozen: true, seats: ["revealed", "revealed", "bot"], commitments, stage: "playing" });
    await own.addToDice(frozen);
    expect(sent.map(({ body }) => [body.type, body.words])).toEqual([["reveal", "Glück"], ["reveal", ""]]); // prettier-ignore
    for (const [seat, { body }] of sent.entries())
      expect(await commitmentOf(SEAL, seat, { random: body.random!, words: body.words! })).toBe(commitments[seat]);
    expect(own.noted(id)).toEqual({
      seal: SEAL,
      terms: await termsOf(frozen.dice!.terms),
      mine: { 0: sent[0]!.body.random, 1: sent[1]!.body.random },
      draws: 0,
    });
    expect(own.noted(id).terms).toHaveLength(64);
  });
  it("keeps its words for the rematch, with bytes of its own", async () => {
    const first = await committed();
    id = `${id}-again`;
    const commitments = [...(await committed()), ""];
    expect(new Set([...first, ...commitments]).size).toBe(5);
    await own.addToDice(table({ frozen: true, seats: ["committed", "committed", "bot"], commitments }));
    expect(sent.map(({ body }) => body.words)).toEqual(["Glück", ""]);
  });
  it("has no say where the server did not take what it revealed", async () => {
    const commitments = [...(await committed()), ""];
    answer = table({ frozen: true, seats: ["committed", "committed", "bot"], commitments, stage: "playing" });
    await own.addToDice(table({ frozen: true, seats: ["committed", "committed", "bot"], commitments }));
    expect(own.noted(id).mine).toEqual({});
  });
  it("keeps on the device what it has noted", async () => {
    const commitments = [...(await committed()), ""];
    await own.addToDice(table({ frozen: true, seats: ["committed", "committed", "bot"], commitments }));
    const { seal, terms, mine } = JSON.parse(shelf.get(`pasch.dice.${id}`)!);
    expect([seal, terms, mine[0].random]).toEqual([SEAL, own.noted(id).terms, sent[0]!.body.random]);
  });
  it.each<[string, (commitments: string[]) => TableInfo]>([
    ["before the list is frozen", (commitments) => table({ seats: ["committed", "committed", "bot"], commitments })],
    ["to a list without its commitment", () => table({ frozen: true, seats: ["committed", "committed", "bot"] })],
    [
      "where the seal has changed",
      (commitments) =>
        table({ frozen: true, seats: ["committed", "committed", "bot"], commitments, seal: "cd".repeat(32) }),
    ],
    [
      "in the match",
      (commitments) => table({ frozen: true, seats: ["committed", "committed", "bot"], commitments, stage: "playing" }),
    ],
  ])("reveals nothing %s", async (_, info) => {
    const commitments = [...(await committed()), ""];
    await own.addToDice(info(commitments));
    expect(sent).toEqual([]);
  });
  /** How the table stood before somebody began: an open seat is gone then. */
  const lobby = (setup?: Json) => {
    const { dice: _, chairs, ...info } = table({ seats: [], setup });
    return { ...info, chairs: [{ kind: "open" }, ...chairs] } as unknown as TableInfo;
  };
  const seats: Added[] = ["committed", "committed", "bot"];

  it.each<[string, Json | undefined, Drawn]>([
    ["other options", undefined, { options: { deck: [8] } }],
    ["options that nobody chose", {}, {}],
    ["options that nobody knows any more", undefined, { options: {} }],
    ["a beginner where the lot was to decide", undefined, { options: { deck: [7], first: 1 }, lot: false }],
    ["the lot where somebody was to begin", { deck: [7], first: 2 }, {}],
    ["another beginner", { deck: [7], first: 2 }, { options: { deck: [7], first: 2 }, lot: false }],
    ["a lot for what was chosen", { deck: [7], sheets: ["B", "A"] }, {}],
  ])("notices a server that settles %s, at once or with the table itself", async (_, setup, drawn) => {
    for (const told of [setup, drawn.options ?? { deck: [7] }]) {
      id = `${id}+`;
      own.keepSeal(lobby(setup));
      const frozen = table({ frozen: true, seats, commitments: [...(await committed()), ""], drawn, setup: told });
      await own.addToDice(frozen);
      expect(sent).toEqual([]);
      expect(own.noted(id).terms).toHaveLength(64);
      expect(own.noted(id).terms).not.toBe(await termsOf(frozen.dice!.terms));
    }
  });
  it.each<[string, Json | undefined, Drawn]>([
    ["the lot", undefined, {}],
    ["somebody who was to begin, counted without open seats", { deck: [7], first: 2 }, { options: { deck: [7], first: 1 }, lot: false }], // prettier-ignore
    ["the lot where an open seat was to begin", { deck: [7], first: 0 }, {}],
  ])("agrees with %s", async (_, setup, drawn) => {
    for (const isAnew of [false, true]) {
      id = `${id}+`;
      own.keepSeal(lobby(setup));
      if (isAnew) own.lookAnew(id);
      await own.addToDice(table({ frozen: true, seats, commitments: [...(await committed()), ""], drawn, setup }));
      expect(sent.splice(0).map(({ body }) => body.type)).toEqual(["reveal", "reveal"]);
    }
  });
  it("agrees with what the table has become while the line was cut", async () => {
    own.keepSeal(lobby({ deck: [9] }));
    own.lookAnew(id);
    await own.addToDice(table({ frozen: true, seats, commitments: [...(await committed()), ""] }));
    expect(sent.map(({ body }) => body.type)).toEqual(["reveal", "reveal"]);
  });
  it("names those who are waited for, and in the match those who added nothing", () => {
    const lobby = (frozen: boolean) => ({ ...table({ frozen, seats: ["committed", "nothing", "bot"] }), yours: [] });
    expect(own.silent(lobby(false))).toEqual(["Ben"]);
    expect(own.silent(lobby(true))).toEqual(["Ann"]);
    expect(own.silent({ ...lobby(false), yours: [1] })).toEqual([]);
    const begun = table({ frozen: true, seats: ["committed", "nothing", "bot"], stage: "playing" });
    expect(own.silent(begun)).toEqual(["Ann", "Ben"]);
  });
  it("notes how many draws it saw, each once, and keeps it", () => {
    const [deal, roll, place] = [{ n: 7, seat: null, type: "deal" }, { n: 8, type: "roll" }, { n: 9, seat: 0, type: "place" }]; // prettier-ignore
    const story = [{ n: null, seat: null }, deal, roll, place];
    own.keepDraws(id, story);
    own.keepDraws(id, [roll, place, { n: 10, type: "table" }, { n: 11, type: "roll" }]);
    own.keepDraws(id, story);
    expect(own.noted(id).draws).toBe(3);
    expect(JSON.parse(shelf.get(`pasch.dice.${id}`)!).draws).toBe(3);
  });
  it("sends words as one line, at most 80 signs", () => {
    expect(own.plainWords("a\nb\u0007 c")).toBe("ab c");
    expect([...own.plainWords("🎲".repeat(100))].length).toBe(80);
  });
});

/** The browser's own check of the dice and cards of a match, written from docs/fairness.md alone. */

import { type Bytes, hmacWith, joined, sha256 } from "./fair-hash";
import type { Text } from "./settings.svelte";

export const SCHEME = "pasch-dice-1";

/** Something that does not fit: at which event (from 0; null: in the proof as a whole), and what. */
export interface Fault {
  readonly about: About;
  readonly event: number | null;
  readonly what: Text;
}

/** The parts of the check. */
export type About = "record" | "seal" | "noted" | "words" | "lot" | "draws";

export type Pick = number | string;

/** One stroke of chance: what the record says that fell, and what the secret says. */
export interface Recomputed {
  readonly n: number;
  readonly event: number;
  readonly type: "dice" | "cards";
  /** What the event calls itself: roll, deal, draw … */
  readonly name: string;
  readonly told: readonly Pick[];
  readonly right: readonly Pick[];
  /** How many of them are chance: dice that were held and cards that were certain are not. */
  readonly fresh: number;
  readonly fits: boolean;
}

export interface Verdict {
  /** Everything could be checked, and everything fits. */
  readonly ok: boolean;
  /** `opened`: checked. `sealed`: the match still runs, and nothing can be checked yet. `none`: played without proof. */
  readonly envelope: "opened" | "sealed" | "none";
  readonly seal: string | null;
  /** Whether the seal is the one that this browser noted before the match; null: it noted none. */
  readonly noted: boolean | null;
  readonly words: readonly string[];
  /** The seat that the lot said begins; null: it was agreed. */
  readonly lot: number | null;
  /** How many dice were rolled, and cards drawn, in draws that fit. */
  readonly dice: number;
  readonly cards: number;
  readonly draws: readonly Recomputed[];
  readonly faults: readonly Fault[];
}

// From the secret to a number

const text = new TextEncoder();
const PURPOSE = text.encode("pasch dice 1\n");
type Label = "draw" | "lot ";

function bigEndian(number: bigint, size: number): Bytes {
  const bytes = new Uint8Array(size);
  for (let at = size - 1; at >= 0; at--, number >>= 8n) bytes[at] = Number(number & 0xffn);
  return bytes;
}

/** The words of all seats, each behind its length, as 32 bytes. */
export function saidBy(words: readonly string[]): Promise<Bytes> {
  const parts = words.map((one) => text.encode(one));
  return sha256(joined(...parts.flatMap((part) => [bigEndian(BigInt(part.length), 4), part])));
}

/** Number `n` under a label: at least 0 and less than `ways`, each equally likely. */
export type Numbers = (label: Label, n: number, ways: bigint) => Promise<bigint>;

export async function numbersOf(secret: Bytes, words: readonly string[]): Promise<Numbers> {
  const [sign, said] = await Promise.all([hmacWith(secret), saidBy(words)]);
  return async (label, n, ways) => {
    const start = joined(PURPOSE, text.encode(label), said, bigEndian(BigInt(n), 8));
    const bits = ways > 1n ? (ways - 1n).toString(2).length : 0;
    const size = Math.ceil(bits / 8);
    let unread: Bytes = new Uint8Array();
    for (let block = 0n; ;) {
      while (unread.length < size) unread = joined(unread, await sign(joined(start, bigEndian(block++, 4))));
      const number = asNumber(unread.subarray(0, size)) & ((1n << BigInt(bits)) - 1n);
      unread = unread.slice(size);
      if (number < ways) return number;
    }
  };
}

function asNumber(bytes: Bytes): bigint {
  return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

export function fromHex(digits: string): Bytes {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// From a number to dice and cards

export interface DiceDraw {
  readonly type: "dice";
  readonly held: readonly number[];
  readonly sorted: number;
}

export interface CardsDraw {
  readonly type: "cards";
  readonly pool: readonly Pick[];
  readonly count: number;
  readonly taken: readonly Pick[];
  readonly sorted: number;
}

export type Draw = DiceDraw | CardsDraw;

export function waysOf(draw: Draw): bigint {
  if (draw.type === "dice") return 6n ** BigInt(rolled(draw));
  let ways = 1n;
  for (let at = 0; at < draw.count; at++) ways *= BigInt(draw.pool.length - at);
  return ways;
}

const rolled = (draw: DiceDraw) => draw.held.filter((value) => value === 0).length;

/** What falls when the draw's number is this one, in the order in which a record writes it. */
export function fallOf(draw: Draw, number: bigint): Pick[] {
  const picks = draw.type === "dice" ? diceOf(draw, number) : cardsOf(draw, number);
  const pieces: Pick[] = [];
  for (let at = 0; at < picks.length; at += draw.sorted)
    pieces.push(...picks.slice(at, at + draw.sorted).sort((one, other) => (one < other ? -1 : Number(one > other))));
  return pieces;
}

function diceOf(draw: DiceDraw, number: bigint): Pick[] {
  return draw.held.map((held) => {
    if (held !== 0) return held;
    const face = Number(number % 6n) + 1;
    number /= 6n;
    return face;
  });
}

function cardsOf(draw: CardsDraw, number: bigint): Pick[] {
  const pool = [...draw.pool];
  const picks = [...draw.taken];
  for (let picked = 0; picked < draw.count; picked++) {
    const left = BigInt(pool.length);
    picks.push(...pool.splice(Number(number % left), 1));
    number /= left;
  }
  return picks;
}

/** All values in an outcome, in the order in which they are written. */
export function valuesIn(outcome: unknown): unknown[] {
  if (typeof outcome !== "object" || outcome === null) return [outcome];
  return Object.values(outcome).flatMap(valuesIn);
}

// What came is not trusted: it may be any JSON

type Fields = { readonly [key: string]: unknown };
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isPick = (value: unknown): value is Pick => typeof value === "string" || Number.isSafeInteger(value);
const isHex = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isListOf = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(is);
const isText = (value: unknown): value is string => typeof value === "string";
const isBelow7 = (value: unknown): value is number => isWhole(value) && value <= 6;

function isDraw(value: unknown): value is Draw {
  if (!isFields(value) || !isWhole(value.sorted) || value.sorted < 1) return false;
  if (value.type === "dice") return isListOf(value.held, isBelow7);
  const { pool, taken, count } = value;
  return (
    value.type === "cards" &&
    isListOf(pool, isPick) &&
    isListOf(taken, isPick) &&
    isWhole(count) &&
    count <= pool.length
  );
}

interface Listed {
  readonly n: number;
  readonly event: number;
  readonly draw: Draw;
  readonly outcome: Fields;
}

function isListed(value: unknown): value is Listed {
  return isFields(value) && isWhole(value.n) && isWhole(value.event) && isDraw(value.draw) && isFields(value.outcome);
}

/** The same JSON, whatever the order of the keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [one as Fields, other as Fields];
  const keys = Object.keys(mine);
  return (
    keys.length === Object.keys(theirs).length &&
    keys.every((key) => Object.hasOwn(theirs, key) && isSame(mine[key], theirs[key]))
  );
}

// The check

interface Found {
  envelope: Verdict["envelope"];
  seal: string | null;
  noted: boolean | null;
  words: string[];
  lot: number | null;
  draws: Recomputed[];
  faults: Fault[];
}

/**
 * Recompute every draw of a record. `draws` is the list that the server makes for those who do not know the rules, and
 * `noted` the seal that this browser saw before the match. `told` hears how far it is, from 0 to 1.
 */
export async function check(
  record: unknown,
  draws: unknown,
  noted: string | null = null,
  told: (part: number) => void = () => undefined,
): Promise<Verdict> {
  const found: Found = { envelope: "none", seal: null, noted: null, words: [], lot: null, draws: [], faults: [] };
  const fault: Say = (about, event, de, en) => void found.faults.push({ about, event, what: { de, en } });
  if (!isFields(record) || record.pasch !== 1 || !isListOf(record.events, isFields) || !isWhole(record.players)) {
    fault("record", null, "Das ist kein Protokoll einer Partie.", "This is not the record of a match.");
    return verdictOf(found);
  }
  const numbers = await opened(record, record.players, noted, found, fault);
  const list = numbers && matching(record.events, draws, fault);
  if (numbers && list) await recompute(record.events, list, numbers, found, fault, told);
  return verdictOf(found);
}

type Say = (about: About, event: number | null, de: string, en: string) => void;

function verdictOf(found: Found): Verdict {
  const fresh = (type: Draw["type"]) =>
    found.draws.reduce((sum, one) => sum + (one.fits && one.type === type ? one.fresh : 0), 0);
  const ok = found.envelope === "opened" && found.faults.length === 0;
  return { ...found, ok, dice: fresh("dice"), cards: fresh("cards") };
}

/** The envelope: proof, seal, words, lot. What can be drawn from the secret, if it is there. */
async function opened(
  record: Fields,
  players: number,
  noted: string | null,
  found: Found,
  fault: Say,
): Promise<Numbers | null> {
  const proof = record.proof;
  if (proof === undefined) return null;
  found.envelope = "sealed";
  if (!isFields(proof) || proof.scheme !== SCHEME || typeof proof.lot !== "boolean") {
    fault("seal", null, "Diese Art von Beweis kenne ich nicht.", "I do not know this kind of proof.");
    return null;
  }
  if (isHex(proof.seal)) found.seal = proof.seal;
  else fault("seal", null, "Das Siegel ist unleserlich.", "The seal cannot be read.");
  checkNoted(noted, found, fault);
  if (isListOf(proof.words, isText) && proof.words.length === players) found.words = proof.words;
  else {
    fault(
      "words",
      null,
      `Es fehlt der Spruch von einem der ${players} Plätze.`,
      `The words of one of the ${players} seats are missing.`,
    );
    return null;
  }
  if (proof.secret === undefined) {
    if (isFields(record.result))
      fault(
        "seal",
        (record.events as unknown[]).length,
        "Die Partie ist aus, aber der Umschlag ist noch zu.",
        "The match is over, but the envelope is still closed.",
      );
    return null;
  }
  found.envelope = "opened";
  if (!isHex(proof.secret)) {
    fault("seal", null, "Die geheime Zahl ist unleserlich.", "The secret number cannot be read.");
    return null;
  }
  const secret = fromHex(proof.secret);
  if (found.seal !== null && toHex(await sha256(secret)) !== found.seal)
    fault("seal", null, "Die geheime Zahl passt nicht zum Siegel.", "The secret number does not fit the seal.");
  const numbers = await numbersOf(secret, found.words);
  if (proof.lot) await checkLot(record, players, numbers, found, fault);
  return numbers;
}

function checkNoted(noted: string | null, found: Found, fault: Say): void {
  if (noted === null || found.seal === null) return;
  found.noted = noted === found.seal;
  if (!found.noted)
    fault(
      "noted",
      null,
      "Vor der Partie lag ein anderes Siegel auf dem Tisch: Dieses Gerät hat es sich gemerkt.",
      "Another seal lay on the table before the match: this device noted it.",
    );
}

async function checkLot(record: Fields, players: number, numbers: Numbers, found: Found, fault: Say): Promise<void> {
  if (players < 1) return;
  found.lot = Number(await numbers("lot ", 0, BigInt(players)));
  const first = isFields(record.options) ? record.options.first : undefined;
  if (first !== found.lot)
    fault(
      "lot",
      null,
      `Das Los fiel auf Platz ${found.lot + 1}, angefangen hat ${isWhole(first) ? `Platz ${first + 1}` : "niemand"}.`,
      `The lot fell on seat ${found.lot + 1}, but ${isWhole(first) ? `seat ${first + 1}` : "nobody"} began.`,
    );
}

/** The list of draws, if it has one entry for each event of chance and for no other. */
function matching(events: readonly Fields[], draws: unknown, fault: Say): readonly Listed[] | null {
  const chance = events.flatMap((event, at) => ("seat" in event ? [] : [at]));
  if (!isListOf(draws, isListed)) {
    fault("draws", null, "Die Liste der Ziehungen ist unleserlich.", "The list of draws cannot be read.");
    return null;
  }
  const wrong = [...Array(Math.max(chance.length, draws.length)).keys()].find(
    (n) => draws[n]?.n !== n || draws[n]?.event !== chance[n],
  );
  if (wrong === undefined) return draws;
  fault(
    "draws",
    chance[wrong] ?? events.length,
    `Ab hier passen Protokoll und Liste der Ziehungen nicht zusammen: ${chance.length} gegen ${draws.length}.`,
    `From here the record and the list of draws do not fit together: ${chance.length} against ${draws.length}.`,
  );
  return null;
}

async function recompute(
  events: readonly Fields[],
  list: readonly Listed[],
  numbers: Numbers,
  found: Found,
  fault: Say,
  told: (part: number) => void,
): Promise<void> {
  let lying: readonly Pick[] = [];
  for (const { n, event, draw, outcome } of list) {
    const right = fallOf(draw, await numbers("draw", n, waysOf(draw)));
    const values = valuesIn(events[event]);
    const written = values.slice(Math.max(0, values.length - right.length)) as Pick[];
    const isRight = isSame(written, right);
    const isTold = isSame(events[event], outcome);
    if (!isRight)
      fault(
        "draws",
        event,
        `Gefallen ist ${right.join(" ")}, im Protokoll steht ${written.join(" ")}.`,
        `What fell is ${right.join(" ")}, the record says ${written.join(" ")}.`,
      );
    else if (!isTold)
      fault(
        "draws",
        event,
        "Die Liste der Ziehungen erzählt etwas anderes als das Protokoll.",
        "The list of draws tells something else than the record.",
      );
    const isHeld = draw.type === "cards" || draw.held.every((value, at) => value === 0 || value === lying[at]);
    if (!isHeld)
      fault(
        "draws",
        event,
        "Ein Würfel soll liegen geblieben sein, lag aber nicht so.",
        "A die is said to have stayed, but it did not lie like that.",
      );
    if (draw.type === "dice") lying = right;
    const fresh = draw.type === "dice" ? rolled(draw) : draw.count;
    const name = typeof outcome.type === "string" ? outcome.type : draw.type;
    found.draws.push({
      n,
      event,
      type: draw.type,
      name,
      told: written,
      right,
      fresh,
      fits: isTold && isRight && isHeld,
    });
    told((n + 1) / list.length);
  }
}

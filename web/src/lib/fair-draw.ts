/** From the secret to a number, and from a number to dice and cards, as docs/fairness.md says. */

import { type Bytes, hmacWith, joined, sha256 } from "./fair-hash";
import type { Json } from "./protocol";

export type Pick = number | string;

// From the secret to a number

const text = new TextEncoder();
const PURPOSES = { "pasch-dice-1": text.encode("pasch dice 1\n"), "pasch-dice-2": text.encode("pasch dice 2\n") };
const OF_COMMITMENT = text.encode("pasch commitment 2\n");
export type Scheme = keyof typeof PURPOSES;
export const isScheme = (value: unknown): value is Scheme =>
  typeof value === "string" && Object.hasOwn(PURPOSES, value);
type Label = "draw" | "lot ";

function bigEndian(number: bigint, size: number): Bytes {
  const bytes = new Uint8Array(size);
  for (let at = size - 1; at >= 0; at--, number >>= 8n) bytes[at] = Number(number & 0xffn);
  return bytes;
}

/** What seats have added, each behind its length, as 32 bytes. */
function digest(parts: readonly Bytes[], begin: Bytes = new Uint8Array()): Promise<Bytes> {
  return sha256(joined(begin, ...parts.flatMap((part) => [bigEndian(BigInt(part.length), 4), part])));
}

/** The words of all seats: what is mixed in by the first scheme. */
export const saidBy = (words: readonly string[]) => digest(words.map((one) => text.encode(one)));

/** What a seat's device has revealed. */
export interface Revealed {
  /** 64 digits; empty: nothing was revealed. */
  readonly random: string;
  readonly words: string;
}
const bytesOf = ({ random, words }: Revealed) => joined(fromHex(random), text.encode(words));

/** What is mixed in by the second scheme. */
export const mixedOf = (terms: string, seats: readonly Revealed[]) => digest(seats.map(bytesOf), fromHex(terms));

/** What a seat's device says before it reveals, as 64 digits. */
export async function commitmentOf(seal: string, seat: number, revealed: Revealed): Promise<string> {
  return toHex(await sha256(joined(OF_COMMITMENT, fromHex(seal), new Uint8Array([seat]), bytesOf(revealed))));
}

/** The hash of what is settled before anything is revealed: of the JSON with sorted keys and without spaces. */
export async function termsOf(terms: object): Promise<string> {
  return toHex(await sha256(text.encode(canonical(terms))));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join()}}`;
}

/** Number `n` under a label: at least 0 and less than `ways`, each equally likely. */
export type Numbers = (label: Label, n: number, ways: bigint) => Promise<bigint>;

export async function numbersOf(secret: Bytes, scheme: Scheme, mixed: Bytes): Promise<Numbers> {
  const sign = await hmacWith(secret);
  return async (label, n, ways) => {
    if (ways < 1n) throw new RangeError("more was drawn than there is");
    const start = joined(PURPOSES[scheme], text.encode(label), mixed, bigEndian(BigInt(n), 8));
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
  /** 0: it is rolled; else it stays as it lies. */
  readonly held: readonly number[];
}

export interface CardsDraw {
  readonly type: "cards";
  readonly pool: readonly Pick[];
  readonly count: number;
  /** What comes before the picks, without any chance. */
  readonly taken: readonly Pick[];
}

export type Draw = DiceDraw | CardsDraw;
export const dice = (held: readonly number[]): DiceDraw => ({ type: "dice", held });
export const cards = (pool: readonly Pick[], count: number, taken: readonly Pick[] = []): CardsDraw => ({
  type: "cards",
  pool,
  count,
  taken,
});

/** An event of chance: which, what was drawn from, and how a record writes what fell. */
export interface Drawn {
  readonly event: number;
  readonly draw: Draw;
  readonly written: (picks: readonly Pick[]) => object;
}

export interface Follow {
  /** Follows the events of a record, and says what was drawn from. It throws where they make no sense. */
  (record: { readonly players: number; readonly options: Json; readonly events: readonly Json[] }): Iterable<Drawn>;
  /** The options that are drawn where nobody has chosen them, each with its pool. */
  readonly lots?: { readonly [option: string]: readonly string[] };
}

export const ascending = (picks: readonly Pick[]) =>
  [...picks].sort((one, other) => (one < other ? -1 : Number(one > other)));

/** A row of cards without some of them. */
export function without<T>(row: readonly T[], gone: readonly T[]): T[] {
  const left = [...row];
  for (const one of gone) {
    const at = left.indexOf(one);
    if (at < 0) throw new RangeError(`there is no ${String(one)} left`);
    left.splice(at, 1);
  }
  return left;
}

export function waysOf(draw: Draw): bigint {
  if (draw.type === "dice") return 6n ** BigInt(rolled(draw));
  let ways = 1n;
  for (let at = 0; at < draw.count; at++) ways *= BigInt(draw.pool.length - at);
  return ways;
}

/** How many dice are rolled: those that are held are not. */
export const rolled = (draw: DiceDraw) => draw.held.filter((value) => value === 0).length;

/** What falls when the draw's number is this one. */
export function fallOf(draw: Draw, number: bigint): Pick[] {
  return draw.type === "dice" ? diceOf(draw, number) : cardsOf(draw, number);
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

/** From the secret to a number, and from a number to dice and cards, as docs/fairness.md says. */

import { type Bytes, hmacWith, joined, sha256 } from "./fair-hash";

export type Pick = number | string;

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

/** How many dice are rolled: those that are held are not. */
export const rolled = (draw: DiceDraw) => draw.held.filter((value) => value === 0).length;

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

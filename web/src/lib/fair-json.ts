/** What comes to be checked is not trusted: it may be any JSON. */

import type { Draw, Pick } from "./fair-draw";

export type Fields = { readonly [key: string]: unknown };
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isPick = (value: unknown): value is Pick => typeof value === "string" || Number.isSafeInteger(value);
export const isHex = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
export const isListOf = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(is);
export const isText = (value: unknown): value is string => typeof value === "string";
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

/** An entry of the list that the server makes for those who do not know the rules. */
export interface Listed {
  readonly n: number;
  readonly event: number;
  readonly draw: Draw;
  readonly outcome: Fields;
}

export function isListed(value: unknown): value is Listed {
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

/** What comes to be checked is not trusted: it may be any JSON. */

export type Fields = { readonly [key: string]: unknown };
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
export const isHex = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
export const isListOf = <T>(value: unknown, is: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(is);
export const isText = (value: unknown): value is string => typeof value === "string";

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

/** What a seat has added, in a proof of the second scheme. */
export interface Part {
  readonly bot?: boolean;
  readonly commitment?: string;
  readonly random?: string;
  readonly words?: string;
}

export function isPart(value: unknown): value is Part {
  if (!isFields(value)) return false;
  const { bot, commitment, random, words } = value;
  const isReadable = [commitment, random].every((digits) => digits === undefined || isHex(digits));
  return isReadable && (bot === undefined || typeof bot === "boolean") && (words === undefined || isText(words));
}

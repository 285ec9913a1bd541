/** What is drawn on a sack card: a sign (taller pile, flag, sum) and an object (faces of dice, or a number), for every condition. */

import { PIPS } from "$ui/shapes";

export type Sign = "most" | "last" | "sum";

export interface Pict {
  readonly sign: Sign;
  /** The values on the faces that are drawn; of `most-not-N` the one that does not count. */
  readonly faces: readonly number[];
  readonly between?: "not" | "equal" | "different";
  /** Instead of faces: what stands behind the Σ. */
  readonly text?: string;
}

const VALUES = [1, 2, 3, 4, 5, 6] as const;
const perValue = (name: string, pict: (value: number) => Pict): [string, Pict][] =>
  VALUES.map((value) => [`${name}-${value}`, pict(value)]);

export const PICTS: Readonly<Record<string, Pict>> = Object.fromEntries<Pict>([
  ["most-dice", { sign: "most", faces: [] }],
  ...perValue("most", (value) => ({ sign: "most", faces: [value] })),
  ...perValue("most-not", (value) => ({ sign: "most", faces: [value], between: "not" })),
  ["most-123", { sign: "most", faces: [1, 2, 3] }],
  ["most-456", { sign: "most", faces: [4, 5, 6] }],
  ["most-even", { sign: "most", faces: [2, 4, 6] }],
  ["most-odd", { sign: "most", faces: [1, 3, 5] }],
  ["most-equal", { sign: "most", faces: [5, 5], between: "equal" }],
  ["most-different", { sign: "most", faces: [1, 4], between: "different" }],
  ...perValue("last", (value) => ({ sign: "last", faces: [value] })),
  ["last-123", { sign: "last", faces: [1, 2, 3] }],
  ["last-456", { sign: "last", faces: [4, 5, 6] }],
  ["sum", { sign: "sum", faces: [] }],
  ["sum-even", { sign: "sum", faces: [], text: "2 · 4 · 6" }],
  ["sum-odd", { sign: "sum", faces: [], text: "1 · 3 · 5" }],
  ["sum-under-10", { sign: "sum", faces: [], text: "< 10" }],
  ["sum-under-15", { sign: "sum", faces: [], text: "< 15" }],
]);

/** A face on the card: its corner, its size, what it shows (0: nothing). */
export interface Face {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly value: number;
}

/** Where the sign stands, by its upper left corner. */
export function signAt({ sign, faces, between, text }: Pict): readonly [x: number, y: number] {
  if (sign === "sum") return text ? [10, 15] : [24, 15];
  const single = faces.length === 1 && !between;
  if (sign === "last") return single ? [22, 16] : [5, 15];
  if (faces.length === 0) return [12, 10];
  return single ? [16, 10] : between === "not" ? [6, 9] : [0, 9];
}

/** Where the faces lie. */
export function facesOf({ sign, faces, between }: Pict): readonly Face[] {
  const [first = 0] = faces;
  if (sign === "most" && faces.length === 0) return HEAP;
  if (between === "not") return [{ x: 66, y: 6, size: 44, value: first }];
  if (faces.length === 1) return [{ x: sign === "most" ? 52 : 50, y: 6, size: 44, value: first }];
  const step = between ? 55 : 31;
  return faces.map((value, at) => ({ x: 29 + at * step, y: 14, size: 28, value }));
}

const HEAP: readonly Face[] = [
  { x: 46, y: 29, size: 23, value: 0 },
  { x: 72, y: 29, size: 23, value: 0 },
  { x: 59, y: 3, size: 23, value: 0 },
];

/** The pips of a face: a quarter, a half and three quarters of its size. */
export function pipsOf(face: Face): readonly (readonly [number, number])[] {
  const quarter = (at: number) => (at < 40 ? 0.25 : at > 60 ? 0.75 : 0.5) * face.size;
  return (PIPS[face.value] ?? []).map(([x, y]) => [face.x + quarter(x), face.y + quarter(y)] as const);
}

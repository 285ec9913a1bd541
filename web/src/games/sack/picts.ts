/** What is drawn on a sack card: a sign (taller pile, flag, sum) and an object (faces of dice, or a number). */

import { PIPS } from "$ui/shapes";
import { CONDITIONS, FACES, type Condition } from "./types";

export interface Pict {
  readonly sign: "most" | "last" | "sum";
  /** The values on the faces that are drawn; where all but one count, the one that does not. */
  readonly faces: readonly number[];
  readonly between?: "not" | "equal" | "different";
  /** Instead of faces: what stands behind the Σ. */
  readonly text?: string;
}

function pictOf({ kind, values, parity, below }: Condition): Pict {
  if (kind === "equal") return { sign: "most", faces: EQUAL, between: kind };
  if (kind === "different") return { sign: "most", faces: DIFFERENT, between: kind };
  if (kind === "sum") return { sign: kind, faces: [], text: sums(parity, below) };
  const others = FACES.filter((value) => !values.includes(value));
  if (others.length === 1) return { sign: kind, faces: others, between: "not" };
  return { sign: kind, faces: others.length ? values : [] };
}

/** Faces that are an example of equal ones, and of different ones. */
// not of the rules: 4, 5 (others would do)
const EQUAL = [5, 5] as const;
const DIFFERENT = [1, 4] as const;

function sums(parity: Condition["parity"], below: number | null): string {
  if (parity) return FACES.filter((value) => (value % 2 ? "odd" : "even") === parity).join(" · ");
  return below ? `< ${below}` : "";
}

export const PICTS: Readonly<Record<string, Pict>> = Object.fromEntries(
  Object.entries(CONDITIONS).map(([id, condition]) => [id, pictOf(condition)]),
);

/** A face on the card: its corner, its size, what it shows (0: nothing). */
export interface Face {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly value: number;
}

/** Where the sign stands, by its upper left corner. */
// not of the rules: 5, 6, 9, 10 (coordinates)
export function signAt({ sign, faces, between, text }: Pict): readonly [x: number, y: number] {
  if (sign === "sum") return text ? [10, 15] : [24, 15];
  const single = faces.length === 1 && !between;
  if (sign === "last") return single ? [22, 16] : [5, 15];
  if (faces.length === 0) return [12, 10];
  return single ? [16, 10] : between === "not" ? [6, 9] : [0, 9];
}

/** Where the faces lie. */
// not of the rules: 6 (a coordinate)
export function facesOf({ sign, faces, between }: Pict): readonly Face[] {
  const [first = 0] = faces;
  if (sign === "most" && faces.length === 0) return HEAP;
  if (between === "not") return [{ x: 66, y: 6, size: 44, value: first }];
  if (faces.length === 1) return [{ x: sign === "most" ? 52 : 50, y: 6, size: 44, value: first }];
  const step = between ? 55 : 31;
  return faces.map((value, at) => ({ x: 29 + at * step, y: 14, size: 28, value }));
}

// not of the rules: 3 (a coordinate)
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

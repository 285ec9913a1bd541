/** The see-saw of luck and skill, and the bars of its receipt: sizes from points. */

import type { Parts } from "./types";

const TALLEST = 86;
const SMALLEST = 30;
const STEEPEST = 8;
const DEGREES = 0.75;

/** The height of a weight, in pixels. */
export const heightOf = (points: number): number =>
  Math.min(TALLEST, Math.max(SMALLEST, 15 * Math.sqrt(Math.abs(points))));

/** How far it tips, in degrees: down on the heavier side, luck on the left. */
export function tiltOf(luck: number, own: number): number {
  const heavier = Math.abs(own) - Math.abs(luck);
  return Math.min(STEEPEST, Math.max(-STEEPEST, DEGREES * heavier)) + 0;
}

export type PartName = keyof Parts;
export const ROWS: readonly PartName[] = ["start", "luck", "own", "others", "rest"];

/** The widths of the bars in per cent of the row, all on one scale; half of it is for each side. */
export function widthsOf(points: Parts): Readonly<Record<PartName, number>> {
  const most = Math.max(30, ...[...ROWS, "result" as const].map((name) => Math.abs(points[name])));
  const width = (name: PartName) => Math.round((500 * Math.abs(points[name])) / most) / 10;
  return Object.fromEntries([...ROWS, "result" as const].map((name) => [name, width(name)])) as Record<
    PartName,
    number
  >;
}

/** A number as it stands on the receipt: with a real minus, and a plus where something was added. */
export function signed(points: number, plus = true): string {
  const size = `${Math.abs(points)}`;
  return points < 0 ? `−${size}` : plus && points > 0 ? `+${size}` : size;
}

/** The whole sum in one line: 25 − 26 − 22 + 24 − 1 = 0. */
export function sumOf(points: Parts): string {
  const parts = ROWS.slice(1).map((name) => `${points[name] < 0 ? "−" : "+"} ${Math.abs(points[name])}`);
  return `${points.start} ${parts.join(" ")} = ${points.result}`;
}

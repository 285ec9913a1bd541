/** The funnel of an exact check: how sure a loss is, the more often both moves are played on. */

import type { MarkName } from "$lib/protocol";
import type { CheckInfo, CheckPoint } from "./types";

/** So many standard errors wide: 95 %. */
const WIDE = 1.96;
const LEVELS: Readonly<Record<MarkName, number>> = { inaccuracy: 2, mistake: 5, blunder: 10 };
/** What lies beyond is drawn at the edge. */
const DEEPEST = 60;
const HIGHEST = -4;
/** The names of the marks are so far apart, also where their lines are not. */
const APART = 14;

export const lossOf = ({ loss }: CheckPoint): number => 100 * loss;
export const halfOf = ({ error }: CheckPoint): number => 100 * WIDE * error;
/** What is left of it after so many times: it shrinks with their root. */
export const halfAt = (point: CheckPoint, times: number): number => halfOf(point) * Math.sqrt(point.times / times);

export interface Verdict {
  readonly surely: MarkName | null;
  readonly probably: MarkName | null;
}

/** The verdict: what it surely is, and what it probably is, by where the band lies; null where it still has everything. */
export function verdictOf(point: CheckPoint): Verdict | null {
  if (lossOf(point) < halfOf(point) && halfOf(point) > LEVELS.mistake) return null;
  const worst = (loss: number) =>
    (Object.keys(LEVELS) as MarkName[]).filter((level) => loss >= LEVELS[level]).at(-1) ?? null;
  return { surely: worst(lossOf(point) - halfOf(point)), probably: worst(lossOf(point)) };
}

export interface Funnel {
  readonly band: string;
  readonly line: string;
  readonly end: { readonly x: number; readonly y: number; readonly top: number; readonly bottom: number };
  /** Between what it will lie at last, if it stays as it is. */
  readonly ahead: { readonly top: number; readonly bottom: number };
  readonly levels: readonly { readonly name: MarkName; readonly y: number; readonly label: number }[];
  readonly y: (loss: number) => number;
  readonly x: (times: number) => number;
}

/** Drawn downwards, as a loss is: 0 at the top. */
export function funnelOf({ path, most }: CheckInfo, width: number, height: number): Funnel | null {
  const last = path.at(-1);
  if (!last) return null;
  const shown = path.length > 2 ? path.slice(1) : path;
  const deepest = Math.min(DEEPEST, Math.max(14, ...shown.map((point) => lossOf(point) + halfOf(point))));
  const highest = Math.max(HIGHEST, Math.min(0, ...shown.map((point) => lossOf(point) - halfOf(point))));
  const x = (times: number) => Math.round((10 * width * times) / most) / 10;
  const inside = (loss: number) => Math.min(deepest, Math.max(highest, loss));
  const y = (loss: number) => Math.round((10 * height * (inside(loss) - highest)) / (deepest - highest)) / 10;
  const at = (point: CheckPoint, loss: number) => `${x(point.times)} ${y(loss)}`;
  const top = shown.map((point) => at(point, lossOf(point) - halfOf(point)));
  const bottom = shown.map((point) => at(point, lossOf(point) + halfOf(point)));
  let free = -Infinity;
  const levels = (Object.keys(LEVELS) as MarkName[]).map((name) => {
    const line = y(LEVELS[name]);
    free = Math.max(line, free + APART);
    return { name, y: line, label: free };
  });
  return {
    band: `M${[...top, ...bottom.reverse()].join("L")}Z`,
    line: `M${shown.map((point) => at(point, lossOf(point))).join("L")}`,
    end: {
      x: x(last.times),
      y: y(lossOf(last)),
      top: y(lossOf(last) - halfOf(last)),
      bottom: y(lossOf(last) + halfOf(last)),
    },
    ahead: {
      top: y(lossOf(last) - halfAt(last, most)),
      bottom: y(lossOf(last) + halfAt(last, most)),
    },
    levels,
    x,
    y,
  };
}

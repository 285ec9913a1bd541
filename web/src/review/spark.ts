/** The latest matches as a line between the levels of the bots: the less is lost, the higher. */

import type { GradeInfo } from "./types";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [300, 96, 10, 244, 8, 88] as const;

export interface Spark {
  readonly width: number;
  readonly height: number;
  readonly right: number;
  readonly dots: readonly { readonly x: number; readonly y: number }[];
  readonly line: string;
  /** The levels between which the matches lie, where there is room for their names. */
  readonly levels: readonly { readonly name: string; readonly y: number }[];
}

const APART = 13;
const round = (number: number) => Math.round(10 * number) / 10;

/** Null where there are too few to compare. */
export function sparkOf({ latest, levels }: Pick<GradeInfo, "latest" | "levels">): Spark | null {
  if (latest.length < 2) return null;
  const losses = latest.map(({ mean_loss }) => mean_loss);
  const [least, most] = [Math.min(...losses), Math.max(...losses)];
  const measured = Object.entries(levels).sort(([, a], [, b]) => a - b);
  const better = measured.filter(([, loss]) => loss <= least).at(-1)?.[1] ?? least;
  const worse = measured.find(([, loss]) => loss >= most)?.[1] ?? most;
  const y = (loss: number) => round(TOP + ((BOTTOM - TOP) * (loss - better)) / Math.max(1e-6, worse - better));
  const dots = losses.map((loss, at) => ({ x: round(LEFT + ((RIGHT - LEFT) * at) / (losses.length - 1)), y: y(loss) }));
  const shown = measured.flatMap(([name, loss]) => (loss < better || loss > worse ? [] : [{ name, y: y(loss) }]));
  return {
    width: WIDTH,
    height: HEIGHT,
    right: RIGHT,
    dots,
    line: `M${dots.map((dot) => `${dot.x} ${dot.y}`).join("L")}`,
    levels: shown.filter((one, at) => !shown.slice(0, at).some((other) => Math.abs(other.y - one.y) < APART)),
  };
}

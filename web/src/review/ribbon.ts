/** The ribbon of chances: its columns, and how they are drawn. Steps, no curves; the seat that looks lies at the bottom. */

import type { LookedBack } from "../games/game";
import type { JudgementInfo, Json, ReviewInfo, ReviewProgress } from "./types";

export const POINT = 0.01;
/** Luck that moved a chance by so much is drawn. */
const WORTH_DRAWING = 3 * POINT;
/** How many mistakes are told while a review is computed. */
const MOST_FINDS = 3;
/** Half the width of a turning point's tap area. */
const NEAR = 24;

/** What is drawn of a column. */
export interface Woven {
  /** The last of its events. */
  readonly event: number;
  /** Whose decision it was; null for chance. */
  readonly seat: number | null;
  readonly chances: readonly number[];
  readonly percent: readonly number[];
  /** What chance brought each seat in it. */
  readonly luck: readonly number[];
  /** The decision of the seat that looks, or the last one. */
  readonly judgement: Pick<JudgementInfo, "loss" | "mark"> | null;
  /** Which move of the match it is, from 1; chance belongs to the move that follows. */
  readonly turn: number;
}

/** What happened between two places of the scrubber: one event, or several that are one step of a replay. */
export interface Column extends Woven {
  readonly judgement: JudgementInfo | null;
  /** The event that decision was. */
  readonly decided: number | null;
}

/** The columns of a review; `ends`: how many events have happened after each, where a step has several. */
export function columnsOf(review: ReviewInfo, own: number | null, ends?: readonly number[]): Column[] {
  const stops = ends ?? review.steps.map((_, at) => at + 1);
  const most = movesOf(review);
  let [begin, turn] = [0, 0];
  let last: Pick<Column, "chances" | "percent"> = { chances: review.start, percent: review.percent };
  return stops.map((end) => {
    const events = review.steps.slice(begin, end);
    const chosen = events.filter(({ seat }) => seat !== null);
    const judged = events.filter(({ judgement }) => judgement !== null);
    const mine = judged.find(({ seat }) => seat === own) ?? judged.at(-1);
    last = events.at(-1) ?? last;
    const luck = review.start.map((_, seat) => events.reduce((sum, { luck }) => sum + (luck?.[seat] ?? 0), 0));
    const decided = mine ? begin + events.indexOf(mine) : null;
    begin = end;
    turn += chosen.length;
    return {
      event: end - 1,
      seat: (mine ?? chosen.find(({ seat }) => seat === own) ?? chosen.at(-1))?.seat ?? null,
      chances: last.chances,
      percent: last.percent,
      luck,
      judgement: mine?.judgement ?? null,
      decided,
      turn: Math.min(most, chosen.length ? turn : turn + 1),
    };
  });
}

/** The decision of a column, for the board: `before` is what stood there. */
export function lookedBack<View>(column: Column | undefined, before: View | undefined): LookedBack<View, Json> | null {
  if (!column?.judgement || column.seat === null || !before) return null;
  const { played, best } = column.judgement;
  return { seat: column.seat, before, played, best };
}

/** The columns of what is known already, while a review is computed. */
export function columnsSoFar({ steps }: ReviewProgress): Woven[] {
  let turn = 0;
  return steps.map(({ seat, chances, percent, loss, mark }, event) => {
    if (seat !== null) turn++;
    return { event, seat, chances, percent, luck: [], judgement: loss === null ? null : { loss, mark }, turn };
  });
}

/** The event of one's best move, as far as it is known: the one furthest ahead of the second best. */
export function bestSoFar({ steps }: ReviewProgress, own: number | null): number | null {
  const lead = (at: number) => (steps[at]!.seat === own && steps[at]!.loss === 0 ? (steps[at]!.lead ?? 0) : 0);
  const best = steps.reduce((best, _, at) => (lead(at) > lead(best) ? at : best), 0);
  return own !== null && steps.length && lead(best) >= POINT ? best : null;
}

export interface Find {
  readonly event: number;
  readonly turn: number;
  /** Null: the best move. */
  readonly mark: JudgementInfo["mark"];
  readonly loss: number;
}

/** What is worth telling while a review is computed: one's worst mistakes and the best move, the latest first. */
export function foundSoFar(columns: readonly Woven[], own: number | null, best: number | null): Find[] {
  const found = columns.flatMap(({ event, seat, turn, judgement }) => {
    if (own === null || seat !== own || !judgement || !(judgement.mark || event === best)) return [];
    return [{ event, turn, mark: judgement.mark, loss: judgement.loss }];
  });
  const worst = found.filter(({ mark }) => mark).sort((a, b) => b.loss - a.loss);
  const told = new Set([...worst.slice(0, MOST_FINDS), ...found.filter(({ mark }) => !mark)]);
  return found.filter((one) => told.has(one)).reverse();
}

/** How many moves the match had. */
export const movesOf = (review: ReviewInfo): number => review.steps.filter(({ seat }) => seat !== null).length;

/** The seats from the bottom to the top: the one that looks, then the others in order. */
export function orderOf(players: number, bottom: number): number[] {
  const others = Array.from({ length: players }, (_, seat) => seat).filter((seat) => seat !== bottom);
  return [bottom, ...others];
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Mark {
  /** Which column, from 0. */
  readonly at: number;
  readonly x: number;
  readonly y: number;
  /** The length of the loss. */
  readonly loss: number;
  readonly kind: JudgementInfo["mark"] | "best";
}

export interface Drawing {
  /** One for each seat of the order: its area. */
  readonly bands: readonly { readonly seat: number; readonly path: string }[];
  /** The upper edge of the lowest band. */
  readonly edge: string;
  readonly luck: readonly { readonly x: number; readonly y: number; readonly height: number }[];
  readonly marks: readonly Mark[];
  /** The middles of the bands where they begin. */
  readonly starts: readonly number[];
}

const round = (number: number) => Math.round(number * 10) / 10;

export const xOf = (at: number, columns: number, area: Area): number =>
  round(area.x + (area.width * at) / Math.max(1, columns));

export function drawn(
  start: readonly number[],
  columns: readonly Woven[],
  order: readonly number[],
  area: Area,
  own: number | null,
  best: number | null,
): Drawing {
  const rows = [start, ...columns.map(({ chances }) => chances)];
  const x = (at: number) => xOf(at, columns.length, area);
  const y = (share: number) => round(area.y + area.height * (1 - Math.min(1, Math.max(0, share))));
  const upTo = (row: readonly number[], count: number) =>
    order.slice(0, count).reduce((sum, seat) => sum + (row[seat] ?? 0), 0);
  /** The steps of a border: what is true after an event holds to the next one. */
  const border = (count: number) =>
    columns.flatMap(({ chances }, at) => [
      [x(at), y(upTo(chances, count))],
      [x(at + 1), y(upTo(chances, count))],
    ]);
  const line = (points: readonly (readonly number[])[]) => points.map((point) => point.join(" ")).join("L");
  const bottom = order[0]!;
  return {
    bands: order.map((seat, nth) => ({
      seat,
      path: `M${line(border(nth + 1))}L${line(border(nth).reverse())}Z`,
    })),
    edge: `M${line(border(1))}`,
    luck:
      own === null
        ? []
        : columns.flatMap(({ luck }, at) => {
            const [before, after] = [y(rows[at]![own]!), y(rows[at + 1]![own]!)];
            if (Math.abs(luck[own] ?? 0) < WORTH_DRAWING) return [];
            return [{ x: x(at), y: Math.min(before, after), height: Math.abs(before - after) }];
          }),
    marks: columns.flatMap(({ seat, judgement, chances, event }, at) => {
      if (own === null || seat !== own || !judgement) return [];
      const kind = event === best ? "best" : judgement.mark;
      const loss = round(area.height * judgement.loss);
      return [{ at, x: round((x(at) + x(at + 1)) / 2), y: y(chances[bottom] ?? 0), loss, kind }];
    }),
    starts: order.map((_, nth) => round((y(upTo(start, nth)) + y(upTo(start, nth + 1))) / 2)),
  };
}

/** Emblems side by side need room: each at least so far from the one below it, all of them inside the area. */
export function apart(middles: readonly number[], least: number, { y, height }: Area): number[] {
  const placed = [...middles];
  for (let nth = 0; nth < placed.length; nth++) {
    const below = nth ? placed[nth - 1]! - least : y + height - least / 2;
    placed[nth] = Math.min(placed[nth]!, below);
  }
  for (let nth = placed.length - 1; nth >= 0; nth--) {
    const above = nth < placed.length - 1 ? placed[nth + 1]! + least : y + least / 2;
    placed[nth] = Math.max(placed[nth]!, above);
  }
  return placed.map(round);
}

/** The columns that a key jumps between: marked decisions, the best move and turning points. */
export function stopsOf(columns: readonly Column[], own: number | null, points: readonly number[]): number[] {
  return columns.flatMap((column, at) =>
    points.includes(column.event) || (column.seat === own && column.judgement?.mark) ? [at + 1] : [],
  );
}

/** The turning point that a tap means; none: the tap means just the place. */
export function tapped(x: number, stops: readonly number[], columns: number, area: Area): number | null {
  const far = (at: number) => Math.abs(xOf(at, columns, area) - x);
  const [nearest] = [...stops].sort((one, other) => far(one) - far(other));
  return nearest !== undefined && far(nearest) <= NEAR ? nearest : null;
}

/** What a screen reader says of the ribbon: each place in a sentence, and the whole in one. */

import { say } from "$lib/settings.svelte";
import type { Player } from "../games/game";
import { movesOf, type Column } from "./ribbon";
import { R } from "./texts";
import type { ReviewInfo } from "./types";

export interface Heard {
  readonly review: ReviewInfo;
  readonly columns: readonly Column[];
  readonly players: readonly Player[];
  readonly own: number | null;
  readonly bottom: number;
}

export function heardAt({ review, columns, players, own, bottom }: Heard, at: number): string {
  const name = (seat: number) => players[seat]?.name ?? "";
  const column = columns[at - 1];
  const percent = column?.percent ?? review.percent;
  const others = players.flatMap((_, seat) => (seat === bottom ? [] : [`${name(seat)} ${percent[seat]}`])).join(", ");
  if (!column) return `${say(R.atStart)}. ${name(bottom)} ${say(R.percent(percent[bottom] ?? 0))}. ${others}.`;
  const before = columns[at - 2]?.percent ?? review.percent;
  const who =
    column.seat === null ? say(R.byChance) : column.seat === own ? name(column.seat).toLowerCase() : name(column.seat);
  const judged = column.seat === own ? column.judgement : null;
  return [
    say(R.step(column.turn, movesOf(review), who, percent[bottom] ?? 0, before[bottom] ?? 0)),
    ...(judged?.mark ? [say(R.marked(judged.mark, Math.round(100 * judged.loss)))] : []),
    `${others}.`,
  ].join(" ");
}

/** Start, peak if it comes later, end and turning points. */
export function heardWhole({ review, columns, players, bottom }: Heard, events: readonly number[]): string {
  const of = (column: Column) => column.percent[bottom] ?? 0;
  const highest = columns.reduce((best, column) => (of(column) > of(best) ? column : best), columns[0]!);
  const [begin, last] = [review.percent[bottom] ?? 0, columns.at(-1)!];
  const peak = of(highest) > begin ? { percent: of(highest), turn: highest.turn } : null;
  const turns = events.map((event) => columns[event]?.turn ?? 0);
  return say(R.whole(movesOf(review), players[bottom]?.name ?? "", begin, peak, of(last), turns));
}

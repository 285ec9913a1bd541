/** The exercise book: what is due, what comes back, what is known well; and the way through what is due. */

import type { BookInfo, ExerciseInfo, StandingInfo } from "../review/types";

export interface Sorted {
  readonly due: readonly ExerciseInfo[];
  readonly coming: readonly ExerciseInfo[];
  readonly known: readonly ExerciseInfo[];
}

export const isDue = ({ days }: StandingInfo): boolean => !days;

/** The exercises in three heaps, each in the order in which they came. */
export function sorted({ exercises }: BookInfo): Sorted {
  const later = exercises.filter(({ standing }) => !isDue(standing));
  return {
    due: exercises.filter(({ standing }) => isDue(standing)),
    coming: later.filter(({ standing }) => standing.known < standing.of),
    known: later.filter(({ standing }) => standing.known >= standing.of),
  };
}

/** When the next ones come, and how many: null where none will. */
export function nextOnes({ exercises }: BookInfo): { readonly days: number; readonly count: number } | null {
  const waits = exercises.flatMap(({ standing: { days } }) => (days ? [days] : []));
  if (!waits.length) return null;
  const days = Math.min(...waits);
  return { days, count: waits.filter((wait) => wait === days).length };
}

/** About how many minutes it takes to try so many. */
export const minutesFor = (exercises: number): number => Math.max(1, Math.round((exercises * 4) / 3));

/** Minutes by which the clock here is ahead of UTC. */
export const east = (): number => -new Date().getTimezoneOffset();

export const pathTo = ({ table, n }: { readonly table: string; readonly n: number }): string =>
  `/t/${encodeURIComponent(table)}/try/${n}`;

/** How far one is on a way, and what comes next; null: this page is not on it. */
export function placeOn(
  way: readonly string[],
  path: string,
): { readonly at: number; readonly of: number; readonly next: string | null } | null {
  const at = way.indexOf(path);
  return at < 0 ? null : { at, of: way.length, next: way[at + 1] ?? null };
}

/** A loss in whole points, for people: something that was lost is never nothing. */
export const pointsOf = (loss: number): number => Math.max(1, Math.round(100 * loss));

/** Lessons: a scripted match that the engine has played, step by step. */

import type { Text } from "$lib/settings.svelte";

const FILES = import.meta.glob<Lesson>("../games/*/lesson.json", { import: "default" });

export interface Step {
  /** What the teacher says; null: something happens, and the lesson goes on by itself. */
  readonly words: Text | null;
  /** What happened, where the partner did it. */
  readonly told: { readonly de: readonly string[]; readonly en: readonly string[] };
  readonly view: unknown;
  readonly waiting: readonly number[];
  readonly moves: readonly unknown[];
  readonly effects: readonly unknown[];
  /** The move that the learner is asked for: the only one among `moves`. */
  readonly expect: unknown;
}

export interface Lesson {
  readonly partner: string;
  readonly steps: readonly Step[];
}

export async function lessonOf(game: string): Promise<Lesson> {
  const load = FILES[`../games/${game}/lesson.json`];
  if (!load) throw new Error(`There is no lesson for ${game}.`);
  return load();
}

/** The steps at which the teacher speaks: the stations of the lesson. */
export function stations(steps: readonly Step[]): number[] {
  return steps.flatMap((step, at) => (step.words ? [at] : []));
}

/** How far the lesson is: the number of the station that was reached, from 0. */
export function stationAt(steps: readonly Step[], at: number): number {
  return stations(steps).filter((station) => station <= at).length - 1;
}

/** The station before this step; the step itself where there is none. */
export function before(steps: readonly Step[], at: number): number {
  return (
    stations(steps)
      .filter((station) => station < at)
      .at(-1) ?? at
  );
}

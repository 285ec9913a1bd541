/** Walking through the story of a match: where to jump, what the keys do, and the links that open at a step. */

export interface Walk {
  /** The last step. */
  readonly last: number;
  /** The steps at which something was scored, in order. */
  readonly marks: readonly number[];
}

/** The scenes that are a step: what several choose at the same time is one, when the last of them has chosen. */
export function stepsOf<S extends { readonly partial?: boolean }>(scenes: readonly S[]): S[] {
  return scenes.filter((scene, at) => !scene.partial || at === scenes.length - 1);
}

/** The steps that lead to a scoring. */
export function marksOf<V>(views: readonly V[], isScoring: (view: V) => boolean): number[] {
  return views.flatMap((view, at) => (isScoring(view) ? [at] : []));
}

export function nextMark({ marks, last }: Walk, at: number): number {
  return marks.find((mark) => mark > at) ?? last;
}

export function previousMark({ marks }: Walk, at: number): number {
  return marks.filter((mark) => mark < at).at(-1) ?? 0;
}

/** The step that a number in a link means: inside the match, whatever was typed. */
export function stepIn(wanted: string | null, last: number): number {
  const number = Number(wanted);
  return wanted !== null && Number.isInteger(number) ? Math.max(0, Math.min(number, last)) : 0;
}

/** Where a key leads; null: it means nothing here. */
export function keyed(key: string, at: number, walk: Walk): number | null {
  const to: Readonly<Record<string, number>> = {
    ArrowRight: Math.min(at + 1, walk.last),
    ArrowLeft: Math.max(at - 1, 0),
    Home: 0,
    End: walk.last,
    PageDown: nextMark(walk, at),
    PageUp: previousMark(walk, at),
  };
  return to[key] ?? null;
}

/** The query of a link to a step, seen by a seat. */
export function queryOf(at: number, seat: number | null): string {
  return `?at=${at}${seat === null ? "" : `&seat=${seat}`}`;
}

/** The seat that a link means; undefined: it does not say, null: nobody's. */
export function seatIn(wanted: string | null, seats: number): number | undefined {
  const number = Number(wanted);
  return wanted && Number.isInteger(number) && number >= 0 && number < seats ? number : undefined;
}

/** Who is about to act after a step: whoever acts next in the story. */
export function waitingAt(scenes: readonly { readonly seat: number | null }[], at: number): number[] {
  const next = scenes[at + 1]?.seat ?? null;
  return next === null ? [] : [next];
}

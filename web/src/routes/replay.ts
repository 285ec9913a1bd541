/** Walking through the story of a match: where to jump, what the keys do, and the links that open at a step. */

export interface Walk {
  /** The last step. */
  readonly last: number;
  /** The steps at which something was scored, in order. */
  readonly marks: readonly number[];
}

/** A scene as a step: after how many events, and which part of a scene in which too much happens at once. */
export type Step<S> = S & { readonly after: number; readonly part: number };

/** The steps through a story. What several choose at the same time is one, when the last of them has chosen. */
export function stepsOf<V, S extends { readonly view?: V; readonly partial?: boolean }>(
  scenes: readonly S[],
  parts: (view: V) => readonly V[] = (view) => [view],
): Step<S>[] {
  return scenes.flatMap((scene, after) => {
    if (scene.partial && after < scenes.length - 1) return [];
    return parts(scene.view as V).map((view, part) => ({ ...scene, view, after, part }));
  });
}

interface Scene {
  readonly event: { readonly type?: unknown } | null;
}

/** How many events of the match have happened after each scene: what changed at the table meanwhile is none. */
export function eventsIn(scenes: readonly Scene[]): number[] {
  let events = 0;
  return scenes.map(({ event }) => (events += Number(event !== null && event.type !== "table")));
}

/** The step right after an event that a link names, from 0; null: it names none. */
export function eventIn(
  wanted: string | null,
  steps: readonly { readonly after: number }[],
  events: readonly number[],
) {
  const number = Number(wanted);
  const at = wanted ? steps.findIndex(({ after }) => events[after]! > number) : -1;
  return at < 0 ? null : at;
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

/** The step that a link means, which counts events: how it stood after so many, inside the match, whatever was typed. */
export function stepIn(wanted: string | null, steps: readonly { readonly after: number }[]): number {
  const number = Number(wanted);
  if (wanted === null || !Number.isInteger(number) || number <= 0) return 0;
  const all = steps.map(({ after }) => after);
  return all.lastIndexOf(all.find((after) => after >= number) ?? all.at(-1) ?? 0);
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

/** The query of a link to how it stood after so many events, seen by a seat. */
export function queryOf(after: number, seat: number | null): string {
  return `?at=${after}${seat === null ? "" : `&seat=${seat}`}`;
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

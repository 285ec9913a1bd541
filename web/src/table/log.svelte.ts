/** The log of a match in sentences, for each pair of eyes, and the latest of them for those who look and those who listen. */

import type { Json, SeatNews, Story } from "$lib/protocol";
import type { Told } from "../games/sentence";
import type { Scene } from "./playback.svelte";

/** A seat that looks at the match; null: a spectator. */
export type Eyes = number | null;

export interface LogLine extends Told {
  readonly n: number;
  readonly by: number | null;
  /** What changed about the seat, where that is what happened: somebody left it, a bot was called for it, … */
  readonly how?: string | undefined;
}

export class Log {
  /** The latest sentences, and whose deed it was. */
  latest = $state.raw<Omit<LogLine, "n"> | null>(null);
  /** The latest sentences, for those who listen instead of looking. */
  announced = $state.raw<readonly { n: number; sentence: string }[]>([]);
  #lines = $state.raw<ReadonlyMap<Eyes, readonly LogLine[]>>(new Map());

  /** `speak`: the words of a line, for those who listen. */
  constructor(private readonly speak: (line: Told) => string = ({ told }) => told.join(" ")) {}

  of(eyes: Eyes): readonly LogLine[] {
    return this.#lines.get(eyes) ?? [];
  }

  /** What an update adds; what it brings again, in full, replaces what stood there. */
  add(news: SeatNews): void {
    const lines = linesOf(scenesOf(news, []));
    const first = lines[0];
    if (first) this.#keep(news.seat, [...this.of(news.seat).filter((line) => line.n < first.n), ...lines]);
  }

  /** The whole story; lines that are newer than it stay. */
  read(eyes: Eyes, story: Story): void {
    const lines = linesOf(
      story.scenes.map(({ n, seat, told, pieces, event }) => ({
        n: n ?? -1,
        by: seat,
        told,
        pieces,
        how: howOf(event),
      })),
    );
    const last = lines.at(-1)?.n ?? -1;
    this.#keep(eyes, [...lines, ...this.of(eyes).filter((line) => line.n > last)]);
  }

  /** A scene is shown: its sentences are the latest, and are read out. */
  announce({ by, told, pieces }: Omit<LogLine, "n">): void {
    if (!told.length) return;
    this.latest = { by, told, pieces };
    this.speakUp(this.speak(this.latest));
  }

  /** Read a sentence out, whatever it is about. */
  speakUp(sentence: string): void {
    this.announced = [...this.announced.slice(-3), { n: (this.announced.at(-1)?.n ?? 0) + 1, sentence }];
  }

  /** The last line is the latest, and is not read out again. */
  recall(eyes: Eyes): void {
    this.latest = this.of(eyes).at(-1) ?? null;
  }

  /** Nothing of it stays on the page. */
  cover(): void {
    this.latest = null;
    this.announced = [];
  }

  #keep(eyes: Eyes, lines: readonly LogLine[]): void {
    this.#lines = new Map(this.#lines).set(eyes, lines);
  }
}

const linesOf = (scenes: readonly LogLine[]): LogLine[] =>
  scenes.filter((scene) => scene.told.length).map(({ n, by, told, pieces, how }) => ({ n, by, told, pieces, how }));

const howOf = (event: Json | null | undefined) => (event?.type === "table" ? (event.how as string) : undefined);

/** How a bot comes to a person's seat. */
const STANDS_IN = ["left", "called", "late", "lost"];

/** What the bot has done that stands in for a seat, newest last. */
export function playedFor(lines: readonly LogLine[], seat: number): readonly LogLine[] {
  const since = lines.filter((line) => line.by === seat && STANDS_IN.includes(line.how ?? "")).at(-1)?.n;
  return since === undefined ? [] : lines.filter((line) => line.n > since && line.by === seat && !line.how);
}

/** The scenes of an update, each with whose deed it was and whom the match waited for then: whoever acts in the next one. */
export function scenesOf(
  news: Pick<SeatNews, "events" | "scenes">,
  waiting: readonly number[],
): Scene<SeatNews["view"]>[] {
  const events = new Map(news.events.map((event) => [event.n as number, event]));
  const scenes = (news.scenes ?? []).map((scene) => {
    const event = events.get(scene.n);
    return { ...scene, by: (event?.seat as number | undefined) ?? null, how: howOf(event) };
  });
  return scenes.map((scene, at) => {
    const next = scenes[at + 1];
    return { ...scene, waiting: next === undefined ? waiting : next.by === null ? [] : [next.by] };
  });
}

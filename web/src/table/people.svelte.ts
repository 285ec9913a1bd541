/** The others at a table beside the match: who is away and since when, who watches, and the quick words they say. */

import type { Present, Reacted, Word } from "$lib/protocol";

const MINUTE = 60_000;
const LOOK_AGAIN = 10_000;
/** How long a quick word is seen. */
export const SEEN = 2500;
/** One in so many milliseconds: the server's own measure, so that nobody runs into it. */
export const PAUSE = 5000;

export class People {
  /** The names of those who watch; empty for somebody unknown. */
  watching = $state.raw<readonly string[]>([]);
  /** The quick word of each seat that has just said one. */
  words = $state.raw<ReadonlyMap<number, Word>>(new Map());
  #gone = $state.raw<readonly (number | null)[]>([]);
  #now = $state(0);
  #clock: ReturnType<typeof setInterval> | undefined;
  #hushing = new Set<ReturnType<typeof setTimeout>>();

  hear({ away, watching }: Present): void {
    this.watching = watching;
    this.#now = Date.now();
    this.#gone = away.map((seconds) => (seconds === null ? null : this.#now - seconds * 1000));
    clearInterval(this.#clock);
    if (this.#gone.some((since) => since !== null))
      this.#clock = setInterval(() => (this.#now = Date.now()), LOOK_AGAIN);
  }

  /** Whether a seat's person has no connection. */
  isGone(seat: number): boolean {
    return (this.#gone[seat] ?? null) !== null;
  }

  /** For how many whole minutes a seat's person has been away; 0 for whoever is here, or just lost the line. */
  minutesAway(seat: number): number {
    const since = this.#gone[seat] ?? null;
    return since === null ? 0 : Math.floor(Math.max(0, this.#now - since) / MINUTE);
  }

  say({ seat, word }: Pick<Reacted, "seat" | "word">): void {
    this.words = new Map(this.words).set(seat, word);
    const said = this.words;
    const hush = setTimeout(() => {
      this.#hushing.delete(hush);
      if (said.get(seat) !== this.words.get(seat)) return;
      this.words = new Map([...this.words].filter(([one]) => one !== seat));
    }, SEEN);
    this.#hushing.add(hush);
  }

  close(): void {
    clearInterval(this.#clock);
    this.#hushing.forEach(clearTimeout);
  }
}

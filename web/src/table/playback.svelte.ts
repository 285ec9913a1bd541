/** Scenes, one after another: what happened is shown in the order in which it happened, and a tap skips. */

import type { Told } from "../games/sentence";

/** One moment to show: the number of the event, the view, the words, whose deed it was, whom the match waited for then. */
export interface Scene<V> extends Told {
  readonly n: number;
  readonly view: V;
  readonly by: number | null;
  readonly waiting: readonly number[];
}

/** More than this waiting: somebody has been away, and wants to see how it stands, not how it came. */
const MOST_WAITING = 12;
const KEPT = 5;

export class Playback<V> {
  #waiting: Scene<V>[] = [];
  #isRunning = false;
  #isOver = false;
  #skip: (() => void) | null = null;

  constructor(
    private readonly show: (scene: Scene<V>) => number,
    private readonly rest: () => void,
    private readonly pause: (ms: number, skipped: Promise<void>) => Promise<void> = waitOrSkip,
  ) {}

  get isRunning(): boolean {
    return this.#isRunning;
  }

  add(scenes: readonly Scene<V>[]): void {
    this.#waiting.push(...scenes);
    if (this.#waiting.length > MOST_WAITING) this.#waiting = this.#waiting.slice(-KEPT);
    if (!this.#isRunning) void this.#run();
  }

  /** Show the last one at once. */
  skip(): void {
    this.#waiting = this.#waiting.slice(-1);
    this.#skip?.();
  }

  /** Nothing of this matters any more. */
  clear(): void {
    this.#isOver = true;
    this.#waiting = [];
    this.#skip?.();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let scene = this.#waiting.shift(); scene; scene = this.#waiting.shift()) {
      const ms = this.show(scene);
      await this.pause(ms, new Promise((resolve) => (this.#skip = resolve)));
    }
    this.#skip = null;
    this.#isRunning = false;
    if (!this.#isOver) this.rest();
  }
}

async function waitOrSkip(ms: number, skipped: Promise<void>): Promise<void> {
  if (ms > 0) await Promise.race([new Promise((resolve) => setTimeout(resolve, ms)), skipped]);
}

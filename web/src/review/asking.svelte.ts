/** Asks for a review until it is computed. The server answers slowly on purpose: nobody asks in a hurry. */

import { api, reasonOf, Unreachable } from "$lib/api";
import { say } from "$lib/settings.svelte";
import { R } from "./texts";
import type { CheckInfo, ReviewInfo, ReviewProgress } from "./types";

const PAUSE = 250;

/** How long something takes that is done one by one, as far as one can tell from what was done since one looks. */
class Pace {
  #began: { readonly at: number; readonly done: number } | null = null;

  /** Seconds that are left after so many of all; null: that cannot be told yet. */
  left(done: number, all: number): number | null {
    if (!done) return null;
    const now = performance.now();
    this.#began ??= { at: now, done };
    const since = done - this.#began.done;
    return since ? Math.ceil((((now - this.#began.at) / since) * (all - done)) / 1000) : null;
  }
}
const OFFLINE_PAUSE = 3000;

export class ReviewAsked {
  review = $state.raw<ReviewInfo | null>(null);
  progress = $state.raw<ReviewProgress>({ done: 0, of: 0, start: [], steps: [] });
  /** Why there is no review; empty: it comes. */
  trouble = $state("");
  isOffline = $state(false);
  /** Seconds that are left, as far as one can tell. */
  left = $state<number | null>(null);
  #isOver = false;
  readonly #pace = new Pace();

  constructor(readonly path: string) {}

  async ask(): Promise<void> {
    [this.trouble, this.#isOver] = ["", false];
    while (!this.#isOver && !this.review && !this.trouble) {
      try {
        const found = await api.get<ReviewInfo | ReviewProgress>(`${this.path}/review`);
        this.isOffline = false;
        if ("seats" in found) this.review = found;
        else this.#tell(found);
      } catch (error) {
        this.isOffline = error instanceof Unreachable;
        if (!this.isOffline) this.trouble = reasonOf(error) || say(R.failed);
      }
      await new Promise((done) => setTimeout(done, this.isOffline ? OFFLINE_PAUSE : PAUSE));
    }
  }

  #tell(progress: ReviewProgress): void {
    this.progress = progress;
    this.left = this.#pace.left(progress.done, progress.of);
  }

  /** Ask no more. */
  leave(): void {
    this.#isOver = true;
  }
}

/** A loss that is checked exactly, as long as somebody looks. */
export class CheckAsked {
  info = $state.raw<CheckInfo | null>(null);
  trouble = $state("");
  isOn = $state(true);
  /** Seconds that it takes at most from now on, as far as one can tell. */
  left = $state<number | null>(null);
  readonly #pace = new Pace();

  constructor(readonly path: string) {}

  async ask(): Promise<void> {
    while (this.isOn) {
      try {
        this.info = await api.get<CheckInfo>(this.path);
        this.left = this.#pace.left(this.info.times, this.info.most);
        if (this.info.done) this.isOn = false;
      } catch (error) {
        [this.trouble, this.isOn] = [reasonOf(error), false];
      }
      if (this.isOn) await new Promise((done) => setTimeout(done, PAUSE));
    }
  }

  stop(): void {
    this.isOn = false;
  }
}

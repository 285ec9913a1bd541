/** Several people at one device: whose eyes look at the match, and who has to take the device before a hand is shown. */

import type { Eyes } from "./log.svelte";

export class Handover {
  /** Whose eyes these are. */
  eyes = $state<Eyes>(null);
  /** Who is about to take the device. The felt is covered until they have. */
  next = $state<Eyes>(null);
  /** Who is to get the device as soon as whoever looks has seen enough. */
  after = $state<Eyes>(null);
  /** Who has said that they hold the device; null: nobody yet, and nothing is shown. */
  #holder: Eyes = null;

  get isCovered(): boolean {
    return this.next !== null;
  }

  /** These seats are played here: somebody among them looks. */
  seat(yours: readonly number[]): void {
    if (this.eyes === null || !yours.includes(this.eyes)) this.eyes = yours[0] ?? null;
  }

  /**
   * Somebody else is to look. Where hands are hidden, whoever holds the device first passes it on, and the other must
   * take it; whether that is so now.
   */
  turnTo(eyes: Eyes, isHidden: boolean): boolean {
    const mustTake = isHidden && eyes !== this.#holder;
    const isHeld = mustTake && this.#holder !== null && this.#holder === this.eyes;
    this.after = isHeld ? eyes : null;
    if (isHeld) return false;
    if (mustTake) this.#holder = null;
    this.next = mustTake ? eyes : null;
    this.eyes = eyes;
    return mustTake;
  }

  /** Whoever looks has seen enough, and gives the device away. */
  pass(): void {
    const { after } = this;
    if (after === null) return;
    this.#holder = null;
    this.turnTo(after, true);
  }

  /** Whoever was called has the device now. */
  take(): void {
    this.#holder = this.next;
    this.next = null;
  }
}

/** Of the seats of this device the one that is to decide; else the one that looked last. */
export function nextEyes(eyes: Eyes, yours: readonly number[], waiting: readonly number[]): Eyes {
  const here = eyes !== null && yours.includes(eyes) ? eyes : null;
  if (here !== null && waiting.includes(here)) return here;
  return yours.find((seat) => waiting.includes(seat)) ?? here ?? yours[0] ?? null;
}

/** What all parts of the board know of the table: who sits where, and where things are on the screen. */

import { getContext, setContext } from "svelte";
import type { Change } from "./scene";

export interface Table {
  /** A seat's name; null for oneself. */
  readonly who: (seat: number) => string | null;
  /** The name to show: "Du" for oneself. */
  readonly name: (seat: number) => string;
  readonly look: (seat: number) => number;
  readonly seats: readonly number[];
  /** Where a seat's supply and cards lie on the screen. */
  readonly home: (seat: number) => DOMRect | null;
  /** From where the die of the last event came. */
  readonly origin: () => DOMRect | null;
  readonly change: () => Change;
}

export const KEY = Symbol("sack");

export const lay = (table: Table): Table => setContext(KEY, table);
export const table = (): Table => getContext<Table>(KEY);

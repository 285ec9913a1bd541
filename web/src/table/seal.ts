/** The seal of a table's dice, noted in this browser the first time it is seen: the check after the match compares. */

import type { TableInfo } from "$lib/protocol";

const key = (table: string) => `pasch.seal.${table}`;

export function keepSeal(info: Pick<TableInfo, "id" | "seal" | "stage">): void {
  try {
    if ((info.stage === "lobby" || info.stage === "playing") && !localStorage.getItem(key(info.id)))
      localStorage.setItem(key(info.id), info.seal);
  } catch {
    // A browser that keeps nothing cannot compare; the check says so.
  }
}

/** The seal that this browser saw at a table before the match; null: none. */
export function notedSeal(table: string): string | null {
  try {
    return localStorage.getItem(key(table));
  } catch {
    return null;
  }
}

/** My tables in the order in which I want to see them, and the code in what somebody typed. */

import type { Mine } from "../people/types";

/** Those that wait for me first, then the latest. */
export function sorted(tables: readonly Mine[]): Mine[] {
  return [...tables].sort(
    (one, other) => Number(other.waiting_for_me) - Number(one.waiting_for_me) || other.touched - one.touched,
  );
}

/** The code of a table, from a code or a whole link; null: it is neither. */
export function codeIn(typed: string): string | null {
  const text = typed.trim().replace(/\s+/g, "-");
  const code = /\/t\/([^/?#\s]+)/.exec(text)?.[1] ?? text;
  return /^[A-Za-z0-9-]{3,40}$/.test(code) ? code.toUpperCase() : null;
}

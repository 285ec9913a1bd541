/** What the front page knows before the server answers, and the code of a table in what somebody typed. */

const PLAYED = "pasch.played";

/** Whether somebody has played on this device: then the page need not change when the server says so. */
export const hadPlayed = (): boolean => localStorage.getItem(PLAYED) === "yes";

export function rememberPlayed(played: boolean): void {
  try {
    localStorage.setItem(PLAYED, played ? "yes" : "no");
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The code of a table, from a code or a whole link; null: it is neither. */
export function codeIn(typed: string): string | null {
  const text = typed.trim().replace(/\s+/g, "-");
  const code = /\/t\/([^/?#\s]+)/.exec(text)?.[1] ?? text;
  return /^[A-Za-z0-9-]{3,40}$/.test(code) ? code.toUpperCase() : null;
}

/** Reading a file with the records of matches, for the page that checks dice. */

import type { Json } from "$lib/protocol";

/** A file larger than this is no record: the longest matches have some hundred kilobytes. */
export const LARGEST_FILE = 20_000_000;

export interface Found {
  readonly record: Json;
  readonly game: string;
  readonly players: number;
  readonly events: number;
  /** The table on this server that the match was played at, if the record says so. */
  readonly table: string | null;
}

/** The matches in a file: one JSON object, a list of them, or one per line. */
export function matchesIn(text: string): Found[] {
  const whole = parsed(text);
  const all = whole === undefined ? text.split("\n").map(parsed) : Array.isArray(whole) ? whole : [whole];
  return all.flatMap((record) => {
    const found = brief(record);
    return found ? [found] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function brief(record: unknown): Found | null {
  if (typeof record !== "object" || record === null) return null;
  const { pasch, game, players, events, table } = record as { [key: string]: unknown };
  if (pasch !== 1 || typeof game !== "string" || typeof players !== "number" || !Array.isArray(events)) return null;
  const isCode = typeof table === "string" && /^[\w-]{1,64}$/.test(table);
  return { record: record as Json, game, players, events: events.length, table: isCode ? table : null };
}

/** What this device adds to the dice of a table, and what it notes before the first draw: the check compares. */

import { api } from "$lib/api";
import type { Noted } from "$lib/fair";
import { commitmentOf, type Revealed, termsOf, toHex } from "$lib/fair-draw";
import type { Added, Addition, Json, TableInfo, Terms } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { nameOf } from "./players";

/** What a device has made up for a seat, and whether the server has taken it. */
interface Mine extends Revealed {
  readonly commitment: string;
  readonly taken?: boolean;
}
interface Kept {
  seal: string | null;
  terms: string | null;
  mine: { [seat: string]: Mine };
  /** How many draws were seen. */
  draws: number;
}

const LONGEST = 80;
const key = (table: string) => `pasch.dice.${table}`;
/** By table: where the browser keeps nothing, at least as long as the page is open. */
const kept = new Map<string, Kept>();
/** By table: how this page has shown it last before somebody began; nothing where the line was cut since. */
const shown = new Map<string, TableInfo>();
/** By table: the numbers of all draws that this page has seen. */
const seen = new Map<string, Set<number>>();
/** By table: what this device is doing for it, one thing after the other. */
const doing = new Map<string, Promise<TableInfo | null>>();

function keptOf(table: string): Kept {
  const known = kept.get(table) ?? { seal: null, terms: null, mine: {}, draws: 0, ...stored(table) };
  kept.set(table, known);
  return known;
}

function stored(table: string): Partial<Kept> {
  try {
    // Older pages have noted the seal alone.
    const seal = localStorage.getItem(`pasch.seal.${table}`);
    return { seal, ...(JSON.parse(localStorage.getItem(key(table)) ?? "{}") as Partial<Kept>) };
  } catch {
    return {};
  }
}

function keep(table: string): void {
  try {
    localStorage.setItem(key(table), JSON.stringify(keptOf(table)));
  } catch {
    // A browser that keeps nothing can compare until the page is closed.
  }
}

/** What this browser saw at a table before the match. */
export function noted(table: string): Noted {
  const { seal, terms, mine, draws } = keptOf(table);
  const taken = Object.entries(mine).filter(([, one]) => one.taken);
  return { seal, terms, mine: Object.fromEntries(taken.map(([seat, { random }]) => [seat, random])), draws };
}

/** Note how many draws were seen: events that are nobody's, except where they are about the table itself. */
export function keepDraws(table: string, events: readonly Json[]): void {
  const numbers = seen.get(table) ?? new Set();
  seen.set(table, numbers);
  for (const { n, seat = null, type = "table" } of events)
    if (typeof n === "number" && seat === null && type !== "table") numbers.add(n);
  const known = keptOf(table);
  if (numbers.size <= known.draws) return;
  known.draws = numbers.size;
  keep(table);
}

/** Note the seal the first time it is seen, and how the table is shown. */
export function keepSeal(info: TableInfo): void {
  const { id, seal, stage, dice } = info;
  if (stage === "lobby" && !dice) shown.set(id, info);
  const known = keptOf(id);
  if (known.seal !== null || (stage !== "lobby" && stage !== "playing")) return;
  known.seal = seal;
  keep(id);
}

/** The line was cut: what the table has become meanwhile is shown from now on. */
export const lookAnew = (table: string): void => void shown.delete(table);

/** The own words, as they are hashed: one line of what was typed. */
export const plainWords = (typed: string) => [...typed.replace(/\p{Cc}/gu, "")].slice(0, LONGEST).join("");

/**
 * Do what the dice of a table wait for, where it is this device's turn: commit, and when the list is frozen, note the terms
 * and reveal. The table as the server then told it; null where there was nothing to do.
 */
export function addToDice(info: TableInfo): Promise<TableInfo | null> {
  keepSeal(info);
  if (!info.dice || info.stage !== "lobby") return Promise.resolve(null);
  const before = doing.get(info.id) ?? Promise.resolve(null);
  const now = before.then(() => addForAll(info));
  doing.set(info.id, now);
  return now;
}

async function addForAll(info: TableInfo): Promise<TableInfo | null> {
  let latest: TableInfo | null = null;
  for (const seat of info.yours) latest = (await addFor(info, seat)) ?? latest;
  return latest;
}

/** Both steps, one after the other: for a page that does not hear of the table yet. */
export async function mixIn(info: TableInfo): Promise<void> {
  const committed = await addToDice(info);
  if (committed) await addToDice(committed);
}

/** Whose other devices the dice wait for before the match; in the match, whose have added nothing. */
export function silent({ dice, stage, chairs, yours }: TableInfo): string[] {
  if (!dice) return [];
  const waited: readonly Added[] =
    stage !== "lobby" ? ["nothing", "committed"] : dice.frozen ? ["committed"] : ["nothing"];
  const isOwn = (seat: number) => stage === "lobby" && yours.includes(seat);
  return chairs.filter((_, seat) => waited.includes(dice.seats[seat]!) && !isOwn(seat)).map(nameOf);
}

async function addFor(info: TableInfo, seat: number): Promise<TableInfo | null> {
  const { frozen, seats, terms } = info.dice!;
  const known = keptOf(info.id);
  if (!frozen && seats[seat] === "nothing") {
    const { commitment } = (known.mine[seat] ??= await made(info, seat));
    keep(info.id);
    return send(info, seat, { type: "commit", commitment });
  }
  const mine = known.mine[seat];
  if (!frozen || seats[seat] !== "committed" || !mine || terms.commitments[seat] !== mine.commitment) return null;
  // What was shown is noted, also where the server has settled something else: then the check says so.
  known.terms = await termsOf(meant(info));
  keep(info.id);
  if (known.terms !== (await termsOf(terms))) return null;
  const told = await send(info, seat, { type: "reveal", random: mine.random, words: mine.words });
  if (told?.dice?.seats[seat] === "revealed") known.mine[seat] = { ...mine, taken: true };
  keep(info.id);
  return told;
}

/** Bytes that nobody else knows; the words go with the seat of the one whose device it is. */
async function made(info: TableInfo, seat: number): Promise<Mine> {
  const random = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const words = info.chairs[seat]?.guest ? "" : plainWords(settings.words);
  return { random, words, commitment: await commitmentOf(info.seal, seat, { random, words }) };
}

/**
 * The terms as they must be: those of the table that was shown, with the seal that was seen first. Only what others have
 * committed to, and from what is drawn that nobody has chosen, the server alone can tell.
 */
function meant({ id, seal, setup, chairs, dice }: TableInfo): Terms {
  const told = dice!.terms;
  const before = shown.get(id);
  const { first, ...chosen } = (before ?? { setup }).setup.options;
  const begins = before ? beginnerOf(before) : first === undefined ? undefined : told.options.first;
  const lots = Object.entries(told.lots).filter(([name]) => !(name in chosen));
  return {
    scheme: told.scheme,
    table: id,
    game: setup.game,
    players: chairs.length,
    options: begins === undefined ? chosen : { ...chosen, first: begins },
    lot: begins === undefined,
    lots: Object.fromEntries(lots),
    seal: keptOf(id).seal ?? seal,
    commitments: told.commitments,
  };
}

/** The seat that was to begin, counted without those that are open; undefined: the lot decides. */
function beginnerOf({ setup, chairs }: TableInfo): number | undefined {
  const taken = chairs.flatMap((chair, at) => (chair.kind === "open" ? [] : [at]));
  const at = taken.indexOf(setup.options.first);
  return at < 0 ? undefined : at;
}

/** What did not arrive is sent again with the next word from the server, which takes nothing twice. */
async function send(info: TableInfo, seat: number, what: Addition): Promise<TableInfo | null> {
  try {
    return await api.post<TableInfo>(`/tables/${info.id}/seats/${seat}/dice`, what);
  } catch {
    return null;
  }
}

/** Opening tables: against bots at once, or for friends. */

import { api } from "$lib/api";
import { askForGames, gameOf, levelFor, seatsOf } from "$lib/games.svelte";
import { someone } from "$lib/me.svelte";
import type { NewTable, TableInfo } from "$lib/protocol";
import { go } from "$lib/router.svelte";
import { BOXES } from "../games";
import { keepSeal, mixIn } from "./dice";

async function openTable(asked: NewTable): Promise<TableInfo> {
  const table = await api.post<TableInfo>("/tables", asked);
  keepSeal(table);
  return table;
}

/** A match against bots, begun. */
export async function playNow(game: string): Promise<void> {
  await someone();
  await askForGames();
  const bots = BOXES[game]?.bots ?? 1;
  const level = levelFor(gameOf(game));
  const table = await openTable({ game, seats: bots + 1, bots: Array<string>(bots).fill(level) });
  await mixIn(await api.post<TableInfo>(`/tables/${table.id}/begin`));
  go(`/t/${table.id}`);
}

/** A table with room for friends. */
export async function inviteFriends(game: string): Promise<void> {
  await someone();
  const table = await openTable({ game, seats: Math.min(4, seatsOf(game)[1]) });
  go(`/t/${table.id}`);
}

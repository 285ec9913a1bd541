/** Opening tables: against bots at once, or for friends. */

import { api } from "$lib/api";
import { askForGames, gameOf, levelFor, seatsOf } from "$lib/games.svelte";
import { someone } from "$lib/me.svelte";
import type { TableInfo } from "$lib/protocol";
import { go } from "$lib/router.svelte";
import { BOXES } from "../games";

/** A match against bots, begun. */
export async function playNow(game: string): Promise<void> {
  await someone();
  await askForGames();
  const bots = BOXES[game]?.bots ?? 1;
  const level = levelFor(gameOf(game));
  const asked = { game, seats: bots + 1, bots: Array<string>(bots).fill(level) };
  const table = await api.post<TableInfo>("/tables", asked);
  await api.post(`/tables/${table.id}/begin`);
  go(`/t/${table.id}`);
}

/** A table with room for friends. */
export async function inviteFriends(game: string): Promise<void> {
  await someone();
  const seats = Math.min(4, seatsOf(game)[1]);
  const table = await api.post<TableInfo>("/tables", { game, seats });
  go(`/t/${table.id}`);
}

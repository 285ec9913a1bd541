/** The games on this table: what their boxes say, and the bots that the server has for them. */

import { api } from "./api";
import type { GameInfo } from "./protocol";
import { say, settings } from "./settings.svelte";
import { BOXES } from "../games";

let offered = $state.raw<readonly GameInfo[]>([]);
let asking: Promise<readonly GameInfo[]> | null = null;

/** The ids of all games, in the order of their titles; those that the server does not have (any more) are left out. */
export function games(): readonly string[] {
  const all = Object.keys(BOXES).filter((id) => !offered.length || offered.some((game) => game.id === id));
  return all.sort((one, other) => (BOXES[one]?.title.de ?? "").localeCompare(BOXES[other]?.title.de ?? ""));
}

export function askForGames(): Promise<readonly GameInfo[]> {
  asking ??= api.get<GameInfo[]>("/games").then(
    (found) => {
      offered = found;
      return found;
    },
    (error) => {
      asking = null;
      throw error;
    },
  );
  return asking;
}

/** What a game is called here: by its title, or neutrally. */
export function titleOf(id: string): string {
  const box = BOXES[id];
  return box ? say(settings.plain ? box.plainTitle : box.title) : "";
}

/** What the server knows of a game; nothing until it has been asked. */
export function gameOf(id: string): GameInfo | undefined {
  return offered.find((game) => game.id === id);
}

/** The bots that can play it, the weakest first. */
export function levelsOf(id: string): readonly string[] {
  return gameOf(id)?.levels ?? [];
}

/** The level that "play now" invites: the one that was chosen on this device, where the game has it; else its usual one. */
export function levelFor(game: GameInfo | undefined, chosen = settings.level): string {
  return game?.levels.includes(chosen) ? chosen : (game?.usual ?? "");
}

export function seatsOf(id: string): readonly [number, number] {
  return BOXES[id]?.seats ?? [2, 2];
}

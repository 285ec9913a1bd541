/** The people at a table, as the boards show them. */

import type { ChairInfo, ColourName, TableInfo } from "$lib/protocol";
import { say } from "$lib/settings.svelte";
import { W } from "$lib/texts";
import type { Player } from "../games/game";

const LOOKS: Readonly<Record<ColourName, number>> = { red: 0, blue: 1, white: 2, black: 3, green: 4, lilac: 5 };
export const COLOURS = Object.keys(LOOKS) as ColourName[];

export const lookOf = (colour: ColourName): number => LOOKS[colour];

/** A chair's name: a person's own, a bot's, or that it is free. */
export function nameOf(chair: ChairInfo): string {
  if (chair.name) return chair.name;
  return say(chair.kind === "bot" ? W.bot : W.freeSeat);
}

/** Whether several people sit here, each with a device. */
export const hasCompany = (info: TableInfo): boolean =>
  info.chairs.filter((chair) => chair.kind === "person" && !chair.guest).length > 1;

export function playersOf(info: TableInfo): Player[] {
  const alone = info.yours.length === 1;
  return info.chairs.map((chair, seat) => {
    const yours = info.yours.includes(seat);
    return {
      name: yours && alone ? say(W.you) : nameOf(chair),
      look: lookOf(chair.colour),
      kind: chair.kind,
      note: note(chair),
      away: Boolean(chair.away || chair.lost),
      yours,
    };
  });
}

function note(chair: ChairInfo): string {
  if (chair.kind === "bot") return `${say(W.bot)} · ${say(W.level(chair.level ?? ""))}`;
  if (chair.away) return say(W.standIn);
  return chair.lost ? say(W.seatLost) : "";
}

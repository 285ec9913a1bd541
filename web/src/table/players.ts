/** The people at a table, as the boards show them. */

import type { ChairInfo, ColourName, TableInfo } from "$lib/protocol";
import { say, settings } from "$lib/settings.svelte";
import { W } from "$lib/texts";
import type { Player } from "../games/game";
import type { People } from "./people.svelte";

const LOOKS: Readonly<Record<ColourName, number>> = { red: 0, blue: 1, white: 2, black: 3, green: 4, lilac: 5 };
export const COLOURS = Object.keys(LOOKS) as ColourName[];

export const lookOf = (colour: ColourName): number => LOOKS[colour];

const NAMELESS = { person: W.somebody, bot: W.bot, open: W.freeSeat } as const;

/** A chair's name: a person's own (who is erased has none), a bot's, or that it is free. */
export const nameOf = (chair: ChairInfo): string => chair.name || say(NAMELESS[chair.kind]);

/** Whether several people sit here, each with a device. */
export const hasCompany = (info: TableInfo): boolean =>
  info.chairs.filter((chair) => chair.kind === "person" && !chair.guest).length > 1;

export function playersOf(info: TableInfo, people?: Pick<People, "minutesAway" | "words">): Player[] {
  const alone = info.yours.length === 1;
  return info.chairs.map((chair, seat) => {
    const yours = info.yours.includes(seat);
    const minutes = yours ? 0 : (people?.minutesAway(seat) ?? 0);
    return {
      name: yours && alone ? say(W.you) : nameOf(chair),
      look: lookOf(chair.colour),
      kind: chair.kind,
      note: note(chair, minutes),
      hints: info.setup.hints !== "off" && chair.kind === "person",
      away: Boolean(chair.away || chair.lost || minutes),
      says: settings.reactions ? people?.words.get(seat) : undefined,
      yours,
    };
  });
}

function note(chair: ChairInfo, minutes: number): string {
  if (chair.kind === "bot") return `${say(W.bot)} · ${say(W.level(chair.level ?? ""))}`;
  if (chair.away) return say(W.standIn);
  if (chair.lost) return say(W.seatLost);
  return minutes ? say(W.awayFor(minutes)) : "";
}

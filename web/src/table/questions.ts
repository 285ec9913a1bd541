/** The three questions that are asked before something is done that concerns others: a bot for somebody, leaving, closing. */

import { api } from "$lib/api";
import { gameOf } from "$lib/games.svelte";
import { notice } from "$lib/notice.svelte";
import type { TableInfo } from "$lib/protocol";
import { go } from "$lib/router.svelte";
import { say, type Text } from "$lib/settings.svelte";
import { W } from "$lib/texts";
import type { IconName } from "$ui/Icon.svelte";
import { lookOf, nameOf } from "./players";
import type { TableState } from "./state.svelte";

export interface Question {
  readonly title: Text;
  readonly hint: string;
  /** Whom it concerns, as an emblem; or a drawing. */
  readonly sign: number | IconName;
  readonly stay: Text;
  readonly act: Text;
  /** It cannot be taken back. */
  readonly isFinal?: boolean;
  /** Whether it was done; where it was refused, the refusal is shown. */
  readonly deed: () => Promise<boolean>;
}

/** The bot that stands in at a table; where somebody else has its name, just a bot. */
export function standInOf(info: TableInfo): string {
  const name = gameOf(info.setup.game)?.characters[info.setup.stand_in ?? ""];
  return !name || info.chairs.some((chair) => chair.name === name) ? say(W.someBot) : name;
}

const standIn = (table: TableState, info: TableInfo, seat: number) =>
  table.seat(seat, { type: "bot", level: info.setup.stand_in ?? "" });

export function askBot(table: TableState, info: TableInfo, seat: number): Question {
  const chair = info.chairs[seat]!;
  return {
    title: W.askBot(nameOf(chair)),
    hint: say(W.askBotHint(standInOf(info), W.level(info.setup.stand_in ?? ""), nameOf(chair))),
    sign: lookOf(chair.colour),
    stay: W.waitOn,
    act: W.botPlaysOn,
    deed: () => standIn(table, info, seat),
  };
}

export function askLeave(table: TableState, info: TableInfo): Question {
  return {
    title: W.askLeave,
    hint: say(W.askLeaveHint),
    sign: "leave",
    stay: W.staySeated,
    act: W.getUp,
    deed: async () => {
      for (const seat of info.yours) if (!(await standIn(table, info, seat))) return false;
      notice.now = say(W.hasLeft);
      go("/");
      return true;
    },
  };
}

export function askClose(table: TableState, info: TableInfo): Question {
  const others = info.chairs.filter((chair, seat) => chair.kind === "person" && !info.yours.includes(seat)).map(nameOf);
  return {
    title: W.askClose,
    hint: (others.length ? say(W.stillPlaying(listed(others), others.length)) : "") + say(W.askCloseHint),
    sign: "close",
    stay: W.playOn,
    act: W.closeForAll,
    isFinal: true,
    deed: async () => {
      if (!(await table.attempt(() => api.post(`/tables/${table.id}/close`)))) return false;
      notice.now = say(W.hasClosed);
      go("/");
      return true;
    },
  };
}

/** Names in a sentence: "Ada, Ben and Cleo". */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${say(W.and)} ${names.at(-1)}`;
}

/** How a match ended, in words: for the end of a match and its review. */

import { titleOf } from "$lib/games.svelte";
import type { Result, TableInfo } from "$lib/protocol";
import { say, type Text } from "$lib/settings.svelte";
import { W } from "$lib/texts";
import type { AnyModule, Player } from "../games/game";
import { nameOf } from "./players";
import { ranked, type Rank } from "./ranking";

export interface Outcome {
  readonly ranks: readonly Rank[];
  readonly winners: readonly Rank[];
  readonly headline: string;
  readonly sub: string;
  /** The look of the winner. */
  readonly look: number;
  /** Whoever looks played, and somebody else won. */
  readonly lost: boolean;
}

const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(` ${say(W.and)} `);
const wonBy = (names: readonly string[]): Text => (names.length > 1 ? W.sharedWin : W.wins)(listed(names));

export function outcomeOf(info: TableInfo, players: readonly Player[], result: Result, module: AnyModule): Outcome {
  const ranks = ranked(result);
  const winners = ranks.filter((rank) => rank.place === 1);
  const isYou = (seat: number) => Boolean(players[seat]?.yours) && info.yours.length === 1;
  const nameAt = (seat: number) => players[seat]?.name ?? "";
  const others = winners.filter(({ seat }) => !isYou(seat)).map(({ seat }) => nameAt(seat));
  const own = others.length ? W.youShareWin(listed([say(W.you), ...others])) : W.youWin;
  return {
    ranks,
    winners,
    headline: say(others.length < winners.length ? own : wonBy(others)),
    sub: subOf(ranks[0], ranks[winners.length], module, (seat) => (isYou(seat) ? say(W.thanYou) : nameAt(seat))),
    look: players[winners[0]?.seat ?? -1]?.look ?? 0,
    lost: info.yours.length > 0 && !winners.some(({ seat }) => info.yours.includes(seat)),
  };
}

/** The words to share. Whoever reads them is not me: my own name, not "you". */
export function wordsToShare(info: TableInfo, { winners }: Pick<Outcome, "winners">): string {
  const names = winners.flatMap(({ seat }) => info.chairs[seat] ?? []).map(nameOf);
  return say(W.resultWords(titleOf(info.setup.game), wonBy(names)));
}

function subOf(
  best: Rank | undefined,
  second: Rank | undefined,
  module: AnyModule,
  whom: (seat: number) => string,
): string {
  if (!best) return "";
  const unit = module.unit(best.score);
  if (second?.score === best.score && module.tie) return say(W.tied(best.score, unit, whom(second.seat), module.tie));
  if (!second || second.score >= best.score) return say(W.withScore(best.score, unit));
  return say(W.ahead(best.score, unit, best.score - second.score, whom(second.seat)));
}

/** Why a table was closed: what happened, or what the log says last, where somebody has closed it. */
export function closingOf({ closed }: Pick<TableInfo, "closed">, latest = ""): string {
  const why = closed ?? "host";
  return (why === "host" && latest) || say(W.closedBy[why]);
}

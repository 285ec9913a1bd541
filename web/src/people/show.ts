/** Matches and times in words, as home and history show them. */

import type { Pace } from "$lib/protocol";
import { settings, t, type Text } from "$lib/settings.svelte";
import { TIME, written } from "$lib/when";
import type { FinishedInfo, Mine, SeatInfo } from "./types";
import { T } from "./texts";

/** Below so many seconds a clock is red. */
const SOON = 4 * 3600;

const both = (write: (lang: "de" | "en") => string): Text => t(write("de"), write("en"));
const daysBetween = (at: number, now: number): number => {
  const [then, today] = [new Date(at * 1000), new Date(now * 1000)];
  return Math.round((today.setHours(0, 0, 0, 0) - then.setHours(0, 0, 0, 0)) / 86_400_000);
};

/** Names in a row: A, B and C. */
export function listed(names: readonly string[]): Text {
  const [head, last] = [names.slice(0, -1).join(", "), names.at(-1) ?? ""];
  return head ? t(`${head} und ${last}`, `${head} and ${last}`) : t(last, last);
}

/** Since when: for 12 minutes, since 6:40 pm, since yesterday, since 9 November. */
export function sinceWords(at: number, now: number): Text {
  const minutes = Math.floor((now - at) / 60);
  if (minutes < 1) return T.sinceNow;
  if (minutes < 60) return T.sinceMinutes(minutes);
  const days = daysBetween(at, now);
  const time = both((lang) => written(at * 1000, TIME, lang));
  if (days === 0) return T.since(time);
  if (days === 1) return T.since(t(`${T.yesterday.de}, ${time.de}`, `${T.yesterday.en}, ${time.en}`));
  return T.since(both((lang) => written(at * 1000, { day: "numeric", month: "short" }, lang)));
}

/** When something ended: today, yesterday, 9 Nov. */
export function dayWords(at: number, now: number): Text {
  const days = daysBetween(at, now);
  if (days < 2) return days === 1 ? T.yesterday : T.today;
  const isOld = new Date(at * 1000).getFullYear() !== new Date(now * 1000).getFullYear();
  return both((lang) =>
    written(at * 1000, { day: "numeric", month: "short", ...(isOld && { year: "numeric" }) }, lang),
  );
}

export const monthWords = (at: number): Text => both((lang) => written(at * 1000, { month: "long" }, lang));

/** What a clock has left; red when that is not much. */
export function leftWords(seconds: number): { words: Text; isSoon: boolean } {
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const words = hours >= 48 ? T.daysLeft(Math.floor(hours / 24)) : hours ? T.hoursLeft(hours) : T.minutesLeft(minutes);
  return { words, isSoon: seconds < SOON };
}

export function paceWords(pace: Pace): Text {
  switch (pace.type) {
    case "none":
      return T.noClock;
    case "slow":
      return T.hoursPerMove(pace.hours);
    case "live":
      return pace.move ? T.perMove(pace.move) : pace.match ? T.perMatch(pace.match) : T.noClock;
  }
}

/** My tables in the order in which I want to see them: my turn (the shortest clock first), then the others'. */
export function inOrder(tables: readonly Mine[]): { turn: Mine[]; others: Mine[] } {
  const running = tables.filter((one) => one.stage === "lobby" || one.stage === "playing");
  const turn = running.filter((one) => one.waiting_for_me);
  const clock = (one: Mine) => one.left ?? Infinity;
  turn.sort((one, other) => {
    const [a, b] = [clock(one), clock(other)];
    return a === b ? (one.since ?? one.touched) - (other.since ?? other.touched) : a < b ? -1 : 1;
  });
  const others = running.filter((one) => !one.waiting_for_me);
  others.sort(
    (one, other) => Number(other.stage === "playing") - Number(one.stage === "playing") || other.touched - one.touched,
  );
  return { turn, others };
}

/** Who waits for me, in one sentence. */
export function whoWaits(turn: readonly Mine[], circleWaits = false): Text {
  if (!turn.length) return circleWaits ? T.waits(T.yourCircle, false) : T.nobodyWaits;
  const names = turn.flatMap((one) =>
    one.chairs.filter((chair, seat) => chair.kind === "person" && !one.yours.includes(seat)).map((chair) => chair.name),
  );
  const people = [...new Set(names.filter((name): name is string => Boolean(name)))];
  if (!people.length) return T.matchesWait(turn.length);
  const more = people.length > 3 ? T.others(people.length - 2) : null;
  const shown = more ? people.slice(0, 2) : people;
  const rest = [...(more ? [more] : []), ...(circleWaits ? [T.yourCircleToo] : [])];
  const words = both((lang) => listed([...shown, ...rest.map((one) => one[lang])])[lang]);
  return T.waits(words, people.length > 1 || circleWaits);
}

/** How a match ended for me: 2nd place, 81 points. */
export function resultWords(match: FinishedInfo, unit: (score: number) => Text): Text {
  const mine = match.seats[match.seat]!;
  if (mine.score === null) return mine.place === 1 ? T.wonOnTime : T.lostOnTime;
  if (mine.place > 1) return T.placed(mine.place, mine.score, unit(mine.score));
  const isShared = match.seats.filter((seat) => seat.place === 1).length > 1;
  return (isShared ? T.shared : T.won)(mine.score, unit(mine.score));
}

/** The others in it: who won, or whom I was ahead of. */
export function othersWords(match: FinishedInfo): Text {
  const others = match.seats.filter((_, seat) => seat !== match.seat);
  const winner = others.find((seat) => seat.place === 1);
  if (match.seats[match.seat]!.place === 1) return T.before(listed(others.map((seat) => seat.name)));
  return winner?.score === null || !winner
    ? listed(others.map((seat) => seat.name))
    : T.winsWith(winner.name, winner.score);
}

/** All others with their scores: with Oma Inge (94), Jonas (77). */
export function scoresWords(match: FinishedInfo): Text {
  const said = (seat: SeatInfo) => (seat.score === null ? seat.name : `${seat.name} (${seat.score})`);
  const others = match.seats.filter((_, seat) => seat !== match.seat).sort((one, other) => one.place - other.place);
  return T.with(others.map(said).join(", "));
}

/** A number as it is written here, with so many decimals. */
export const decimal = (number: number, digits = 1): string =>
  new Intl.NumberFormat(settings.lang, { maximumFractionDigits: digits }).format(number).replace("-", "−");

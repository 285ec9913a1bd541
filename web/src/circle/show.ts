/** How numbers, days and people are shown on the pages of circles. */

import { say, settings } from "$lib/settings.svelte";
import type { ColourName } from "$lib/protocol";
import { lookOf } from "../table/players";
import { T } from "./texts";
import type { EveningInfo, MemberInfo } from "./types";

/** Points with halves as a fraction: "7½". */
export function half(points: number): string {
  const whole = Math.floor(points);
  return points === whole ? `${whole}` : `${whole || ""}½`;
}

/** A number with its sign, and a real minus. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : `${number}`.replace("-", "−"));

const dated = (options: Intl.DateTimeFormatOptions, at: Date): string =>
  new Intl.DateTimeFormat(settings.lang === "de" ? "de-DE" : "en-GB", options).format(at);

/** A day as the server writes it, 2026-11-09, at noon here. */
export function dayOf(written: string): Date {
  const [year = 0, month = 1, day = 1] = written.split("-").map(Number);
  return new Date(year, month - 1, day, 12);
}

export const dayAndMonth = (at: Date): string => dated({ day: "numeric", month: "long" }, at);
export const monthOf = (at: Date): string => dated({ month: "long" }, at);
export const shortMonthOf = (at: Date): string => dated({ month: "short" }, at);
export const weekdayOf = (at: Date): string => dated({ weekday: "long" }, at);
export const fullDay = (at: Date): string => dated({ weekday: "long", day: "numeric", month: "long" }, at);
export const timeOf = (at: Date): string => dated({ hour: "2-digit", minute: "2-digit" }, at);

export const isToday = (at: Date): boolean => at.toDateString() === new Date().toDateString();

/** Minutes by which the clocks here are ahead of those in Greenwich. */
export const east = (): number => -new Date().getTimezoneOffset();

/** The members by their numbers. */
export class Members {
  readonly #byNumber: ReadonlyMap<number, MemberInfo>;
  constructor(members: readonly MemberInfo[]) {
    this.#byNumber = new Map(members.map((one) => [one.number, one]));
  }
  of(number: number): MemberInfo {
    const found = this.#byNumber.get(number);
    if (!found) throw new Error(`There is no member ${number}.`);
    return found;
  }
}

/** Whether I come to an evening; null: I have not said it yet. */
export const myAnswer = ({ coming }: EveningInfo, members: Members): boolean | null =>
  coming.find((one) => members.of(one.member).me)?.comes ?? null;

/** What a member is called in a list: oneself "Du". */
export const called = (member: MemberInfo): string => (member.me ? say(T.you) : nameOf(member));
export const nameOf = (member: MemberInfo): string => member.name || say(T.somebody);
export const look = (one: { readonly colour: ColourName }): number => lookOf(one.colour);

/** How numbers, days and people are shown on the pages of circles. */

import { say } from "$lib/settings.svelte";
import type { ColourName } from "$lib/protocol";
import { TIME, written } from "$lib/when";
import { lookOf } from "../table/players";
import { T } from "./texts";
import type { CircleTable, EveningInfo, MemberInfo } from "./types";

/** A number with its sign, and a real minus. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : `${number}`.replace("-", "−"));

/** A day as the server writes it, 2026-11-09, at noon here. */
export function dayOf(sent: string): Date {
  const [year = 0, month = 1, day = 1] = sent.split("-").map(Number);
  return new Date(year, month - 1, day, 12);
}

export const dayAndMonth = (at: Date): string => written(at, { day: "numeric", month: "long" });
export const monthOf = (at: Date): string => written(at, { month: "long" });
export const shortMonthOf = (at: Date): string => written(at, { month: "short" });
export const weekdayOf = (at: Date): string => written(at, { weekday: "long" });
export const fullDay = (at: Date): string => written(at, { weekday: "long", day: "numeric", month: "long" });
export const timeOf = (at: Date): string => written(at, TIME);

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

/** Whether somebody can still sit down there. */
export const hasRoom = ({ stage, chairs }: CircleTable): boolean =>
  stage === "lobby" && chairs.some((chair) => chair.kind === "open");

/** Whether I come to an evening; null: I have not said it yet. */
export const myAnswer = ({ coming }: EveningInfo, members: Members): boolean | null =>
  coming.find((one) => members.of(one.member).me)?.comes ?? null;

/** What a member is called in a list: oneself "Du". */
export const called = (member: MemberInfo): string => (member.me ? say(T.you) : nameOf(member));
export const nameOf = (member: MemberInfo): string => member.name || say(T.somebody);
export const look = (one: { readonly colour: ColourName }): number => lookOf(one.colour);

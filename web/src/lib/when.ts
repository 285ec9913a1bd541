/** Days and times as they are written in each language: on a clock of 24 hours in German, "9:10 pm" in English. */

import { settings, type Lang } from "./settings.svelte";

const LOCALES: Readonly<Record<Lang, string>> = { de: "de-DE", en: "en-GB" };

/** The time of day. */
export const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
/** A day with its time. */
export const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: "medium", timeStyle: "short" };

/** A moment in the language of the page, or in another one. */
export function written(at: Date | number, how: Intl.DateTimeFormatOptions, lang: Lang = settings.lang): string {
  const clock = lang === "en" && (how.hour || how.timeStyle) ? { hourCycle: "h12" as const } : {};
  return new Intl.DateTimeFormat(LOCALES[lang], { ...how, ...clock }).format(at);
}

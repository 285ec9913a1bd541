/** What the exercise book says, in both languages side by side. */

import { t, type Text } from "$lib/settings.svelte";
import type { StandingInfo, Verdict } from "../review/types";
import { pointsOf } from "./book";

const WORDS = {
  de: ["null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"],
  en: ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
} as const;

const inWords = (number: number): Text => t(WORDS.de[number] ?? `${number}`, WORDS.en[number] ?? `${number}`);

/** A day at the beginning of a sentence: "In vier Tagen". */
const onDay = (days: number): Text =>
  days <= 1 ? t("Morgen", "Tomorrow") : t(`In ${inWords(days).de} Tagen`, `In ${inWords(days).en} days`);

const points = (number: number): Text =>
  t(number === 1 ? "1 Punkt" : `${number} Punkte`, number === 1 ? "1 point" : `${number} points`);

const VERDICTS: Readonly<Record<Verdict, Text>> = {
  right: t("Genau!", "Exactly!"),
  nearly: t("Fast.", "Nearly."),
  other: t("Da ist noch mehr drin.", "There is more in it."),
};

function again(standing: StandingInfo | null): Text {
  if (!standing?.days) return t("", "");
  const day = onDay(standing.days);
  return t(` ${day.de} frage ich noch mal.`, ` ${day.en} I will ask again.`);
}

function cost(verdict: Verdict, loss: number, same: boolean): Text {
  const lost = points(pointsOf(loss));
  switch (verdict) {
    case "right":
      return loss
        ? t("So gut wie der beste Zug.", "As good as the best move.")
        : t("Das ist der beste Zug.", "That is the best move.");
    case "nearly":
      return pointsOf(loss) === 1
        ? t("Nur ein Punkt weniger als der beste Zug.", "Only one point less than the best move.")
        : t(
            `Nur ${inWords(pointsOf(loss)).de} Punkte weniger als der beste Zug.`,
            `Only ${inWords(pointsOf(loss)).en} points less than the best move.`,
          );
    case "other":
      return same
        ? t(`Wie in der Partie, das kostet ${lost.de}.`, `As in the match, that costs ${lost.en}.`)
        : t(`Das kostet ${lost.de}.`, `That costs ${lost.en}.`);
  }
}

const joined = (one: Text, other: Text): Text => t(one.de + other.de, one.en + other.en);

export const T = {
  book: t("Übungsbuch", "Exercise book"),
  dueToday: (count: number) => t(`Heute dran: ${count}`, `Due today: ${count}`),
  ownMatches: (minutes: number) =>
    t(
      `Aus deinen eigenen Partien. Etwa ${minutes === 1 ? "eine Minute" : `${minutes} Minuten`}.`,
      `From your own matches. About ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    ),
  practise: (count: number) =>
    t(
      count === 1 ? "1 Aufgabe üben" : `${count} Aufgaben üben`,
      count === 1 ? "Try 1 exercise" : `Try ${count} exercises`,
    ),
  done: t("Für heute fertig.", "Done for today."),
  comeBack: (days: number, count: number) => {
    const day = onDay(days);
    return count === 1
      ? t(`${day.de} kommt eine wieder.`, `${day.en} one comes back.`)
      : t(`${day.de} kommen ${count} wieder.`, `${day.en} ${count} come back.`);
  },
  inBook: t("im Buch", "in the book"),
  today: t("heute dran", "due today"),
  returning: t("kommen wieder", "coming back"),
  sits: t("sitzen", "known"),
  due: t("Heute dran", "Due today"),
  coming: t("Kommt wieder", "Coming back"),
  known: (count: number) => t(count === 1 ? "1 sitzt schon" : `${count} sitzen schon`, `${count} you know`),
  times: ({ known, of }: StandingInfo) => t(`${known} von ${of} Mal gewusst`, `known ${known} of ${of} times`),
  when: ({ days }: StandingInfo) => {
    if (days === null) return t("neu", "new");
    if (!days) return t("heute", "today");
    return days === 1 ? t("morgen", "tomorrow") : t(`in ${days} Tagen`, `in ${days} days`);
  },
  task: (turn: number, asks: Text) => t(`Zug ${turn}: ${asks.de}`, `Move ${turn}: ${asks.en}`),
  empty: t("Noch nichts zu üben", "Nothing to practise yet"),
  emptyWhy: t(
    "Spiel eine Partie zu Ende. Aus den Zügen, die dich am meisten gekostet haben, werden hier Aufgaben.",
    "Play a match to its end. The moves that cost you most become exercises here.",
  ),
  playRound: t("Eine Runde spielen", "Play a round"),
  reading: (matches: number) =>
    t(
      matches === 1 ? "Ich sehe noch eine Partie durch …" : `Ich sehe noch ${matches} Partien durch …`,
      matches === 1 ? "I am looking through one more match …" : `I am looking through ${matches} more matches …`,
    ),
  again: t("Noch mal", "Try again"),
  tryAgain: t("Noch mal versuchen", "Try again"),
  tryYourself: t("Selbst versuchen", "Try it yourself"),
  back: t("Zurück", "Back"),
  progress: (at: number, of: number) => t(`Aufgabe ${at} von ${of}`, `Exercise ${at} of ${of}`),
  from: (date: string) => t(`Partie vom ${date}`, `Match of ${date}`),
  where: (turn: number, players: number) => {
    const all = inWords(players);
    return t(`Zug ${turn}, ${all.de} am Tisch.`, `Move ${turn}, ${all.en} at the table.`);
  },
  /** Who left something on the table; the points stand between both parts. */
  left: (name: string | null): readonly [Text, Text] =>
    name === null
      ? [t("Hier hast du", "Here you left"), t("liegen lassen.", "on the table.")]
      : [t(`Hier hat ${name}`, `Here ${name} left`), t("liegen lassen.", "on the table.")],
  points,
  skip: t("Auslassen", "Skip"),
  next: t("Nächste", "Next"),
  toBook: t("Zum Übungsbuch", "To the exercise book"),
  toMatch: t("Zur Partie", "To the match"),
  see: t("Zug ansehen", "See the move"),
  verdict: (verdict: Verdict): Text => VERDICTS[verdict],
  taken: (verdict: Verdict, loss: number, same: boolean, standing: StandingInfo | null): Text => {
    const counts = verdict === "nearly" && standing;
    const then = counts
      ? t(" Das zählt als geschafft.", " That counts as known.")
      : again(verdict === "nearly" ? null : standing);
    return joined(cost(verdict, loss, same), then);
  },
  yourTry: t("Dein Versuch", "Your try"),
  best: t("Am besten", "Best"),
  inMatch: t("In der Partie", "In the match"),
  percent: (chance: number) => t(`${Math.round(100 * chance)} %`, `${Math.round(100 * chance)}%`),
  practice: t("Aus deinen Fehlern lernen", "Learn from your mistakes"),
};

/** What the review says, in both languages side by side. */

import { MARKS } from "$lib/marks";
import { say, settings, t, type Text } from "$lib/settings.svelte";
import type { MarkName } from "$lib/protocol";
import type { Grade, Parts, Spoken, Ungraded } from "./types";

/** With an article: "a mistake". */
const A_MARK: Readonly<Record<MarkName, Text>> = {
  inaccuracy: t("eine Ungenauigkeit", "an inaccuracy"),
  mistake: t("ein Fehler", "a mistake"),
  blunder: t("ein Patzer", "a blunder"),
};
const NUMBERS = {
  de: ["Keine", "Eine", "Zwei", "Drei"],
  en: ["No", "One", "Two", "Three"],
} as const;

/** A number heard: "minus 12". */
const heard = (points: number): string => (points < 0 ? `minus ${-points}` : `${points}`);
const added = (points: number): string => (points > 0 ? `plus ${points}` : heard(points));
const decimal = (number: number): Text => t(number.toFixed(1).replace(".", ","), number.toFixed(1));

export const R = {
  title: t("Durchsicht", "Review"),
  balance: t("Glück oder Können?", "Luck or skill?"),
  whose: t("Wessen Rechnung?", "Whose account?"),
  start: t("Start", "Start"),
  luck: t("Glück", "Luck"),
  badLuck: t("Pech", "Bad luck"),
  yourMoves: t("Deine Züge", "Your moves"),
  ownMoves: t("Eigene Züge", "Own moves"),
  others: t("Züge der anderen", "Others’ moves"),
  rest: t("Rest", "Remainder"),
  whatIsRest: t("Was ist der Rest?", "What is the remainder?"),
  restMeans: t(
    "Was sich beim Schätzen nicht sauber zuordnen lässt.",
    "What cannot be clearly attributed when chances are estimated.",
  ),
  result: t("Ergebnis", "Result"),
  inPoints: (sum: string) => t(`In Punkten Gewinnchance. ${sum}.`, `In points of winning chance. ${sum}.`),
  balanceHeard: (points: Parts, yours: boolean) =>
    t(
      `Start ${points.start}, Glück ${heard(points.luck)}, ${yours ? "deine" : "eigene"} Züge ${heard(points.own)}, Züge der anderen ${added(points.others)}, Rest ${heard(points.rest)}, Ergebnis ${points.result} Prozent.`,
      `Start ${points.start}, luck ${heard(points.luck)}, ${yours ? "your" : "own"} moves ${heard(points.own)}, others’ moves ${added(points.others)}, remainder ${heard(points.rest)}, result ${points.result} per cent.`,
    ),

  ribbon: t("Wer lag wann vorn?", "Who led when?"),
  unit: t("Gewinnchance in %", "Chance of winning in %"),
  place: t("Stelle der Partie", "Place in the match"),
  turn: (number: number) => t(`Zug ${number}`, `Move ${number}`),
  turnOf: (number: number, all: number) => t(`Zug ${number} von ${all}`, `Move ${number} of ${all}`),
  turns: (all: number) => t(all === 1 ? "1 Zug" : `${all} Züge`, all === 1 ? "1 move" : `${all} moves`),
  atStart: t("Vor dem ersten Zug", "Before the first move"),
  yourMove: t("dein Zug", "your move"),
  moveOf: (name: string) => t(`Zug von ${name}`, `${name}’s move`),
  byChance: t("Glück", "luck"),
  to: (name: string) => t(`An ${name}:`, `To ${name}:`),
  table: t("Gewinnchancen Zug für Zug", "Chances of winning move by move"),
  turnColumn: t("Zug", "Move"),
  percent: (percent: number) => t(`${percent} Prozent`, `${percent} per cent`),
  step: (turn: number, all: number, who: string, now: number, before: number) =>
    t(
      `Zug ${turn} von ${all}, ${who}. ${now} Prozent, vorher ${before}.`,
      `Move ${turn} of ${all}, ${who}. ${now} per cent, before ${before}.`,
    ),
  marked: (mark: MarkName, points: number) =>
    t(`${capital(MARKS[mark].de)}, minus ${points}.`, `${capital(MARKS[mark].en)}, minus ${points}.`),
  whole: (
    all: number,
    who: string,
    begin: number,
    peak: { readonly percent: number; readonly turn: number } | null,
    end: number,
    points: readonly number[],
  ) => {
    const [highest, ever] = peak
      ? [`am höchsten bei Zug ${peak.turn} mit ${peak.percent}`, `highest at move ${peak.turn} with ${peak.percent}`]
      : ["danach nie höher", "never higher afterwards"];
    const [turns, moves] = ["Zug", "move"].map((word) => points.map((point) => `${word} ${point}`).join(", "));
    return t(
      `Gewinnchancen über ${all} Züge. ${who}: ${begin} Prozent zu Beginn, ${highest}, ${end} am Ende. Wendepunkte: ${turns || "keine"}.`,
      `Chances over ${all} moves. ${who}: ${begin} per cent at the start, ${ever}, ${end} at the end. Turning points: ${moves || "none"}.`,
    );
  },

  decisions: (number: number): Text =>
    number === 0
      ? t(
          "Nichts zu meckern. Du hast nichts liegen lassen.",
          "Nothing to grumble about. You left nothing on the table.",
        )
      : t(
          `${NUMBERS.de[number]} Entscheidung${number === 1 ? "" : "en"}, die du dir noch mal ansehen solltest`,
          `${NUMBERS.en[number]} decision${number === 1 ? "" : "s"} worth another look`,
        ),
  otherMoves: (number: number, lost: number) =>
    number === 1
      ? t(`Dein anderer Zug: ${minus(lost)}.`, `Your other move: ${minus(lost)}.`)
      : t(
          `Deine anderen ${number} Züge: zusammen ${minus(lost)}.`,
          `Your other ${number} moves: ${minus(lost)} in all.`,
        ),
  best: t("Dein bester Zug", "Your best move"),
  second: (points: number) =>
    t(
      `Der zweitbeste war ${points === 1 ? "1 Punkt" : `${points} Punkte`} schwächer.`,
      `The second best was ${points === 1 ? "1 point" : `${points} points`} weaker.`,
    ),

  grade: t("Wie gut spielst du?", "How well do you play?"),
  provisional: t("vorläufig", "provisional"),
  like: (level: Text) => t(`Etwa wie der Bot ${level.de}.`, `About like the ${level.en} bot.`),
  lossEach: ({ mean_loss, error, decisions, provisional }: Grade, matches: number) => {
    const [loss, half] = [decimal(100 * mean_loss), decimal(100 * error)];
    const [de, en] = provisional
      ? [
          `${decisions} von 100 Entscheidungen gezählt, danach wird es genauer.`,
          `${decisions} of 100 decisions counted, then it gets more exact.`,
        ]
      : [`${decisions} Entscheidungen in ${matches} Partien.`, `${decisions} decisions in ${matches} matches.`];
    return t(
      `Verlust je Entscheidung: ${loss.de} ± ${half.de} Punkte. ${de}`,
      `Loss per decision: ${loss.en} ± ${half.en} points. ${en}`,
    );
  },
  gradeHeard: (like: Text, low: Text, high: Text, { decisions, provisional }: Grade) =>
    t(
      `Etwa wie der Bot ${like.de}, unsicher zwischen ${low.de} und ${high.de}, ${provisional ? "vorläufig, " : ""}${decisions} Entscheidungen.`,
      `About like the ${like.en} bot, uncertain between ${low.en} and ${high.en}, ${provisional ? "provisional, " : ""}${decisions} decisions.`,
    ),
  ungraded: {
    hints: t(
      "Mit Tipps gespielt: Diese Partie zählt hier nicht mit.",
      "Played with hints: this match does not count here.",
    ),
    "stand-in": t(
      "Ein Bot hat für dich ausgeholfen: Diese Partie zählt hier nicht mit.",
      "A bot stood in for you: this match does not count here.",
    ),
  } satisfies Record<Ungraded, Text>,
  latest: (matches: number) => t(`Deine letzten ${matches} Partien`, `Your last ${matches} matches`),
  latestHeard: (losses: readonly number[]) =>
    t(
      `Verlust je Entscheidung in deinen letzten ${losses.length} Partien: ${losses.map((loss) => decimal(loss).de).join("; ")}.`,
      `Loss per decision in your last ${losses.length} matches: ${losses.map((loss) => decimal(loss).en).join("; ")}.`,
    ),

  computing: t("Ich sehe eure Partie durch", "I am looking through your match"),
  seen: t("Durchgesehen", "Looked through"),
  progress: (step: number, all: number) => t(`Schritt ${step} von ${all}`, `Step ${step} of ${all}`),
  secondsLeft: (seconds: number) =>
    t(
      `noch etwa ${seconds === 1 ? "1 Sekunde" : `${seconds} Sekunden`}`,
      `about ${seconds === 1 ? "1 second" : `${seconds} seconds`} left`,
    ),
  found: (turn: number, mark: MarkName, points: number) =>
    t(`Zug ${turn}: ${A_MARK[mark].de}, −${points}`, `Move ${turn}: ${A_MARK[mark].en}, −${points}`),
  foundBest: (turn: number) => t(`Zug ${turn}: stark gespielt`, `Move ${turn}: strongly played`),
  goOn: t(
    "Du kannst schon weiterspielen. Die Durchsicht liegt nachher hier.",
    "You can play on already. The review will be here afterwards.",
  ),
  failed: t("Die Durchsicht hat nicht geklappt.", "The review did not work out."),
  again: t("Noch mal rechnen", "Compute again"),
  offline: t(
    "Sobald du wieder online bist, sehe ich die Partie durch.",
    "As soon as you are online again, I will look through the match.",
  ),
  willLook: t("Willi sieht die Partie durch", "Willy looks through the match"),

  thinks: t("So schätzt Willi die Chancen.", "This is what Willy thinks of the chances."),
  bestMoves: t("Die besten Züge", "The best moves"),
  youPlayed: (rank: number, moves: number) =>
    t(`so hast du gespielt · Platz ${rank} von ${moves}`, `what you played · ${ordinal(rank)} of ${moves}`),
  theyPlayed: (rank: number, moves: number) =>
    t(`so wurde gespielt · Platz ${rank} von ${moves}`, `what was played · ${ordinal(rank)} of ${moves}`),
  wasBest: t("Das war der beste Zug.", "That was the best move."),
  noChoice: t("Hier gab es keine Wahl.", "There was no choice here."),
  fell: t("Das hat der Zufall gebracht:", "This is what chance brought:"),
  check: t("Genau prüfen", "Check exactly"),
  isItSo: t("Stimmt das?", "Is that so?"),
  playedOn: (times: number, most: number) =>
    t(`${times} von ${most} nachgespielt`, `played on ${times} of ${most} times`),
  stop: t("Anhalten", "Stop"),
  atTheEnd: (times: number, half: number) =>
    t(`Bei ${times} bleibt noch etwa ± ${decimal(half).de}.`, `At ${times} about ± ${decimal(half).en} is left.`),
  atMost: (seconds: number) => {
    const minutes = Math.round(seconds / 60);
    return seconds < 90
      ? t(`höchstens noch etwa ${seconds} Sekunden`, `about ${seconds} more seconds at most`)
      : t(`höchstens noch etwa ${minutes} Minuten`, `about ${minutes} more minutes at most`);
  },
  bothOn: t(
    "Beide Züge spiele ich mit denselben Würfeln zu Ende.",
    "I play both moves on to the end with the same dice.",
  ),
  oneMoment: t("Ich fange gerade an …", "I am just beginning …"),
  plusMinus: (half: number) => t(`± ${decimal(half).de}`, `± ${decimal(half).en}`),
  exactly: (loss: number) =>
    t(`${loss < 0 ? "+" : "−"}${decimal(Math.abs(loss)).de}`, `${loss < 0 ? "+" : "−"}${decimal(Math.abs(loss)).en}`),
  tooEarly: t("Noch ist alles offen.", "It is still open."),
  verdict: (surely: MarkName | null, probably: MarkName | null): Text => {
    if (surely && surely === probably) return t(`Sicher ${A_MARK[surely].de}.`, `Surely ${A_MARK[surely].en}.`);
    if (surely && probably)
      return t(
        `Sicher ${A_MARK[surely].de}, wohl ${A_MARK[probably].de}.`,
        `Surely ${A_MARK[surely].en}, probably ${A_MARK[probably].en}.`,
      );
    if (probably) return t(`Wohl ${A_MARK[probably].de}.`, `Probably ${A_MARK[probably].en}.`);
    return t("Beide Züge sind etwa gleich gut.", "Both moves are about equally good.");
  },
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
export { capital };

const minus = (points: number): string => (points ? `−${points}` : "0");

function ordinal(number: number): string {
  const teen = number % 100 > 10 && number % 100 < 14;
  return `${number}${(!teen && { 1: "st", 2: "nd", 3: "rd" }[number % 10]) || "th"}`;
}

/** What is said to a seat, said of somebody else. */
const OF_OTHERS: Readonly<Record<"de" | "en", readonly [RegExp, string]>> = {
  de: [/^Deine Fehler/, "Die eigenen Fehler"],
  en: [/^Your mistakes/, "Their own mistakes"],
};

/** Spoken words as one sentence, with names. */
export function words(spoken: Spoken, names: readonly string[], yours = true): string {
  const said = spoken[settings.lang]
    .map((piece) => (typeof piece === "number" ? (names[piece] ?? "") : piece))
    .join("");
  return yours ? said : said.replace(...OF_OTHERS[settings.lang]);
}

/** Why a move is the better one. That is said to the seat that moved: if somebody else hears it, then to whom. */
export function reason(why: Spoken, names: readonly string[], seat: number, own: number | null): string {
  return seat === own ? words(why, names) : `${say(R.to(names[seat] ?? ""))} ${words(why, names)}`;
}

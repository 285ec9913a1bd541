/** What the page says around hints, in both languages side by side. */

import type { Hinting } from "./protocol";
import { say, t, type Text } from "./settings.svelte";

export const LETTERS = ["A", "B", "C"] as const;

const KINDS: Record<Hinting, { name: Text; means: Text }> = {
  off: { name: t("keine", "none"), means: t("", "") },
  ask: {
    name: t("Fragt nach", "Asks"),
    means: t(
      "Willi fragt nach, bevor ein Zug viel verschenkt, und zeigt auf Wunsch mehr.",
      "Willy asks before a move gives much away, and shows more if you like.",
    ),
  },
  three: {
    name: t("Drei zur Wahl", "Three to choose from"),
    means: t(
      "Wer am Zug ist, kann sich drei Züge zeigen lassen. Einer davon ist der beste.",
      "Whoever is to move can be shown three moves. One of them is the best.",
    ),
  },
  rank: {
    name: t("Rangliste", "Ranking"),
    means: t(
      "Wer am Zug ist, kann sich die besten Züge mit ihren Gewinnchancen zeigen lassen.",
      "Whoever is to move can be shown the best moves with their chances of winning.",
    ),
  },
};

export const H = {
  hints: t("Tipps", "Hints"),
  kind: (kind: Hinting) => KINDS[kind].name,
  means: (kind: Hinting) => KINDS[kind].means,
  on: t("Tipps an", "Hints on"),
  onMore: t(
    "An diesem Tisch sind Tipps an, für alle sichtbar. Mehr dazu",
    "Hints are on at this table, for all to see. More about it",
  ),
  forAll: t(
    "Das gilt für alle, die mitspielen; Bots bekommen keine. Wer sich einen Tipp holt, steht im Verlauf, aber nicht, welchen. Das Ergebnis trägt den Vermerk „mit Tipps gespielt“.",
    "That goes for everybody who plays; bots get none. The log says who took a hint, but not which. The result is marked “played with hints”.",
  ),
  tutored: t("Wer noch neu ist, bekommt für jeden Zug einen Tipp.", "Whoever is new gets a tip for each move."),
  plays: t("spielt mit Tipps", "plays with hints"),
  played: t("mit Tipps gespielt", "played with hints"),
  take: t("Tipp", "Hint"),
  takeOne: t("Einen Tipp holen", "Take a hint"),

  question: t("Magst du noch mal hinschauen?", "Care for another look?"),
  better: t("Ein anderer Zug bringt dir deutlich mehr.", "Another move brings you a lot more."),
  anyway: t("Trotzdem spielen", "Play it anyway"),
  more: t("Zeig mir mehr", "Show me more"),
  three: (n: number) =>
    n < 3
      ? t("Einer von diesen beiden ist der beste.", "One of these two is best.")
      : t("Einer von diesen dreien ist der beste.", "One of these three is best."),
  noOrder: t("In keiner Reihenfolge. Tipp einen an.", "In no order. Tap one."),
  stay: t("Dabei bleiben", "Stay with mine"),
  alone: t("Selbst überlegen", "Think for myself"),
  worth: t("Wie viel bringt was?", "What is each worth?"),
  takeThis: (letter: string) => t(`${letter} nehmen`, `Take ${letter}`),
  yours: t("deine Wahl", "your choice"),
  chance: (percent: number) => t(`${percent} %`, `${percent}%`),
  marked: (name: string, letter: string) => t(`${name}, Tipp ${letter}`, `${name}, hint ${letter}`),

  quiet: t("Soll ich still sein?", "Shall I keep quiet?"),
  quietMore: t("Du entscheidest ja doch selbst.", "You decide for yourself anyway."),
  beQuiet: t("Ja, bitte", "Yes, please"),
  goOn: t("Nein, frag weiter", "No, keep asking"),

  tip: (n: number) => t(`Tipp ${n}`, `Tip ${n}`),
  willi: t("Willis Tipp", "Willy’s tip"),
  why: t("Warum?", "Why?"),
  shorter: t("Kürzer", "Shorter"),
  onMyOwn: t("Alleine weiter", "On my own"),
};

/** The name of something that the coach shows by letters, for those who listen. */
export const lettered = (name: string, letters = ""): string => (letters ? say(H.marked(name, letters)) : name);

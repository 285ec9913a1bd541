/** What this board says, in both languages side by side. Who is null is you. */

import type { Key } from "../game";
import { t, type Text } from "$lib/settings.svelte";
import { counted } from "$lib/texts";
import { CARD_NAMES, CARDS_TO_END, CONDITIONS } from "./types";
import { PICTS } from "./picts";

type Who = string | null;

const FACE = {
  de: ["", "Eins", "Zwei", "Drei", "Vier", "Fünf", "Sechs"],
  en: ["", "one", "two", "three", "four", "five", "six"],
} as const;
const SEVERAL = {
  de: ["", "Einser", "Zweier", "Dreier", "Vierer", "Fünfer", "Sechser"],
  en: ["", "ones", "twos", "threes", "fours", "fives", "sixes"],
} as const;
const PAIR = {
  de: ["", "Einserpasch", "Zweierpasch", "Dreierpasch", "Viererpasch", "Fünferpasch", "Sechserpasch"],
  en: ["", "double one", "double two", "double three", "double four", "double five", "double six"],
} as const;

const dice = (number: number) => t(`${number} Würfel`, counted(number, "die", "dice"));
const cards = (number: number) => t(counted(number, "Karte", "Karten"), counted(number, "card", "cards"));
const sacks = (number: number) => t(counted(number, "Sack", "Säcke"), counted(number, "sack", "sacks"));

/** A strength in words: 3 dice, field 7, sum 12. */
function strength(id: string, value: number): Text {
  const kind = CONDITIONS[id]?.kind;
  if (kind === "last") return t(`Feld ${value}`, `field ${value}`);
  if (kind === "sum") return t(`Summe ${value}`, `sum ${value}`);
  if (kind === "equal") return t(`${value} gleiche`, `${value} equal`);
  if (kind === "different") return t(`${value} verschiedene`, `${value} different`);
  return dice(value);
}

const wins = (de: string, en: string, but = "") =>
  t(`Es gewinnt, wer hier ${de}.`, `Whoever has ${en} here wins${but}.`);

/** A card's condition as a sentence (S16, S17). */
function condition(id: string): Text {
  const { kind, parity, below } = CONDITIONS[id] ?? { kind: "most" };
  if (kind === "equal")
    return wins("die meisten gleichen Würfel hat; nur die größte Gruppe zählt", "the largest group of equal dice");
  if (kind === "different") return wins("die meisten verschiedenen Zahlen hat", "the most different values");
  if (kind !== "sum") return aboutFaces(id);
  if (below)
    return t(
      `Es gewinnt die höchste Summe unter ${below}. Wer ${below} oder mehr hat, zählt nicht mit.`,
      `The highest sum below ${below} wins. Whoever has ${below} or more does not count.`,
    );
  if (!parity) return wins("zusammengezählt am meisten hat", "the highest sum");
  const [these, those] = parity === "even" ? (["gerade", "ungerade"] as const) : (["ungerade", "gerade"] as const);
  return wins(
    `die höchste ${these} Summe hat; eine ${those} Summe zählt nicht`,
    `the highest ${parity} sum`,
    `; an ${parity === "even" ? "odd" : "even"} sum does not count`,
  );
}

function aboutFaces(id: string): Text {
  const { sign, faces, between } = PICTS[id] ?? { sign: "most", faces: [] };
  const [value = 0] = faces;
  const de = faces.join(", ").replace(/, (\d)$/, " oder $1");
  const en = de.replace(" oder ", " or ");
  if (!faces.length)
    return wins("die meisten Würfel hat, egal was sie zeigen", "the most dice", ", whatever they show");
  if (between)
    return wins(
      `die meisten Würfel hat, die keine ${FACE.de[value]} zeigen`,
      `the most dice that do not show a ${FACE.en[value]}`,
    );
  if (sign === "last" && faces.length === 1)
    return t(
      `Es gewinnt die letzte ${FACE.de[value]}: die auf dem höchsten Feld.`,
      `The last ${FACE.en[value]} wins: the one on the highest field.`,
    );
  if (sign === "last")
    return t(
      `Es gewinnt der letzte Würfel mit ${de}: der auf dem höchsten Feld. Wie viele es sind, ist egal.`,
      `The last die with ${en} wins: the one on the highest field. How many there are does not matter.`,
    );
  if (faces.length === 1) return wins(`die meisten ${SEVERAL.de[value]} hat`, `the most ${SEVERAL.en[value]}`);
  if (faces.every((one) => one % 2 === 0))
    return wins(`die meisten geraden Würfel hat: ${de}`, `the most even dice (${en})`);
  if (faces.every((one) => one % 2))
    return wins(`die meisten ungeraden Würfel hat: ${de}`, `the most odd dice (${en})`);
  return wins(`die meisten Würfel mit ${de} hat`, `the most dice with ${en}`);
}

/** The keys of the board. */
export const KEYS: readonly Key[] = [
  [
    t("Ziffer", "Digit"),
    t(
      "Würfel mit dieser Zahl nehmen, bei einer Wertung: Karte wählen",
      "take the die with this value; at a scoring: choose a card",
    ),
  ],
  [t("Pfeile", "Arrows"), t("von Feld zu Feld", "from field to field")],
  [t("Enter", "Enter"), t("dort ablegen", "place it there")],
  [t("Esc", "Esc"), t("Würfel wieder hinlegen", "put the die down again")],
];

export const W = {
  you: t("Du", "You"),
  allBoards: t("Alle Bretter", "All boards"),
  dice,
  cards,
  sacks,
  strength,
  condition,
  card: (id: string): Text => CARD_NAMES[id] ?? t(id, id),
  face: (value: number) => t(FACE.de[value] ?? "", FACE.en[value] ?? ""),
  board: (board: number) => t(`Brett ${board}`, `Board ${board}`),
  pair: (value: number) => t(PAIR.de[value] ?? "", PAIR.en[value] ?? ""),
  pile: (number: number) =>
    t(
      number ? `${cards(number).de} im Stapel` : "Stapel leer",
      number ? `${cards(number).en} in the pile` : "Pile empty",
    ),
  has: (supply: number, won: number, worth: number) =>
    t(
      `${supply} Würfel im Vorrat, ${cards(won).de} gewonnen, ${sacks(worth).de}`,
      `${dice(supply).en} in supply, ${cards(won).en} won, ${sacks(worth).en}`,
    ),
  wonBy: (who: Who) => t(who ? `Karten von ${who}` : "Deine Karten", who ? `${who}’s cards` : "Your cards"),
  noneWon: t("Noch keine Karte gewonnen.", "No card won yet."),
  began: t("hat angefangen", "went first"),
  lastRound: t("Letzte Runde", "Last round"),
  over: t("Das Spiel ist aus.", "The match is over."),
  lastScoring: t("Schlusswertung", "Final scoring"),
  closed: t("zu", "closed"),

  // What is asked of you
  rolledBy: (who: Who) => t(who ? `${who} hat gewürfelt` : "Gewürfelt", who ? `${who} rolled` : "Rolled"),
  which: t("Welcher Würfel zuerst?", "Which die first?"),
  whichHint: t("Nimm einen, dann siehst du, was er kann.", "Pick one up to see what it can do."),
  where: (value: number) => t(`Wohin mit der ${FACE.de[value]}?`, `Where does the ${FACE.en[value]} go?`),
  place: t("hinlegen", "place"),
  swap: (value: number) => t(`fremde ${FACE.de[value]} austauschen`, `swap out another’s ${FACE.en[value]}`),
  sixes: t("Sechserpasch!", "Double six!"),
  short: (supply: number) =>
    t(supply ? "Nur noch ein Würfel." : "Kein Würfel mehr da.", supply ? "Only one die left." : "No dice left."),
  scoreWhich: t("Welche Karte soll gewertet werden?", "Which card is scored?"),
  scoreNone: t("Keine werten", "Score none"),
  double: t("Pasch!", "Double!"),
  thinks: (who: Who) =>
    t(who ? `${who} überlegt …` : "Du bist dran.", who ? `${who} is thinking …` : "It is your turn."),
  rolls: (who: Who) => t(who ? `${who} würfelt …` : "Du würfelst …", who ? `${who} rolls …` : "You roll …"),
  deals: t("Die Karten werden aufgedeckt.", "The cards are turned up."),
  scores: t("Gewertet!", "Scored!"),
  tapCard: t("Tippe eine Karte an, um sie zu lesen.", "Tap a card to read it."),
  undo: t("Zurücknehmen", "Take back"),

  // What things are called
  cardName: (id: string, worth: number, act: "explain" | "score") =>
    t(
      `${CARD_NAMES[id]?.de ?? id}, ${sacks(worth).de}. ${act === "score" ? "Werten" : "Erklären"}`,
      `${CARD_NAMES[id]?.en ?? id}, ${sacks(worth).en}. ${act === "score" ? "Score it" : "Explain"}`,
    ),
  lies: (field: number, value: number, who: Who) =>
    t(`Feld ${field}: ${value} von ${who ?? "dir"}`, `Field ${field}: ${who ? `${who}’s` : "your"} ${value}`),
  takes: (field: number, value: number, who: Who) =>
    t(
      `Feld ${field}: ${value} von ${who ?? "dir"} austauschen`,
      `Field ${field}: swap out ${who ? `${who}’s` : "your"} ${value}`,
    ),
  puts: (value: number, board: number, field: number) =>
    t(`${value} auf Brett ${board}, Feld ${field} legen`, `Place the ${value} on board ${board}, field ${field}`),
  shut: (board: number) => t(`Brett ${board} geht jetzt nicht`, `Board ${board} is not possible now`),

  // How it stands and what would become of it
  leads: (who: Who, id: string, value: number) =>
    t(
      who ? `${who} führt: ${strength(id, value).de}` : `Du führst: ${strength(id, value).de}`,
      who ? `${who} leads: ${strength(id, value).en}` : `You lead: ${strength(id, value).en}`,
    ),
  nobodyLeads: t("Noch niemand führt", "Nobody leads yet"),
  then: (who: Who, id: string, value: number) =>
    t(
      who ? `Dann führt ${who}: ${strength(id, value).de}` : `Dann führst du: ${strength(id, value).de}`,
      who ? `Then ${who} leads: ${strength(id, value).en}` : `Then you lead: ${strength(id, value).en}`,
    ),
  thenNobody: t("Dann führt niemand", "Then nobody leads"),
  wouldWin: (who: Who) =>
    t(
      who ? `Wertet die Karte: ${who} gewinnt sie` : "Wertet die Karte: Du gewinnst sie",
      who ? `Scores the card: ${who} wins it` : "Scores the card: you win it",
    ),
  wouldStay: t("Wertet die Karte: Niemand gewinnt sie", "Scores the card: nobody wins it"),
  scoring: t("wertet", "scores"),

  // A card that is scored
  wins: (who: Who) => t(who ? `${who} gewinnt` : "Du gewinnst", who ? `${who} wins` : "You win"),
  tied: t("gleich – der letzte Würfel entscheidet", "tied – the last die decides"),
  tiedShort: t("letzter Würfel zählt", "last die decides"),
  nobody: t("Niemand erfüllt sie, die Karte bleibt.", "Nobody meets it, the card stays."),
  nobodyShort: t("Karte bleibt", "card stays"),

  // A card explained
  explain: (id: string) => t(`Die Karte „${CARD_NAMES[id]?.de ?? id}“`, `The card “${CARD_NAMES[id]?.en ?? id}”`),
  worth: (worth: number) => t(`${sacks(worth).de} wert.`, `Worth ${sacks(worth).en}.`),
  when: (board: number, fields: number) =>
    t(
      `Gewertet wird bei einem ${PAIR.de[board]} oder wenn Feld ${fields} belegt ist.`,
      `Scored on a ${PAIR.en[board]}, or when field ${fields} is taken.`,
    ),
  noDice: t("Noch liegt hier kein Würfel.", "No die lies here yet."),
  fails: t("erfüllt sie nicht", "does not meet it"),
  noDie: t("kein Würfel", "no die"),
  tieRule: t(
    "Bei Gleichstand gewinnt der letzte Würfel auf dem höheren Feld. (S14)",
    "In a tie, the last die on the higher field wins. (S14)",
  ),
  close: t("Schließen", "Close"),
  moreCards: t("mehr Karten", "more cards"),
  ending: t(`${CARDS_TO_END} Karten = letzte Runde`, `${CARDS_TO_END} cards = last round`),
} as const;

/** What the Karten-Kniffel board says, in both languages side by side. */

import type { Key } from "../game";
import { t, type Text } from "$lib/settings.svelte";
import { counted } from "$lib/texts";
import { FIELDS } from "./types";

const VALUES: readonly Text[] = [
  t("verdeckt", "face down"),
  t("Eins", "one"),
  t("Zwei", "two"),
  t("Drei", "three"),
  t("Vier", "four"),
  t("Fünf", "five"),
  t("Sechs", "six"),
];

const cards = (n: number) => t(counted(n, "Karte", "Karten"), counted(n, "card", "cards"));
const points = (n: number) => t(counted(n, "Punkt", "Punkte"), counted(n, "point", "points"));
/** A number with its sign, and a minus that is as wide as a digit. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
/** A number that may be below zero. */
export const number = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);

/** The keys of the board. */
export const KEYS: readonly Key[] = [
  [t("E", "E"), t("Eintragen", "score")],
  [t("T", "T"), t("Tauschen", "swap")],
  [t("Ziffer", "Digit"), t("Karte mit dieser Zahl wählen", "choose a card with this value")],
  [t("Pfeile", "Arrows"), t("durch Hand und Blatt", "through hand and sheet")],
  [t("Enter", "Enter"), t("wählen, dann bestätigen", "choose, then confirm")],
  [t("Esc", "Esc"), t("nichts mehr gewählt", "nothing is chosen any more")],
];

export const W = {
  // what lies there
  myBlock: t("Mein Blatt", "My sheet"),
  blockOf: (name: string) => t(`Blatt von ${name}`, `${name}’s sheet`),
  filled: (n: number) => t(`${n} von ${FIELDS.length}`, `${n} of ${FIELDS.length}`),
  ownFields: (n: number) => t(`${n} von ${FIELDS.length} Feldern`, `${n} of ${FIELDS.length} fields`),
  furthest: (n: number) => t(`Vorn: ${n} von ${FIELDS.length}`, `Ahead: ${n} of ${FIELDS.length}`),
  upper: (n: number) => t(`Oben ${n}`, `Upper ${n}`),
  toBonus: (from: number, bonus: number) => t(`ab ${from}: ${signed(bonus)}`, `from ${from}: ${signed(bonus)}`),
  under: (below: number, malus: number) => t(`unter ${below}: ${signed(malus)}`, `below ${below}: ${signed(malus)}`),
  /** A malus that can still be averted is no part of the total. */
  toMalus: (lacking: number, malus: number) =>
    t(`noch ${lacking}, sonst ${signed(malus)}`, `${lacking} to go, else ${signed(malus)}`),
  penalty: t("Strafe", "Penalty"),
  sum: t("Summe", "Total"),
  bonus: t("Bonus", "Bonus"),
  malus: t("Abzug", "Malus"),
  pile: t("Stapel", "Pile"),
  discards: t("Ablage", "Discards"),
  discarded: (values: readonly number[]) =>
    t(
      values.length ? `Ablage, zuletzt ${values.join(", ")}. Alle ansehen` : "Die Ablage ist leer",
      values.length ? `Discards, lastly ${values.join(", ")}. Look at all` : "No discards",
    ),
  allDiscards: (n: number) => t(`Ablage: ${cards(n).de}`, `Discards: ${cards(n).en}`),
  lastFirst: t("Zuletzt abgelegte zuerst", "The latest first"),
  cards,
  cardsWord: (n: number) => t(n === 1 ? "Karte" : "Karten", n === 1 ? "card" : "cards"),
  rivals: t("Die anderen", "The others"),
  rival: (name: string, filled: number, total: number, held: number) =>
    t(
      `${name}: ${filled} von ${FIELDS.length} Feldern, ${points(total).de}, ${cards(held).de} auf der Hand. Blatt ansehen`,
      `${name}: ${filled} of ${FIELDS.length} fields, ${points(total).en}, ${cards(held).en} in hand. Look at the sheet`,
    ),

  // the hand
  hand: t("Deine Karten", "Your cards"),
  handOf: (name: string) => t(`Karten von ${name}`, `${name}’s cards`),
  card: (value: number, place: number, of: number) =>
    t(`${VALUES[value]!.de}, Karte ${place} von ${of}`, `${VALUES[value]!.en}, card ${place} of ${of}`),

  // what can be done
  modes: t("Was möchtest du tun?", "What would you like to do?"),
  score: t("Eintragen", "Score"),
  swap: t("Tauschen", "Swap"),
  scoreNote: t("ein Feld füllen", "fill a field"),
  swapNote: t("Karten weg, neue ziehen", "discard, draw new ones"),
  chosen: (n: number, of: number) => t(`${n} von ${cards(of).de} gewählt`, `${n} of ${cards(of).en} chosen`),
  tapField: t("Tippe ein Feld oder Karten an", "Tap a field or cards"),
  tapAway: t("Tippe an, was weg soll", "Tap what should go"),
  going: (n: number) =>
    t(n === 1 ? "1 Karte geht weg" : `${n} Karten gehen weg`, n === 1 ? "1 card goes" : `${n} cards go`),
  trimming: (sizes: readonly number[]) =>
    t(`Zu viele Karten: ${sizes.join(" oder ")} müssen weg`, `Too many cards: ${sizes.join(" or ")} must go`),
  trimChosen: (n: number, of: number) => t(`${n} von ${of} gewählt`, `${n} of ${of} chosen`),
  whichField: t("Welches Feld?", "Which field?"),
  nothingFits: t("Diese Hand passt in kein freies Feld: Tausch lieber", "This hand fits no free field: better swap"),
  fitsNone: t("Diese Auswahl passt in kein freies Feld", "This choice fits no free field"),
  fitsSome: (n: number) => t(`Passt in ${n} Felder: In welches?`, `Fits ${n} fields: which one?`),
  enter: (field: Text, points: number) =>
    t(`${field.de}: ${points} eintragen`, `Score ${field.en.toLowerCase()}: ${points}`),
  announceAndEnter: (field: Text, points: number) =>
    t(`Ansagen – ${field.de}: ${points} eintragen`, `Announce – score ${field.en.toLowerCase()}: ${points}`),
  cost: (held: number, penalty: number) =>
    t(`${cards(held).de}: ${signed(-penalty)}`, `${cards(held).en}: ${signed(-penalty)}`),
  silence: (penalty: number) => t(`nicht angesagt: ${signed(-penalty)}`, `not announced: ${signed(-penalty)}`),
  shout: t("Vorletztes Feld!", "Last but one!"),
  orElse: (penalty: number) => t(`sonst ${signed(-penalty)}`, `else ${signed(-penalty)}`),
  exchange: (away: number, draw: number) => t(`${away} tauschen, ${draw} ziehen`, `Swap ${away}, draw ${draw}`),
  drawOne: (n: number) => t(`${n} dazuziehen`, `Draw ${n} more`),
  pass: t("Passen", "Pass"),
  price: (penalty: number) => t(`${signed(-penalty)} beim Eintragen`, `${signed(-penalty)} when scoring`),
  after: (n: number) => t(`danach ${cards(n).de}`, `then ${cards(n).en}`),
  lay: (n: number) => t(`${n} abwerfen`, `Discard ${n}`),
  layMore: (n: number) => t(`Noch ${cards(n).de} wählen`, `Choose ${cards(n).en} more`),
  layFewer: (n: number) => t(`${cards(n).de} zu viel gewählt`, `${cards(n).en} too many chosen`),
  takeBack: t("Zurücknehmen", "Take back"),
  close: t("Schließen", "Close"),
  thinks: (name: string) => t(`${name} überlegt …`, `${name} is thinking …`),
  over: t("Alle Blätter sind ausgezählt", "All sheets are counted"),

  // names of things, for those who listen
  lineOpen: (field: Text) => t(`${field.de}: noch frei`, `${field.en}: still free`),
  lineDone: (field: Text, n: number) =>
    t(`${field.de}: ${points(n).de} eingetragen`, `${field.en}: ${points(n).en} entered`),
  lineCan: (field: Text, n: number, penalty: number) =>
    t(
      `${field.de}: ${points(n).de} möglich${penalty ? `, Strafe ${penalty}` : ""}`,
      `${field.en}: ${points(n).en} possible${penalty ? `, penalty ${penalty}` : ""}`,
    ),
  lineShut: (field: Text) => t(`${field.de}: jetzt nicht zu erfüllen. Warum?`, `${field.en}: cannot be met now. Why?`),
  willBe: (n: number) => t(`dann ${number(n)}`, `then ${number(n)}`),

  // at the end
  addsUp: (fields: number, bonus: number, penalties: number, total: number) =>
    t(
      `Felder ${fields}${bonus ? `, ${bonus > 0 ? "Bonus" : "Abzug"} ${signed(bonus)}` : ""}${penalties ? `, Strafe ${signed(-penalties)}` : ""}\u00a0=\u00a0${number(total)}`,
      `Fields ${fields}${bonus ? `, ${bonus > 0 ? "bonus" : "malus"} ${signed(bonus)}` : ""}${penalties ? `, penalty ${signed(-penalties)}` : ""}\u00a0=\u00a0${number(total)}`,
    ),
};

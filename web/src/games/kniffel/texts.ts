/** What the Karten-Kniffel board says, in both languages side by side. */

import type { Text } from "$lib/settings.svelte";
import { FIELDS } from "./types";

const VALUES: readonly Text[] = [
  { de: "verdeckt", en: "face down" },
  { de: "Eins", en: "one" },
  { de: "Zwei", en: "two" },
  { de: "Drei", en: "three" },
  { de: "Vier", en: "four" },
  { de: "Fünf", en: "five" },
  { de: "Sechs", en: "six" },
];

const cards = (n: number): Text => ({ de: n === 1 ? "1 Karte" : `${n} Karten`, en: n === 1 ? "1 card" : `${n} cards` });
const points = (n: number): Text => ({
  de: n === 1 ? "1 Punkt" : `${n} Punkte`,
  en: n === 1 ? "1 point" : `${n} points`,
});
/** A number with its sign, and a minus that is as wide as a digit. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
/** A number that may be below zero. */
export const number = (n: number): string => (n < 0 ? `−${-n}` : `${n}`);

export const W = {
  // what lies there
  myBlock: { de: "Mein Block", en: "My sheet" },
  blockOf: (name: string) => ({ de: `Block von ${name}`, en: `${name}’s sheet` }),
  filled: (n: number) => ({ de: `${n} von ${FIELDS.length}`, en: `${n} of ${FIELDS.length}` }),
  furthest: (n: number) => ({ de: `Vorn: ${n} von ${FIELDS.length}`, en: `Ahead: ${n} of ${FIELDS.length}` }),
  upper: (n: number) => ({ de: `Oben ${n}`, en: `Upper ${n}` }),
  toBonus: (from: number, bonus: number) => ({
    de: `ab ${from}: ${signed(bonus)}`,
    en: `from ${from}: ${signed(bonus)}`,
  }),
  toMalus: (below: number, malus: number) => ({
    de: `unter ${below}: ${signed(malus)}`,
    en: `below ${below}: ${signed(malus)}`,
  }),
  penalty: { de: "Strafe", en: "Penalty" },
  sum: { de: "Summe", en: "Total" },
  bonus: { de: "Bonus", en: "Bonus" },
  malus: { de: "Abzug", en: "Malus" },
  pile: { de: "Stapel", en: "Pile" },
  discards: { de: "Ablage", en: "Discards" },
  discarded: (values: readonly number[]) => ({
    de: values.length ? `Ablage, zuletzt ${values.join(", ")}` : "Die Ablage ist leer",
    en: values.length ? `Discards, lastly ${values.join(", ")}` : "No discards",
  }),
  cards,
  cardsWord: (n: number) => ({ de: n === 1 ? "Karte" : "Karten", en: n === 1 ? "card" : "cards" }),
  rivals: { de: "Die anderen", en: "The others" },
  rival: (name: string, filled: number, total: number, held: number) => ({
    de: `${name}: ${filled} von ${FIELDS.length} Feldern, ${points(total).de}, ${cards(held).de} auf der Hand. Block ansehen`,
    en: `${name}: ${filled} of ${FIELDS.length} fields, ${points(total).en}, ${cards(held).en} in hand. Look at the sheet`,
  }),

  // the hand
  hand: { de: "Deine Karten", en: "Your cards" },
  handOf: (name: string) => ({ de: `Karten von ${name}`, en: `${name}’s cards` }),
  card: (value: number, place: number, of: number) => ({
    de: `${VALUES[value]!.de}, Karte ${place} von ${of}`,
    en: `${VALUES[value]!.en}, card ${place} of ${of}`,
  }),

  // what can be done
  modes: { de: "Was möchtest du tun?", en: "What would you like to do?" },
  score: { de: "Eintragen", en: "Score" },
  swap: { de: "Tauschen", en: "Swap" },
  chosen: (n: number, of: number) => ({
    de: `${n} von ${cards(of).de} gewählt`,
    en: `${n} of ${cards(of).en} chosen`,
  }),
  tapField: { de: "Tippe ein Feld oder Karten an", en: "Tap a field or cards" },
  tapAway: { de: "Tippe an, was weg soll", en: "Tap what should go" },
  going: (n: number) => ({
    de: n === 1 ? "1 Karte geht weg" : `${n} Karten gehen weg`,
    en: n === 1 ? "1 card goes" : `${n} cards go`,
  }),
  trimming: (sizes: readonly number[]) => ({
    de: `Zu viele Karten: ${sizes.join(" oder ")} müssen weg`,
    en: `Too many cards: ${sizes.join(" or ")} must go`,
  }),
  trimChosen: (n: number, of: number) => ({ de: `${n} von ${of} gewählt`, en: `${n} of ${of} chosen` }),
  whichField: { de: "Welches Feld?", en: "Which field?" },
  nothingFits: {
    de: "Diese Hand füllt kein freies Feld: tausch lieber",
    en: "This hand fills no free field: better swap",
  },
  fitsNone: { de: "Diese Auswahl passt in kein freies Feld", en: "This choice fits no free field" },
  fitsSome: (n: number) => ({ de: `Passt in ${n} Felder: welches?`, en: `Fits ${n} fields: which one?` }),
  enter: (field: Text, points: number) => ({
    de: `${field.de}: ${points} eintragen`,
    en: `Score ${field.en.toLowerCase()}: ${points}`,
  }),
  announceAndEnter: (field: Text, points: number) => ({
    de: `Ansagen – ${field.de}: ${points} eintragen`,
    en: `Announce – score ${field.en.toLowerCase()}: ${points}`,
  }),
  cost: (held: number, penalty: number) => ({
    de: `${cards(held).de}: ${signed(-penalty)}`,
    en: `${cards(held).en}: ${signed(-penalty)}`,
  }),
  silence: (penalty: number) => ({
    de: `nicht angesagt: ${signed(-penalty)}`,
    en: `not announced: ${signed(-penalty)}`,
  }),
  shout: { de: "Vorletztes Feld!", en: "Last but one!" },
  orElse: (penalty: number) => ({ de: `sonst ${signed(-penalty)}`, en: `else ${signed(-penalty)}` }),
  exchange: (away: number, draw: number) => ({
    de: `${away} tauschen, ${draw} ziehen`,
    en: `Swap ${away}, draw ${draw}`,
  }),
  drawOne: (n: number) => ({ de: `${n} dazuziehen`, en: `Draw ${n} more` }),
  pass: { de: "Passen", en: "Pass" },
  after: (n: number) => ({ de: `danach ${cards(n).de}`, en: `then ${cards(n).en}` }),
  lay: (n: number) => ({ de: `${n} ablegen`, en: `Discard ${n}` }),
  layMore: (n: number) => ({ de: `Noch ${cards(n).de} wählen`, en: `Choose ${cards(n).en} more` }),
  layFewer: (n: number) => ({ de: `${cards(n).de} zu viel gewählt`, en: `${cards(n).en} too many chosen` }),
  takeBack: { de: "Zurücknehmen", en: "Take back" },
  close: { de: "Schließen", en: "Close" },
  thinks: (name: string) => ({ de: `${name} überlegt …`, en: `${name} is thinking …` }),
  over: { de: "Alle Blöcke sind gezählt", en: "All sheets are counted" },

  // names of things, for those who listen
  lineOpen: (field: Text) => ({ de: `${field.de}: noch frei`, en: `${field.en}: still free` }),
  lineDone: (field: Text, n: number) => ({
    de: `${field.de}: ${points(n).de} eingetragen`,
    en: `${field.en}: ${points(n).en} entered`,
  }),
  lineCan: (field: Text, n: number, penalty: number) => ({
    de: `${field.de}: ${points(n).de} möglich${penalty ? `, Strafe ${penalty}` : ""}`,
    en: `${field.en}: ${points(n).en} possible${penalty ? `, penalty ${penalty}` : ""}`,
  }),
  lineShut: (field: Text) => ({
    de: `${field.de}: jetzt nicht zu erfüllen. Warum?`,
    en: `${field.en}: cannot be met now. Why?`,
  }),
  willBe: (n: number) => ({ de: `dann ${number(n)}`, en: `then ${number(n)}` }),

  // at the end
  addsUp: (fields: number, bonus: number, penalties: number, total: number) => ({
    de: `Felder ${fields}${bonus ? `, ${bonus > 0 ? "Bonus" : "Abzug"} ${signed(bonus)}` : ""}${penalties ? `, Strafe ${signed(-penalties)}` : ""}\u00a0=\u00a0${number(total)}`,
    en: `Fields ${fields}${bonus ? `, ${bonus > 0 ? "bonus" : "malus"} ${signed(bonus)}` : ""}${penalties ? `, penalty ${signed(-penalties)}` : ""}\u00a0=\u00a0${number(total)}`,
  }),
};

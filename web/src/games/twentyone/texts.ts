/** The words of twenty one, German and English side by side. */

import type { Text } from "$lib/settings.svelte";
import { COLOUR_NAMES, NUMBERS, type Colour } from "./types";

const big = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** A sentence that begins with a colour. */
const coloured = (colour: Colour, de: string, en: string): Text => ({
  de: big(COLOUR_NAMES[colour].de) + de,
  en: big(COLOUR_NAMES[colour].en) + en,
});

/** Names in a row, with "and" before the last. */
const named = (names: readonly string[], and: string) =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;

export const W = {
  sheet: (letter: string): Text => ({ de: `Blatt ${letter}`, en: `Sheet ${letter}` }),
  yours: { de: "Dein Blatt", en: "Your sheet" },
  hit: { de: "Treffer", en: "Hit" },
  bonus: { de: "Bonus", en: "Bonus" },
  bonusLine: (bonus: readonly number[]): Text => ({
    de: `Bonus für 1 bis ${bonus.length} Treffer: ${bonus.join(", ")}`,
    en: `Bonus for 1 to ${bonus.length} hits: ${bonus.join(", ")}`,
  }),
  total: { de: "Summe", en: "Total" },
  row: (row: number): Text => ({ de: `Reihe ${row + 1}`, en: `Row ${row + 1}` }),
  rowOf: (row: number): Text => ({
    de: `Reihe ${row} von ${NUMBERS.length}`,
    en: `Row ${row} of ${NUMBERS.length}`,
  }),
  rowWorth: (numbers: number, bonus: number): Text => ({
    de: `${numbers + bonus} Punkte: ${numbers} und ${bonus} Bonus`,
    en: `${numbers + bonus} points: ${numbers} and ${bonus} bonus`,
  }),
  others: { de: "Mitspieler", en: "Other players" },
  all: { de: "Alle Blätter", en: "All sheets" },
  dice: { de: "Würfel", en: "Dice" },
  over: { de: "Das Spiel ist aus.", en: "The game is over." },

  struck: (colour: Colour, most: number) => coloured(colour, ` ${most}: gestrichen`, ` ${most}: struck`),
  wrote: (colour: Colour, most: number, value: number, hit: boolean) =>
    coloured(colour, ` ${most}: ${value}${hit ? ", Treffer" : ""}`, ` ${most}: ${value}${hit ? ", hit" : ""}`),
  free: (colour: Colour, most: number) => coloured(colour, `, höchstens ${most}`, `, at most ${most}`),
  tooHigh: (colour: Colour, most: number, value: number) =>
    coloured(colour, `: ${value} ist höher als ${most}`, `: ${value} is higher than ${most}`),
  enter: (colour: Colour, value: number, hit: boolean) =>
    coloured(colour, `: ${value} eintragen${hit ? ", Treffer" : ""}`, `: enter ${value}${hit ? ", hit" : ""}`),
  could: (colour: Colour, most: number, value: number) =>
    coloured(colour, `, höchstens ${most}: der Würfel zeigt ${value}`, `, at most ${most}: the die shows ${value}`),
  held: (colour: Colour, value: number, hit: boolean) =>
    coloured(
      colour,
      `: ${value} wird eingetragen${hit ? ", Treffer" : ""}`,
      `: ${value} will be entered${hit ? ", hit" : ""}`,
    ),
  die: (colour: Colour, value: number, stays: boolean) =>
    coloured(colour, ` ${value}${stays ? ", bleibt liegen" : ""}`, ` ${value}${stays ? ", stays" : ""}`),
  dieInHand: (colour: Colour) => coloured(colour, ", noch nicht gewürfelt", ", not rolled yet"),

  keep: { de: "Behalten", en: "Keep" },
  keepNote: { de: "und eintragen", en: "and enter" },
  atOnce: { de: "in einem Zug", en: "in one go" },
  keepAnd: (count: number): Text => ({ de: `Behalten & ${count} eintragen`, en: `Keep & enter ${count}` }),
  again: (count: number): Text => ({
    de: `Nochmal: ${count} Würfel`,
    en: `Again: ${count} ${count === 1 ? "die" : "dice"}`,
  }),
  againNote: (ones: number): Text =>
    ones === 0
      ? { de: "keiner bleibt liegen", en: "none stays" }
      : ones === 1
        ? { de: "die 1 bleibt liegen", en: "the 1 stays" }
        : { de: `${ones} Einsen bleiben liegen`, en: `${ones} ones stay` },
  enterCount: (count: number): Text =>
    count === 1
      ? { de: "1 Zahl eintragen", en: "Enter 1 number" }
      : { de: `${count} Zahlen eintragen`, en: `Enter ${count} numbers` },
  pickFields: { de: "Felder antippen", en: "Tap the fields" },
  oneMore: { de: "Noch ein Feld antippen", en: "Tap another field" },
  strike: { de: "Feld streichen", en: "Strike a field" },
  strikeNote: { de: "das erste freie", en: "the first free one" },
  nothingFits: { de: "Keine Zahl passt", en: "No number fits" },
  undo: { de: "Zurücknehmen", en: "Take back" },
  youEnter: (count: number): Text =>
    count === 0
      ? { de: "Du streichst ein Feld.", en: "You strike a field." }
      : count === 1
        ? { de: "Du trägst 1 Zahl ein.", en: "You enter 1 number." }
        : { de: `Du trägst ${count} Zahlen ein.`, en: `You enter ${count} numbers.` },
  waitsFor: (names: readonly string[]): Text =>
    names.length > 2
      ? { de: `${names.length} überlegen noch …`, en: `${names.length} are still choosing …` }
      : {
          de: `${named(names, "und")} ${names.length > 1 ? "überlegen" : "überlegt"} noch …`,
          en: `${named(names, "and")} ${names.length > 1 ? "are" : "is"} still choosing …`,
        },
  ponders: (name: string): Text => ({ de: `${name} überlegt …`, en: `${name} is thinking …` }),
  keepsOrAgain: { de: "Behalten oder nochmal?", en: "Keep or again?" },
  rolls: (name: string): Text => ({ de: `${name} würfelt …`, en: `${name} rolls …` }),
  youRoll: { de: "Du würfelst …", en: "You roll …" },

  done: { de: "fertig", en: "done" },
  thinks: { de: "überlegt", en: "thinking" },
  rolling: { de: "würfelt", en: "rolls" },
  sheetOf: (name: string, total: number, doing: string): Text => ({
    de: `Blatt von ${name}, ${total} Punkte${doing && `, ${doing}`}. Vergrößern`,
    en: `${name}’s sheet, ${total} points${doing && `, ${doing}`}. Enlarge`,
  }),
  show: (name: string, total: number, doing: string): Text => ({
    de: `Blatt von ${name}, ${total} Punkte${doing && `, ${doing}`}. Zeigen`,
    en: `${name}’s sheet, ${total} points${doing && `, ${doing}`}. Show`,
  }),
  sheetNamed: (name: string): Text => ({ de: `Blatt von ${name}`, en: `${name}’s sheet` }),
  close: { de: "Schließen", en: "Close" },
  unit: (score: number): Text => (score === 1 ? { de: "Punkt", en: "point" } : { de: "Punkte", en: "points" }),
  rowSum: (row: number, numbers: number, bonus: number): Text => ({
    de: `Reihe ${row + 1}: ${numbers} und ${bonus} Bonus`,
    en: `Row ${row + 1}: ${numbers} and ${bonus} bonus`,
  }),
} as const;

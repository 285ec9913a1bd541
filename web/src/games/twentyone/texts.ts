/** The words of twenty one, German and English side by side. Who is null is you. */

import type { Key } from "../game";
import { t, type Text } from "$lib/settings.svelte";
import { COLOUR_NAMES, NUMBERS, type Colour } from "./types";

const big = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
/** A sentence that begins with a colour. */
const coloured = (colour: Colour, de: string, en: string) =>
  t(big(COLOUR_NAMES[colour].de) + de, big(COLOUR_NAMES[colour].en) + en);

type Who = string | null;

/** Names in a row, with "and" before the last. */
const named = (names: readonly string[], and: string) =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;

/** The keys of the board. */
export const KEYS: readonly Key[] = [
  [t("Ziffer", "Digit"), t("Feld der Reihe an dieser Stelle wählen", "choose the field of the row at this place")],
  [t("Enter", "Enter"), t("eintragen", "enter")],
  [t("S", "S"), t("Feld streichen", "strike a field")],
  [t("K", "K"), t("Wurf behalten", "keep the roll")],
  [t("N", "N"), t("nochmal würfeln", "roll again")],
  [t("Esc", "Esc"), t("nichts mehr gewählt", "nothing is chosen any more")],
];

export const W = {
  sheet: (letter: string) => t(`Blatt ${letter}`, `Sheet ${letter}`),
  yours: t("Dein Blatt", "Your sheet"),
  hit: t("Treffer", "Hit"),
  hits: t("Treffer", "Hits"),
  bonus: t("Bonus", "Bonus"),
  bonusOfRow: t("Bonus einer Reihe", "Bonus of a row"),
  bonusLine: (bonus: readonly number[]) =>
    t(
      `Bonus für 1 bis ${bonus.length} Treffer: ${bonus.join(", ")}`,
      `Bonus for 1 to ${bonus.length} hits: ${bonus.join(", ")}`,
    ),
  total: t("Summe", "Total"),
  row: (row: number) => t(`Reihe ${row + 1}`, `Row ${row + 1}`),
  rowOf: (row: number) => t(`Reihe ${row} von ${NUMBERS.length}`, `Row ${row} of ${NUMBERS.length}`),
  rowWorth: (numbers: number, bonus: number) => {
    const isOne = numbers + bonus === 1;
    return t(
      `${numbers + bonus} ${isOne ? "Punkt" : "Punkte"}: ${numbers} und ${bonus} Bonus`,
      `${numbers + bonus} ${isOne ? "point" : "points"}: ${numbers} and ${bonus} bonus`,
    );
  },
  others: t("Mitspieler", "Other players"),
  all: t("Alle Blätter", "All sheets"),
  dice: t("Würfel", "Dice"),
  over: t("Das Spiel ist aus.", "The game is over."),

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

  keep: t("Behalten", "Keep"),
  keepNote: t("und eintragen", "and enter"),
  atOnce: t("in einem Zug", "in one go"),
  keepAnd: (count: number) => t(`Behalten & ${count} eintragen`, `Keep & enter ${count}`),
  again: (count: number) => t(`Nochmal: ${count} Würfel`, `Again: ${count} ${count === 1 ? "die" : "dice"}`),
  againNote: (ones: number): Text =>
    ones === 0
      ? t("keiner bleibt liegen", "none stays")
      : ones === 1
        ? t("die 1 bleibt liegen", "the 1 stays")
        : t(`${ones} Einsen bleiben liegen`, `${ones} ones stay`),
  enterCount: (count: number): Text =>
    count === 1 ? t("1 Zahl eintragen", "Enter 1 number") : t(`${count} Zahlen eintragen`, `Enter ${count} numbers`),
  pickFields: t("Felder antippen", "Tap the fields"),
  oneMore: t("Noch ein Feld antippen", "Tap another field"),
  strike: t("Feld streichen", "Strike a field"),
  strikeNote: t("das erste freie", "the first free one"),
  nothingFits: t("Keine Zahl passt", "No number fits"),
  undo: t("Zurücknehmen", "Take back"),
  youEnter: (count: number): Text =>
    count === 0
      ? t("Du streichst ein Feld.", "You strike a field.")
      : count === 1
        ? t("Du trägst 1 Zahl ein.", "You enter 1 number.")
        : t(`Du trägst ${count} Zahlen ein.`, `You enter ${count} numbers.`),
  waitsFor: (who: readonly Who[]): Text => {
    const names = who.filter((name) => name !== null);
    if (!names.length) return t("Du überlegst noch …", "You are still choosing …");
    if (names.length > 2) return t(`${names.length} überlegen noch …`, `${names.length} are still choosing …`);
    return t(
      `${named(names, "und")} ${names.length > 1 ? "überlegen" : "überlegt"} noch …`,
      `${named(names, "and")} ${names.length > 1 ? "are" : "is"} still choosing …`,
    );
  },
  ponders: (who: Who) =>
    t(who ? `${who} überlegt …` : "Du überlegst …", who ? `${who} is thinking …` : "You are thinking …"),
  keepsOrAgain: t("Behalten oder nochmal?", "Keep or again?"),
  rolls: (who: Who) => t(who ? `${who} würfelt …` : "Du würfelst …", who ? `${who} rolls …` : "You roll …"),

  done: t("fertig", "done"),
  thinks: t("überlegt", "thinking"),
  rolling: t("würfelt", "rolls"),
  sheetOf: (name: string, total: number, doing: string) =>
    t(
      `Blatt von ${name}, ${total} Punkte${doing && `, ${doing}`}. Vergrößern`,
      `${name}’s sheet, ${total} points${doing && `, ${doing}`}. Enlarge`,
    ),
  show: (name: string, total: number, doing: string) =>
    t(
      `Blatt von ${name}, ${total} Punkte${doing && `, ${doing}`}. Zeigen`,
      `${name}’s sheet, ${total} points${doing && `, ${doing}`}. Show`,
    ),
  sheetNamed: (name: string) => t(`Blatt von ${name}`, `${name}’s sheet`),
  close: t("Schließen", "Close"),
  rowSum: (row: number, numbers: number, bonus: number) =>
    t(`Reihe ${row + 1}: ${numbers} und ${bonus} Bonus`, `Row ${row + 1}: ${numbers} and ${bonus} bonus`),
} as const;

/** What this board says, in both languages side by side. Who is null is you. */

import type { Text } from "$lib/settings.svelte";
import { CARD_NAMES, CARDS_TO_END, CONDITIONS } from "./types";
import { PICTS } from "./picts";

type Who = string | null;

const FACE = {
  de: ["", "Eins", "Zwei", "Drei", "Vier", "Fünf", "Sechs"],
  en: ["", "one", "two", "three", "four", "five", "six"],
} as const;
const SEVERAL = {
  de: ["", "Einsen", "Zweien", "Dreien", "Vieren", "Fünfen", "Sechsen"],
  en: ["", "ones", "twos", "threes", "fours", "fives", "sixes"],
} as const;
const PAIR = {
  de: ["", "Einserpasch", "Zweierpasch", "Dreierpasch", "Viererpasch", "Fünferpasch", "Sechserpasch"],
  en: ["", "double one", "double two", "double three", "double four", "double five", "double six"],
} as const;

const counted = (number: number, one: string, more: string) => `${number} ${number === 1 ? one : more}`;
const dice = (number: number): Text => ({
  de: `${number} Würfel`,
  en: counted(number, "die", "dice"),
});
const cards = (number: number): Text => ({
  de: counted(number, "Karte", "Karten"),
  en: counted(number, "card", "cards"),
});
const sacks = (number: number): Text => ({
  de: counted(number, "Sack", "Säcke"),
  en: counted(number, "sack", "sacks"),
});

/** A strength in words: 3 dice, field 7, sum 12. */
function strength(id: string, value: number): Text {
  const kind = CONDITIONS[id]?.kind;
  if (kind === "last") return { de: `Feld ${value}`, en: `field ${value}` };
  if (kind === "sum") return { de: `Summe ${value}`, en: `sum ${value}` };
  if (kind === "equal") return { de: `${value} gleiche`, en: `${value} equal` };
  if (kind === "different") return { de: `${value} verschiedene`, en: `${value} different` };
  return dice(value);
}

const wins = (de: string, en: string): Text => ({
  de: `Es gewinnt, wer hier ${de}.`,
  en: `Whoever has ${en} here wins.`,
});

/** A card's condition as a sentence (S16, S17). */
function condition(id: string): Text {
  const { kind, parity, below } = CONDITIONS[id] ?? { kind: "most" };
  if (kind === "equal")
    return wins("die meisten gleichen Würfel hat; nur die größte Gruppe zählt", "the largest group of equal dice");
  if (kind === "different") return wins("die meisten verschiedenen Zahlen hat", "the most different values");
  if (kind !== "sum") return aboutFaces(id);
  if (below)
    return {
      de: `Es gewinnt die höchste Summe unter ${below}. Wer ${below} oder mehr hat, zählt nicht mit.`,
      en: `The highest sum below ${below} wins. Whoever has ${below} or more does not count.`,
    };
  if (!parity) return wins("zusammengezählt am meisten hat", "the highest sum");
  const [these, those] = parity === "even" ? (["gerade", "ungerade"] as const) : (["ungerade", "gerade"] as const);
  return wins(
    `die höchste ${these} Summe hat; eine ${those} Summe zählt nicht`,
    `the highest ${parity} sum; an ${parity === "even" ? "odd" : "even"} sum does not count;`,
  );
}

function aboutFaces(id: string): Text {
  const { sign, faces, between } = PICTS[id] ?? { sign: "most", faces: [] };
  const [value = 0] = faces;
  const de = faces.join(", ").replace(/, (\d)$/, " oder $1");
  const en = de.replace(" oder ", " or ");
  if (!faces.length) return wins("die meisten Würfel hat, egal was sie zeigen", "the most dice, whatever they show,");
  if (between)
    return wins(
      `die meisten Würfel hat, die keine ${FACE.de[value]} zeigen`,
      `the most dice that do not show a ${FACE.en[value]}`,
    );
  if (sign === "last" && faces.length === 1)
    return {
      de: `Es gewinnt die letzte ${FACE.de[value]}: die auf dem höchsten Feld.`,
      en: `The last ${FACE.en[value]} wins: the one on the highest field.`,
    };
  if (sign === "last")
    return {
      de: `Es gewinnt der letzte Würfel mit ${de}: der auf dem höchsten Feld. Wie viele es sind, ist egal.`,
      en: `The last die with ${en} wins: the one on the highest field. How many there are does not matter.`,
    };
  if (faces.length === 1) return wins(`die meisten ${SEVERAL.de[value]} hat`, `the most ${SEVERAL.en[value]}`);
  if (faces.every((one) => one % 2 === 0))
    return wins(`die meisten geraden Würfel hat: ${de}`, `the most even dice (${en})`);
  if (faces.every((one) => one % 2))
    return wins(`die meisten ungeraden Würfel hat: ${de}`, `the most odd dice (${en})`);
  return wins(`die meisten Würfel mit ${de} hat`, `the most dice with ${en}`);
}

export const W = {
  you: { de: "Du", en: "You" },
  dice,
  cards,
  sacks,
  strength,
  condition,
  card: (id: string): Text => CARD_NAMES[id] ?? { de: id, en: id },
  face: (value: number): Text => ({ de: FACE.de[value] ?? "", en: FACE.en[value] ?? "" }),
  board: (board: number): Text => ({ de: `Brett ${board}`, en: `Board ${board}` }),
  pair: (value: number): Text => ({ de: PAIR.de[value] ?? "", en: PAIR.en[value] ?? "" }),
  pile: (number: number): Text => ({
    de: number ? `${counted(number, "Karte", "Karten")} im Stapel` : "Stapel leer",
    en: number ? `${counted(number, "card", "cards")} in the pile` : "Pile empty",
  }),
  has: (supply: number, won: number, worth: number): Text => ({
    de: `${supply} Würfel im Vorrat, ${counted(won, "Karte", "Karten")} gewonnen, ${counted(worth, "Sack", "Säcke")}`,
    en: `${counted(supply, "die", "dice")} in supply, ${counted(won, "card", "cards")} won, ${counted(worth, "sack", "sacks")}`,
  }),
  wonBy: (who: Who): Text => ({
    de: who ? `Karten von ${who}` : "Deine Karten",
    en: who ? `${who}’s cards` : "Your cards",
  }),
  noneWon: { de: "Noch keine Karte gewonnen.", en: "No card won yet." },
  began: { de: "hat angefangen", en: "went first" },
  lastRound: { de: "Letzte Runde", en: "Last round" },
  over: { de: "Das Spiel ist aus.", en: "The match is over." },
  closed: { de: "zu", en: "closed" },

  // What is asked of you
  rolledBy: (who: Who): Text => ({
    de: who ? `${who} hat gewürfelt` : "Gewürfelt",
    en: who ? `${who} rolled` : "Rolled",
  }),
  which: { de: "Welcher Würfel zuerst?", en: "Which die first?" },
  whichHint: { de: "Nimm einen, dann siehst du, was er kann.", en: "Pick one up to see what it can do." },
  where: (value: number): Text => ({
    de: `Wohin mit der ${FACE.de[value]}?`,
    en: `Where does the ${FACE.en[value]} go?`,
  }),
  place: { de: "hinlegen", en: "place" },
  swap: (value: number): Text => ({
    de: `fremde ${FACE.de[value]} austauschen`,
    en: `swap out another’s ${FACE.en[value]}`,
  }),
  sixes: { de: "Sechserpasch!", en: "Double six!" },
  short: (supply: number): Text => ({
    de: supply ? "Nur noch ein Würfel." : "Kein Würfel mehr da.",
    en: supply ? "Only one die left." : "No dice left.",
  }),
  scoreWhich: { de: "Welche Karte soll gewertet werden?", en: "Which card is scored?" },
  scoreNone: { de: "Keine werten", en: "Score none" },
  double: { de: "Pasch!", en: "Double!" },
  thinks: (who: Who): Text => ({
    de: who ? `${who} überlegt …` : "Du bist dran.",
    en: who ? `${who} is thinking …` : "It is your turn.",
  }),
  rolls: (who: Who): Text => ({
    de: who ? `${who} würfelt …` : "Du würfelst …",
    en: who ? `${who} rolls …` : "You roll …",
  }),
  deals: { de: "Die Karten werden aufgedeckt.", en: "The cards are turned up." },
  scores: { de: "Gewertet!", en: "Scored!" },
  tapCard: { de: "Tippe eine Karte an, um sie zu lesen.", en: "Tap a card to read it." },
  undo: { de: "Zurücknehmen", en: "Take back" },

  // What things are called
  cardName: (id: string, worth: number, act: "explain" | "score"): Text => ({
    de: `${CARD_NAMES[id]?.de ?? id}, ${counted(worth, "Sack", "Säcke")}. ${act === "score" ? "Werten" : "Erklären"}`,
    en: `${CARD_NAMES[id]?.en ?? id}, ${counted(worth, "sack", "sacks")}. ${act === "score" ? "Score it" : "Explain"}`,
  }),
  lies: (field: number, value: number, who: Who): Text => ({
    de: `Feld ${field}: ${value} von ${who ?? "dir"}`,
    en: `Field ${field}: ${who ? `${who}’s` : "your"} ${value}`,
  }),
  takes: (field: number, value: number, who: Who): Text => ({
    de: `Feld ${field}: ${value} von ${who ?? "dir"} austauschen`,
    en: `Field ${field}: swap out ${who ? `${who}’s` : "your"} ${value}`,
  }),
  puts: (value: number, board: number, field: number): Text => ({
    de: `${value} auf Brett ${board}, Feld ${field} legen`,
    en: `Place the ${value} on board ${board}, field ${field}`,
  }),
  shut: (board: number): Text => ({ de: `Brett ${board} geht jetzt nicht`, en: `Board ${board} is not possible now` }),

  // How it stands and what would become of it
  leads: (who: Who, id: string, value: number): Text => ({
    de: who ? `${who} führt: ${strength(id, value).de}` : `Du führst: ${strength(id, value).de}`,
    en: who ? `${who} leads: ${strength(id, value).en}` : `You lead: ${strength(id, value).en}`,
  }),
  nobodyLeads: { de: "Noch niemand führt", en: "Nobody leads yet" },
  then: (who: Who, id: string, value: number): Text => ({
    de: who ? `Dann führt ${who}: ${strength(id, value).de}` : `Dann führst du: ${strength(id, value).de}`,
    en: who ? `Then ${who} leads: ${strength(id, value).en}` : `Then you lead: ${strength(id, value).en}`,
  }),
  thenNobody: { de: "Dann führt niemand", en: "Then nobody leads" },
  wouldWin: (who: Who): Text => ({
    de: who ? `Wertet die Karte: ${who} gewinnt sie` : "Wertet die Karte: Du gewinnst sie",
    en: who ? `Scores the card: ${who} wins it` : "Scores the card: you win it",
  }),
  wouldStay: { de: "Wertet die Karte: Niemand gewinnt sie", en: "Scores the card: nobody wins it" },
  scoring: { de: "wertet", en: "scores" },

  // A card that is scored
  wins: (who: Who): Text => ({ de: who ? `${who} gewinnt` : "Du gewinnst", en: who ? `${who} wins` : "You win" }),
  tied: { de: "gleich – der letzte Würfel entscheidet", en: "tied – the last die decides" },
  tiedShort: { de: "letzter Würfel zählt", en: "last die decides" },
  nobody: { de: "Niemand erfüllt sie, die Karte bleibt.", en: "Nobody meets it, the card stays." },
  nobodyShort: { de: "Karte bleibt", en: "card stays" },

  // A card explained
  explain: (id: string): Text => ({
    de: `Die Karte „${CARD_NAMES[id]?.de ?? id}“`,
    en: `The card “${CARD_NAMES[id]?.en ?? id}”`,
  }),
  worth: (worth: number): Text => ({
    de: `${counted(worth, "Sack", "Säcke")} wert.`,
    en: `Worth ${counted(worth, "sack", "sacks")}.`,
  }),
  when: (board: number, fields: number): Text => ({
    de: `Gewertet wird bei ${PAIR.de[board]} oder wenn Feld ${fields} belegt ist.`,
    en: `Scored on a ${PAIR.en[board]}, or when field ${fields} is taken.`,
  }),
  noDice: { de: "Noch liegt hier kein Würfel.", en: "No die lies here yet." },
  fails: { de: "erfüllt sie nicht", en: "does not meet it" },
  noDie: { de: "kein Würfel", en: "no die" },
  tieRule: {
    de: "Bei Gleichstand gewinnt, wessen letzter Würfel auf dem höheren Feld liegt. (S14)",
    en: "If equal, the one whose last die lies on the higher field wins. (S14)",
  },
  close: { de: "Schließen", en: "Close" },
  unit: (number: number): Text => (number === 1 ? { de: "Sack", en: "sack" } : { de: "Säcke", en: "sacks" }),
  mostCards: (number: number): Text => ({
    de: `${number} von ${CARDS_TO_END} Karten`,
    en: `${number} of ${CARDS_TO_END} cards`,
  }),
} as const;

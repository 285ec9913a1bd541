/** What the pages about a match say (checking, rules, lessons, replay), in both languages side by side. */

import type { Text } from "$lib/settings.svelte";

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** The check of the dice. */
export const C = {
  title: { de: "Würfel prüfen", en: "Check the dice" },
  lead: {
    de: "Dein Gerät rechnet jeden Würfel und jede Karte dieser Partie selbst nach. Es glaubt dabei niemandem.",
    en: "Your device recomputes every die and card of this match by itself. It takes nobody’s word for it.",
  },
  leadFile: {
    de: "Such dir das Protokoll einer Partie aus. Dein Gerät rechnet jeden Würfel und jede Karte selbst nach.",
    en: "Choose the record of a match. Your device recomputes every die and card by itself.",
  },
  pick: { de: "Protokoll aussuchen", en: "Choose a record" },
  pickAnother: { de: "Anderes Protokoll", en: "Another record" },
  formats: {
    de: "Eine Datei mit JSON, auch mehrere Partien Zeile für Zeile.",
    en: "A JSON file, also with one match per line.",
  },
  whichMatch: { de: "Welche Partie?", en: "Which match?" },
  match: (game: string, players: number, events: number): Text => ({
    de: `${game}, zu ${players}, ${count(events, "Ereignis", "Ereignisse")}`,
    en: `${game}, ${players} players, ${count(events, "event", "events")}`,
  }),
  recompute: { de: "Nachrechnen", en: "Recompute" },
  recomputeAgain: { de: "Nochmal nachrechnen", en: "Recompute again" },
  working: (done: number, all: number): Text => ({ de: `${done} von ${all} Ziehungen`, en: `${done} of ${all} draws` }),
  honest: { de: "Ehrlich gewürfelt", en: "Honest dice" },
  counted: (dice: number, cards: number): Text => {
    const de = [dice && count(dice, "Würfel", "Würfel"), cards && count(cards, "Karte", "Karten")].filter(Boolean);
    const en = [dice && count(dice, "die", "dice"), cards && count(cards, "card", "cards")].filter(Boolean);
    return {
      de: `${de.join(" und ")} nachgerechnet. Alles passt.`,
      en: `${en.join(" and ")} recomputed. Everything fits.`,
    };
  },
  wrong: { de: "Da stimmt etwas nicht", en: "Something is wrong here" },
  wrongLead: (faults: number): Text => ({
    de: faults === 1 ? "Eine Stelle passt nicht:" : `${faults} Stellen passen nicht:`,
    en: faults === 1 ? "One place does not fit:" : `${faults} places do not fit:`,
  }),
  wrongMeans: {
    de: "Diese Partie ist so nicht gewürfelt worden, oder am Protokoll wurde etwas geändert. Zeig das dem, bei dem ihr gespielt habt.",
    en: "The dice of this match did not fall like this, or the record was changed. Show this to whoever hosted the match.",
  },
  more: (number: number): Text => ({ de: `und ${number} weitere`, en: `and ${number} more` }),
  sealed: { de: "Der Umschlag ist noch zu", en: "The envelope is still closed" },
  sealedMeans: {
    de: "Erst wenn die Partie zu Ende ist, wird er geöffnet. Dann kannst du nachrechnen.",
    en: "It is opened when the match is over. Then you can recompute the dice.",
  },
  none: { de: "Ohne Umschlag gespielt", en: "Played without an envelope" },
  noneMeans: {
    de: "Zu dieser Partie gibt es kein Siegel. Die Würfel lassen sich nicht nachrechnen.",
    en: "There is no seal with this match. Its dice cannot be recomputed.",
  },
  nameless: {
    de: "Dieses Protokoll nennt keinen Tisch auf diesem Server. Dann braucht es die Regeln dazu: Am Computer prüft es der Befehl",
    en: "This record names no table of this server. Then the rules are needed, too: on a computer this command checks it:",
  },
  notARecord: { de: "In dieser Datei steht keine Partie.", en: "There is no match in this file." },
  tooLarge: { de: "Diese Datei ist zu groß für ein Protokoll.", en: "This file is too large for a record." },
  fits: { de: "passt", en: "fits" },
  open: { de: "nicht geprüft", en: "not checked" },
  fitsNot: { de: "passt nicht", en: "does not fit" },
  envelope: { de: "Umschlag", en: "Envelope" },
  envelopeSays: { de: "Die geheime Zahl gehört zu diesem Siegel:", en: "The secret number belongs to this seal:" },
  noted: { de: "Notiert", en: "Noted" },
  notedSays: {
    de: "Dein Gerät hat sich das Siegel vor der Partie gemerkt. Es ist dasselbe.",
    en: "Your device noted the seal before the match. It is the same.",
  },
  notedNot: {
    de: "Vor der Partie lag ein anderes Siegel auf dem Tisch.",
    en: "Another seal lay on the table before the match.",
  },
  unnoted: {
    de: "Dieses Gerät hat das Siegel vorher nicht gesehen. Frag jemanden, der dabei war.",
    en: "This device did not see the seal before. Ask somebody who was there.",
  },
  words: { de: "Sprüche", en: "Lucky words" },
  wordsSay: { de: "Sie wurden mitgemischt:", en: "They were mixed in:" },
  wordless: {
    de: "Niemand hat etwas gesagt. Dann hätte man die geheime Zahl vorher aussuchen können.",
    en: "Nobody said anything. Then the secret number could have been picked beforehand.",
  },
  lot: { de: "Los", en: "Lot" },
  lotSays: (name: string): Text => ({
    de: `Es fiel auf ${name}, wie es musste.`,
    en: `It fell on ${name}, as it had to.`,
  }),
  agreed: { de: "Wer anfängt, war abgemacht.", en: "It was agreed who begins." },
  draws: { de: "Ziehungen", en: "Draws" },
  drawsSay: (right: number, all: number): Text => ({
    de: right === all ? `Alle ${all} sind so gefallen, wie sie mussten.` : `${right} von ${all} sind richtig.`,
    en: right === all ? `All ${all} fell as they had to.` : `${right} of ${all} are right.`,
  }),
  means: { de: "Das heißt", en: "This means" },
  meansList: [
    { de: "Niemand hat hinterher einen Würfel gedreht.", en: "Nobody turned a die afterwards." },
    {
      de: "Niemand am Tisch konnte einen Würfel vorher wissen.",
      en: "Nobody at the table could know a die beforehand.",
    },
    {
      de: "Deine Worte haben mitgemischt: Niemand konnte die Würfel passend aussuchen.",
      en: "Your words were mixed in: nobody could pick dice that suited them.",
    },
  ],
  meansNot: { de: "Das zeigt es nicht", en: "This it does not show" },
  meansNotList: [
    {
      de: "Wer den Server betreibt, kann in den Umschlag schauen. Spielt nicht um Geld gegen ihn.",
      en: "Whoever runs the server can look into the envelope. Do not play for money against them.",
    },
    {
      de: "Wer zuletzt seinen Spruch sagt und mit dem Server unter einer Decke steckt, kann herumprobieren.",
      en: "Whoever says their words last, and is in league with the server, can try several.",
    },
    {
      de: "Welche Karten im Stapel lagen, hat der Server gesagt. Ganz ohne ihn prüft es pasch verify.",
      en: "Which cards were in the pile is what the server said. pasch verify checks it without the server.",
    },
    {
      de: "Wer wirklich am Tisch saß, sieht man den Würfeln nicht an.",
      en: "Dice do not show who really sat at the table.",
    },
  ],
  how: { de: "So geht das mit dem Umschlag", en: "How the envelope works" },
  all: (number: number): Text => ({ de: `Alle ${number} Ziehungen ansehen`, en: `Show all ${number} draws` }),
  columns: {
    n: { de: "Nr.", en: "No." },
    event: { de: "Ereignis", en: "Event" },
    fell: { de: "Gefallen", en: "What fell" },
    right: { de: "Nachgerechnet", en: "Recomputed" },
  },
  at: (event: number): Text => ({ de: `Ereignis ${event + 1}`, en: `Event ${event + 1}` }),
  atEnvelope: { de: "Umschlag", en: "Envelope" },
  names: {
    roll: { de: "Wurf", en: "roll" },
    deal: { de: "Austeilen", en: "deal" },
    draw: { de: "Ziehen", en: "draw" },
    refill: { de: "Neue Karte", en: "new card" },
  } as { readonly [name: string]: Text },
} as const;

/** How the sealed envelope works. */
export const F = {
  title: { de: "So geht das", en: "How it works" },
  head: { de: "Würfel, die man nachrechnen kann", en: "Dice that can be checked" },
  lead: {
    de: "Wer im Internet würfelt, muss dem Server glauben. Hier nicht: Hier kannst du nachrechnen.",
    en: "Whoever rolls dice on the internet has to trust the server. Not here: here you can do the sums yourself.",
  },
  drawing: {
    de: "Ein versiegelter Umschlag, daneben Sprüche der Spieler; zusammen ergeben sie die Würfel.",
    en: "A sealed envelope, and the players’ lucky words beside it; together they make the dice.",
  },
  steps: [
    {
      head: { de: "Der Umschlag", en: "The envelope" },
      says: {
        de: "Vor der Partie steckt der Server einen Zettel mit einer langen geheimen Zahl in einen Umschlag. Er versiegelt ihn und legt ihn auf den Tisch. Dein Gerät merkt sich das Siegel.",
        en: "Before the match the server puts a slip with a long secret number into an envelope, seals it, and lays it on the table. Your device notes the seal.",
      },
    },
    {
      head: { de: "Dein Glücksspruch", en: "Your lucky words" },
      says: {
        de: "Jetzt sagen alle am Tisch ein paar Worte, irgendwas. Aus der geheimen Zahl und euren Worten folgt jeder Würfel und jede Karte.",
        en: "Now everybody at the table says a few words, whatever comes to mind. Every die and card follows from the secret number and your words.",
      },
    },
    {
      head: { de: "Nachrechnen", en: "Do the sums" },
      says: {
        de: "Nach der Partie wird der Umschlag geöffnet. Dein Gerät rechnet alles nach und sieht: So mussten die Würfel fallen.",
        en: "After the match the envelope is opened. Your device does all the sums and sees: the dice had to fall like this.",
      },
    },
  ],
  why: { de: "Warum das hilft", en: "Why this helps" },
  whyList: [
    {
      de: "Der Server kann keinen Würfel ändern: Eine andere Zahl passt nicht zum Siegel.",
      en: "The server cannot change a die: another number does not fit the seal.",
    },
    {
      de: "Er kann die Zahl nicht passend aussuchen: Eure Worte kannte er beim Versiegeln noch nicht.",
      en: "It cannot pick a number that suits somebody: it did not know your words when it sealed it.",
    },
    {
      de: "Niemand am Tisch kann einen Würfel vorhersehen: Die Zahl steckt im Umschlag.",
      en: "Nobody at the table can foresee a die: the number is in the envelope.",
    },
  ],
  todo: { de: "Was du tun kannst", en: "What you can do" },
  todoList: [
    {
      de: "Sag vor der Partie einen Spruch, auf den sonst keiner kommt.",
      en: "Say some words before the match that nobody else would think of.",
    },
    { de: "Am besten sagst du ihn als Letzter.", en: "It is best to say them last." },
    { de: "Drück nach der Partie auf „Selbst prüfen“.", en: "After the match, press “Check it yourself”." },
  ],
  file: { de: "Ein Protokoll prüfen", en: "Check a record" },
  docs: { de: "Alles ganz genau, für Programme", en: "The exact recipe, for programs" },
} as const;

/** The rulebook pages. */
export const R = {
  title: { de: "Regeln", en: "Rules" },
  of: (game: string): Text => ({ de: `Regeln ${game}`.trim(), en: `${game} rules`.trim() }),
  contents: { de: "Inhalt", en: "Contents" },
  learn: { de: "Lernen im Spiel", en: "Learn by playing" },
  whole: { de: "Als ganze Seite öffnen", en: "Open as a whole page" },
  forPrograms: { de: "für Programme", en: "for programs" },
  missing: { de: "Zu diesem Spiel gibt es hier keine Regeln.", en: "There are no rules for this game here." },
} as const;

/** The lessons. */
export const L = {
  title: (game: string): Text => ({ de: `${game} lernen`.trim(), en: `Learn ${game}`.trim() }),
  teacher: { de: "Würfel Willi erklärt", en: "Willy the die explains" },
  you: { de: "Du", en: "You" },
  next: { de: "Weiter", en: "Next" },
  skip: { de: "Weiter", en: "Next" },
  back: { de: "Einen Schritt zurück", en: "One step back" },
  again: { de: "Von vorn", en: "Start over" },
  yours: { de: "Du bist dran", en: "Your turn" },
  play: { de: "Jetzt spielen", en: "Play now" },
  rules: { de: "Zu den Regeln", en: "To the rules" },
  progress: (now: number, all: number): Text => ({ de: `Schritt ${now} von ${all}`, en: `Step ${now} of ${all}` }),
  other: {
    de: "Das geht auch, aber gleich. Nimm erst, was golden leuchtet.",
    en: "Soon! First take what shines in gold.",
  },
  missing: { de: "Zu diesem Spiel gibt es noch keine Lektion.", en: "There is no lesson for this game yet." },
} as const;

/** The replay. */
export const P = {
  title: { de: "Zug für Zug", en: "Step by step" },
  eyes: { de: "Mit wessen Augen", en: "Through whose eyes" },
  spectator: { de: "Zuschauer", en: "Spectator" },
  share: { de: "Diese Stelle teilen", en: "Share this moment" },
  download: { de: "Protokoll herunterladen", en: "Download the record" },
  copied: { de: "Link kopiert", en: "Link copied" },
  controls: { de: "Abspielen", en: "Playback" },
  first: { de: "Zum Anfang", en: "To the start" },
  previous: { de: "Einen Schritt zurück", en: "One step back" },
  play: { de: "Abspielen", en: "Play" },
  pause: { de: "Anhalten", en: "Pause" },
  next: { de: "Einen Schritt weiter", en: "One step on" },
  last: { de: "Zum Ende", en: "To the end" },
  previousMark: { de: "Zur Wertung davor", en: "To the scoring before" },
  nextMark: { de: "Zur nächsten Wertung", en: "To the next scoring" },
  scrubber: { de: "Schritt der Partie", en: "Step of the match" },
  step: (at: number, last: number): Text => ({ de: `Schritt ${at} von ${last}`, en: `Step ${at} of ${last}` }),
  lines: { de: "Was geschah", en: "What happened" },
  beginning: { de: "Der Tisch ist gedeckt.", en: "The table is set." },
  nothing: { de: "Diese Partie hat noch nicht angefangen.", en: "This match has not begun yet." },
} as const;

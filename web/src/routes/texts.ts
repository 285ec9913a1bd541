/** What the pages about a match say (checking, rules, lessons, replay), in both languages side by side. */

import { t, type Text } from "$lib/settings.svelte";
import { counted, recomputed } from "$lib/texts";

/** The check of the dice. */
export const C = {
  title: t("Würfel prüfen", "Check the dice"),
  lead: t(
    "Dein Gerät rechnet jeden Würfel und jede Karte dieser Partie selbst nach. Es glaubt dabei niemandem.",
    "Your device recomputes every die and card of this match by itself. It takes nobody’s word for it.",
  ),
  leadFile: t(
    "Wähl das Protokoll einer Partie aus. Dein Gerät rechnet jeden Würfel und jede Karte selbst nach.",
    "Choose the record of a match. Your device recomputes every die and card by itself.",
  ),
  pick: t("Protokoll auswählen", "Choose a record"),
  pickAnother: t("Anderes Protokoll", "Another record"),
  formats: t(
    "Eine JSON-Datei, auch mit mehreren Partien, dann eine pro Zeile.",
    "A JSON file, also with one match per line.",
  ),
  whichMatch: t("Welche Partie?", "Which match?"),
  match: (game: string, players: number, events: number) =>
    t(
      `${game}, ${players} Plätze, ${counted(events, "Ereignis", "Ereignisse")}`,
      `${game}, ${players} players, ${counted(events, "event", "events")}`,
    ),
  recompute: t("Nachrechnen", "Recompute"),
  recomputeAgain: t("Nochmal nachrechnen", "Recompute again"),
  honest: t("Ehrlich gewürfelt", "Honest dice"),
  counted: (dice: number, cards: number): Text =>
    t(
      `${recomputed(dice, cards).de} nachgerechnet. Alles passt.`,
      `${recomputed(dice, cards).en} recomputed. Everything fits.`,
    ),
  wrong: t("Da stimmt etwas nicht", "Something is wrong here"),
  wrongLead: (faults: number) =>
    t(
      faults === 1 ? "Eine Stelle stimmt nicht:" : `${faults} Stellen stimmen nicht:`,
      faults === 1 ? "One place does not fit:" : `${faults} places do not fit:`,
    ),
  wrongMeans: t(
    "So sind die Würfel nicht gefallen, oder jemand hat das Protokoll geändert. Zeig das der Person, bei der ihr gespielt habt.",
    "The dice of this match did not fall like this, or the record was changed. Show this to whoever hosted the match.",
  ),
  more: (number: number) => t(`und ${number} weitere`, `and ${number} more`),
  sealed: t("Der Umschlag ist noch zu", "The envelope is still closed"),
  sealedMeans: t(
    "Erst wenn die Partie zu Ende ist, wird er geöffnet. Dann kannst du nachrechnen.",
    "It is opened when the match is over. Then you can recompute the dice.",
  ),
  none: t("Ohne Umschlag gespielt", "Played without an envelope"),
  noneMeans: t(
    "Zu dieser Partie gibt es kein Siegel. Die Würfel lassen sich nicht nachrechnen.",
    "There is no seal with this match. Its dice cannot be recomputed.",
  ),
  notARecord: t("In dieser Datei steht keine Partie.", "There is no match in this file."),
  tooLarge: t("Diese Datei ist zu groß für ein Protokoll.", "This file is too large for a record."),
  fits: t("passt", "fits"),
  open: t("nicht geprüft", "not checked"),
  fitsNot: t("passt nicht", "does not fit"),
  envelope: t("Umschlag", "Envelope"),
  envelopeSays: t("Die geheime Zahl gehört zu diesem Siegel:", "The secret number belongs to this seal:"),
  noted: t("Notiert", "Noted"),
  notedSays: {
    all: t(
      "Dein Gerät hat sich vor dem ersten Wurf alles gemerkt: das Siegel und was sonst feststand. Es ist dasselbe.",
      "Your device noted everything before the first draw: the seal, and what else was settled. It is the same.",
    ),
    seal: t(
      "Dein Gerät hat sich das Siegel gemerkt, es ist dasselbe. Beim Mischen war es nicht dabei.",
      "Your device noted the seal, and it is the same. It was not there when the dice were mixed.",
    ),
    other: t(
      "Vor dem ersten Wurf lag etwas anderes auf dem Tisch.",
      "Something else lay on the table before the first draw.",
    ),
    nothing: t(
      "Dieses Gerät war vor der Partie nicht dabei. Frag jemanden, der da war, nach dem, was er notiert hat:",
      "This device was not there before the match. Ask somebody who was what they have noted:",
    ),
  },
  added: t("Gemischt", "Mixed in"),
  addedSays: t("Das kam zur geheimen Zahl dazu:", "This was mixed in with the secret number:"),
  addedByNobody: t(
    "Niemand hat etwas dazugegeben. Dann hätte sich der Server die Würfel aussuchen können.",
    "Nobody added anything. Then the server could have chosen the dice.",
  ),
  saidHow: { revealed: t("", ""), hidden: t("", ""), nothing: t("nichts", "nothing"), bot: t("", "") },
  addedHow: {
    revealed: t("eine eigene Zufallszahl", "a random number of their own"),
    hidden: t("hat den Umschlag nie geöffnet", "never opened the envelope"),
    nothing: t("nichts, das Gerät war nicht da", "nothing, the device was not there"),
    bot: t("nichts, wie jeder Bot", "nothing, like every bot"),
  },
  lot: t("Los", "Lot"),
  lotSays: (name: string) => t(`Es fiel auf ${name}, wie es musste.`, `It fell on ${name}, as it had to.`),
  agreed: t("Wer anfängt, war abgemacht.", "It was agreed who begins."),
  draws: t("Ziehungen", "Draws"),
  drawsSay: (right: number, all: number) =>
    t(
      right === all ? `Alle ${all} sind so gefallen, wie sie mussten.` : `${right} von ${all} sind richtig.`,
      right === all ? `All ${all} fell as they had to.` : `${right} of ${all} are right.`,
    ),
  means: t("Das heißt", "This means"),
  meansList: [
    t("Niemand hat hinterher einen Würfel gedreht.", "Nobody turned a die afterwards."),
    t("Niemand am Tisch konnte einen Wurf vorher kennen.", "Nobody at the table could know a die beforehand."),
    t(
      "Eure Geräte haben mitgemischt: Niemand konnte sich die Würfel aussuchen.",
      "Your devices were mixed in: nobody could choose the dice.",
    ),
  ],
  meansNot: t("Das beweist es nicht", "What it does not prove"),
  meansNotList: [
    t(
      "Wer den Server betreibt, kann in den Umschlag schauen. Spielt nicht um Geld gegen ihn.",
      "Whoever runs the server can look into the envelope. Do not play for money against them.",
    ),
    t(
      "Wer den Server betreibt, kann eine Partie abbrechen, bei der ihm die Würfel nicht passen.",
      "Whoever runs the server can break off a match whose dice they dislike.",
    ),
    t(
      "Auch diese Seite kommt vom Server. Ganz ohne ihn prüft es pasch verify.",
      "This page comes from the server, too. pasch verify checks it without the server.",
    ),
    t("Wer wirklich am Tisch saß, sieht man den Würfeln nicht an.", "Dice do not show who really sat at the table."),
  ],
  how: t("So geht das mit dem Umschlag", "How the envelope works"),
  all: (number: number) => t(`Alle ${number} Ziehungen ansehen`, `Show all ${number} draws`),
  columns: {
    n: t("Nr.", "No."),
    event: t("Ereignis", "Event"),
    fell: t("Gefallen", "What fell"),
    right: t("Nachgerechnet", "Recomputed"),
  },
  at: (event: number) => t(`Ereignis ${event + 1}`, `Event ${event + 1}`),
  atEnvelope: t("Umschlag", "Envelope"),
  names: {
    roll: t("Wurf", "roll"),
    deal: t("Austeilen", "deal"),
    draw: t("Ziehen", "draw"),
    refill: t("Neue Karte", "new card"),
  } as { readonly [name: string]: Text },
} as const;

/** How the sealed envelope works. */
export const F = {
  title: t("So geht das", "How it works"),
  head: t("Würfel, die man nachrechnen kann", "Dice that can be checked"),
  lead: t(
    "Wer im Internet würfelt, muss dem Server glauben. Hier nicht: Hier kannst du nachrechnen.",
    "Whoever rolls dice on the internet has to trust the server. Not here: here you can do the sums yourself.",
  ),
  drawing: t(
    "Ein versiegelter Umschlag, daneben, was die Spieler dazugeben; zusammen ergibt das die Würfel.",
    "A sealed envelope, and what the players add beside it; together they make the dice.",
  ),
  steps: [
    {
      head: t("Der Umschlag", "The envelope"),
      says: t(
        "Vor der Partie steckt der Server einen Zettel mit einer langen geheimen Zahl in einen Umschlag. Er versiegelt ihn und legt ihn auf den Tisch. Dein Gerät merkt sich das Siegel.",
        "Before the match the server puts a slip with a long secret number into an envelope, seals it, and lays it on the table. Your device notes the seal.",
      ),
    },
    {
      head: t("Eure Umschläge", "Your envelopes"),
      says: t(
        "Jetzt denkt sich jedes Gerät am Tisch selbst eine Zufallszahl aus, mit deinem Glücksspruch dazu, wenn du einen hast, und legt sie auch verdeckt hin. Erst wenn alle liegen, decken alle auf. Aus der geheimen Zahl und euren folgt jeder Würfel und jede Karte.",
        "Now every device at the table makes up a random number of its own, with your lucky words if you have some, and lays it down covered, too. Only when all lie there, all uncover theirs. Every die and card follows from the secret number and yours.",
      ),
    },
    {
      head: t("Nachrechnen", "Do the sums"),
      says: t(
        "Nach der Partie wird der Umschlag geöffnet. Dein Gerät rechnet alles nach und sieht: So mussten die Würfel fallen.",
        "After the match the envelope is opened. Your device does all the sums and sees: the dice had to fall like this.",
      ),
    },
  ],
  why: t("Warum das hilft", "Why this helps"),
  whyList: [
    t(
      "Der Server kann keinen Würfel ändern: Eine andere Zahl passt nicht zum Siegel.",
      "The server cannot change a die: another number does not fit the seal.",
    ),
    t(
      "Er kann sich die Würfel nicht aussuchen: Beim Versiegeln gab es eure Zahlen noch gar nicht, und beim Aufdecken lässt sich nichts mehr tauschen.",
      "It cannot choose the dice: your numbers did not exist when it sealed its own, and nothing can be exchanged once they are uncovered.",
    ),
    t(
      "Niemand am Tisch kann einen Würfel vorhersehen: Die Zahl steckt im Umschlag.",
      "Nobody at the table can foresee a die: the number is in the envelope.",
    ),
  ],
  todo: t("Was du tun kannst", "What you can do"),
  todoList: [
    t(
      "Vor der Partie: nichts. Dein Gerät mischt von selbst mit.",
      "Before the match: nothing. Your device adds its number by itself.",
    ),
    t(
      "Bots mischen nicht mit, und wer nicht da ist, auch nicht: Hinterher steht da, wer es war.",
      "Bots add nothing, nor does a device that is not there: afterwards it says who it was.",
    ),
    t("Drück nach der Partie auf „Selbst prüfen“.", "After the match, press “Check it yourself”."),
  ],
  file: t("Ein Protokoll prüfen", "Check a record"),
  docs: t("Alles ganz genau, für Programme", "The exact recipe, for programs"),
} as const;

/** The rulebook pages. */
export const R = {
  title: t("Regeln", "Rules"),
  of: (game: string) => t(`Regeln ${game}`.trim(), `${game} rules`.trim()),
  contents: t("Inhalt", "Contents"),
  learn: t("Lernen im Spiel", "Learn by playing"),
  whole: t("Als ganze Seite öffnen", "Open as a whole page"),
  forPrograms: t("für Programme", "for programs"),
  missing: t("Zu diesem Spiel gibt es hier keine Regeln.", "There are no rules for this game here."),
} as const;

/** The lessons. */
export const L = {
  title: (game: string) => t(`${game} lernen`.trim(), `Learn ${game}`.trim()),
  teacher: t("Würfel Willi erklärt", "Willy the die explains"),
  you: t("Du", "You"),
  next: t("Weiter", "Next"),
  skip: t("Weiter", "Next"),
  back: t("Einen Schritt zurück", "One step back"),
  again: t("Von vorn", "Start over"),
  yours: t("Du bist dran", "Your turn"),
  play: t("Jetzt spielen", "Play now"),
  rules: t("Zu den Regeln", "To the rules"),
  progress: (now: number, all: number) => t(`Schritt ${now} von ${all}`, `Step ${now} of ${all}`),
  other: t("Gleich! Nimm erst, was golden leuchtet.", "Soon! First take what shines in gold."),
  missing: t("Zu diesem Spiel gibt es noch keine Lektion.", "There is no lesson for this game yet."),
} as const;

/** The replay. */
export const P = {
  title: t("Zug für Zug", "Move by move"),
  eyes: t("Aus wessen Sicht", "Through whose eyes"),
  spectator: t("Zuschauer", "Spectator"),
  share: t("Diese Stelle teilen", "Share this moment"),
  download: t("Protokoll herunterladen", "Download the record"),
  copied: t("Link kopiert", "Link copied"),
  controls: t("Abspielen", "Playback"),
  first: t("Zum Anfang", "To the start"),
  previous: t("Einen Schritt zurück", "One step back"),
  play: t("Abspielen", "Play"),
  pause: t("Anhalten", "Pause"),
  next: t("Einen Schritt weiter", "One step on"),
  last: t("Zum Ende", "To the end"),
  previousMark: t("Zur vorigen Wertung", "To the previous scoring"),
  nextMark: t("Zur nächsten Wertung", "To the next scoring"),
  scrubber: t("Schritt der Partie", "Step of the match"),
  step: (at: number, last: number) => t(`Schritt ${at} von ${last}`, `Step ${at} of ${last}`),
  lines: t("Was geschah", "What happened"),
  beginning: t("Der Tisch ist gedeckt.", "The table is set."),
  nothing: t("Diese Partie hat noch nicht angefangen.", "This match has not begun yet."),
} as const;

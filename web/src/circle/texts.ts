/** What the pages of circles say, in both languages side by side. */

import { settings, t, type Text } from "$lib/settings.svelte";
import type { MemberInfo, Quarter } from "./types";

const WORDS = {
  de: ["null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"],
  en: ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
} as const;
const ORDINALS = {
  de: ["", "ersten", "zweiten", "dritten", "vierten", "fünften", "sechsten", "siebten", "achten", "neunten", "zehnten"],
  en: ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
} as const;
const CAPITAL = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const inWords = (number: number): Text => t(WORDS.de[number] ?? `${number}`, WORDS.en[number] ?? `${number}`);
const timesInWords = (number: number): Text => {
  const en = ["never", "once", "twice"][number] ?? `${inWords(number).en} times`;
  return t(number === 0 ? "nie" : number === 1 ? "einmal" : `${inWords(number).de}mal`, en);
};

export const QUARTERS: Readonly<Record<Quarter, Text>> = {
  spring: t("Frühling", "Spring"),
  summer: t("Sommer", "Summer"),
  autumn: t("Herbst", "Autumn"),
  winter: t("Winter", "Winter"),
};

/** What webhooks are called. */
export const SERVICES: Readonly<Record<string, string>> = {
  discord: "Discord",
  slack: "Slack",
  ntfy: "ntfy",
  matrix: "Matrix",
  json: "Webhook",
};

/** Names in a row: "Ann, Ben und Cy". */
export function listed(names: readonly string[]): string {
  const and = settings.lang === "de" ? " und " : " and ";
  return names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + and + names.at(-1);
}

/** Points with halves as a fraction: "7½". */
export function half(points: number): string {
  const whole = Math.floor(points);
  return points === whole ? `${whole}` : `${whole || ""}½`;
}

export const T = {
  circle: t("Runde", "Circle"),
  newCircle: t("Neue Runde", "New circle"),
  yours: t("Deine Runde", "Your circle"),
  yoursAll: t("Deine Runden", "Your circles"),
  look: t("ansehen", "look"),
  people: (count: number) => t(count === 1 ? "nur du" : `${count} Leute`, count === 1 ? "only you" : `${count} people`),
  since: (month: string) => t(`seit ${month}`, `since ${month}`),
  evenings: (count: number, quarter: Quarter) => {
    const season = QUARTERS[quarter];
    return t(
      `${count === 1 ? "1 Abend" : `${count} Abende`} im ${season.de}`,
      `${count === 1 ? "1 evening" : `${count} evenings`} this ${season.en.toLowerCase()}`,
    );
  },
  invite: t("Einladen", "Invite"),
  enter: t("Abend eintragen", "Enter an evening"),
  manage: t("Verwalten", "Manage"),
  you: t("Du", "You"),
  somebody: t("jemand", "somebody"),

  // The next evening
  rematch: t("Revanche heute Abend?", "Rematch tonight?"),
  shallWe: t("Spielen wir heute Abend?", "Shall we play tonight?"),
  nextEvening: t("Nächster Abend", "Next evening"),
  tonightAt: (time: string) => t(`Heute Abend, ${time}`, `Tonight, ${time}`),
  nth: (count: number, quarter: Quarter) => {
    const season = QUARTERS[quarter];
    return t(
      `zum ${ORDINALS.de[count] ?? `${count}.`} Mal in diesem ${season.de}`,
      `the ${ORDINALS.en[count] ?? `${count}th`} time this ${season.en.toLowerCase()}`,
    );
  },
  comes: (name: string) => t(`${name} kommt`, `${name} is coming`),
  comesNot: (name: string) => t(`${name} kommt nicht`, `${name} is not coming`),
  knowsNot: (name: string) => t(`${name} weiß noch nicht`, `${name} does not know yet`),
  youCome: t("Du kommst", "You are coming"),
  youComeNot: t("Du kommst nicht", "You are not coming"),
  youComeWith: (names: string, count: number) =>
    t(`Du kommst, ${names} auch.`, `You are coming, and so ${count === 1 ? "is" : "are"} ${names}.`),
  comeAndYou: (names: string, count: number) =>
    t(
      `${names} ${count === 1 ? "kommt" : "kommen"}. Und du?`,
      `${names} ${count === 1 ? "is" : "are"} coming. And you?`,
    ),
  andYou: t("Und du?", "And you?"),
  in: t("Bin dabei", "I’m in"),
  notToday: t("Heute nicht", "Not today"),
  notThisTime: t("Diesmal nicht", "Not this time"),
  cancelEvening: t("Abend absagen", "Cancel the evening"),
  when: t("Wann spielt ihr?", "When do you play?"),
  date: t("Tag", "Day"),
  time: t("Uhrzeit", "Time"),
  enterIt: t("Eintragen", "Enter it"),

  // Tables
  toTheTable: t("An den Tisch", "To the table"),
  openOne: (game: string) => t(`${game} aufmachen`, `Open ${game}`),
  tableNote: t("Was ihr hier spielt, zählt für die Runde.", "What you play here counts for the circle."),
  sitDown: t("Hinsetzen", "Sit down"),
  goOn: t("Weiter", "Go on"),
  watch: t("Zuschauen", "Watch"),
  waits: t("wartet auf Mitspieler", "waits for players"),
  notBegun: t("noch nicht begonnen", "not begun yet"),
  isPlayed: t("läuft", "being played"),

  // The season
  until: (day: string) => t(`bis ${day}`, `until ${day}`),
  earlier: t("frühere", "earlier"),
  chooseSeason: t("Saison", "Season"),
  place: t("Platz", "Place"),
  name: t("Name", "Name"),
  matches: t("Partien", "Matches"),
  wins: t("Siege", "Wins"),
  points: t("Punkte", "Points"),
  onePoint: t(
    "Für jeden, den du in einer Partie hinter dir lässt, gibt es einen Punkt; ein geteilter Platz gibt einen halben.",
    "There is one point for everyone you leave behind you in a match; a shared place gives half.",
  ),
  noMatch: t("Noch keine Partie in dieser Saison.", "No match in this season yet."),
  left: t("nicht mehr dabei", "no longer in it"),

  // Duels
  duels: t("Unter vier Augen", "Head to head"),
  otherPairs: t("andere Paare", "other pairs"),
  fewerPairs: t("weniger Paare", "fewer pairs"),
  together: (count: number) =>
    t(
      count === 1 ? "in einer gemeinsamen Partie" : `in ${count} gemeinsamen Partien`,
      count === 1 ? "in one match together" : `in ${count} matches together`,
    ),
  against: t("gegen", "against"),
  duel: (one: MemberInfo, other: MemberInfo, ahead: number, behind: number) => {
    const [a, b] = [timesInWords(ahead), timesInWords(behind)];
    if (one.me)
      return t(
        `${other.name} lag ${b.de} vor dir, du ${a.de} davor.`,
        `${other.name} was ${b.en} ahead of you, you ${a.en} ahead of them.`,
      );
    return t(
      `${one.name} lag ${a.de} vor ${other.name}, umgekehrt ${b.de}.`,
      `${one.name} was ${a.en} ahead of ${other.name}, the other way round ${b.en}.`,
    );
  },

  // Records, luck, evenings
  records: t("Rekorde", "Records"),
  luck: (quarter: Quarter) => t(`Glück im ${QUARTERS[quarter].de}`, `Luck this ${QUARTERS[quarter].en.toLowerCase()}`),
  luckUnit: t("Gewinnchance in %", "chance to win, in %"),
  luckNote: t(
    "Zusammen immer null: Was der eine an Glück hatte, fehlte den anderen.",
    "Always zero together: what luck one had, the others lacked.",
  ),
  others: t("andere am Tisch", "others at the table"),
  reading: (count: number) =>
    t(
      count === 1 ? "Eine Partie sieht der Trainer noch durch." : `${count} Partien sieht der Trainer noch durch.`,
      count === 1 ? "The coach is still reading one match." : `The coach is still reading ${count} matches.`,
    ),
  lastEvenings: t("Letzte Abende", "Last evenings"),
  all: (count: number) => t(`alle ${count}`, `all ${count}`),
  fewer: t("weniger", "fewer"),
  wonWith: (name: string, me: boolean, score: number | null) => {
    const [withDe, withEn] = score === null ? ["", ""] : [` mit ${score}`, ` with ${score}`];
    return me ? t(`Du gewinnst${withDe}`, `You win${withEn}`) : t(`${name} gewinnt${withDe}`, `${name} wins${withEn}`);
  },
  wonTogether: (names: string, score: number | null) =>
    t(
      `${names} gewinnen${score === null ? "" : ` mit ${score}`}`,
      `${names} win${score === null ? "" : ` with ${score}`}`,
    ),
  before: (others: string) => t(`vor ${others}`, `ahead of ${others}`),
  toYou: t("dir", "you"),

  // Ratings
  ratings: t("Wertung", "Ratings"),
  ratingsNote: t(
    "Aus den Plätzen eurer Partien gerechnet, je Spiel; bis zur zehnten Partie vorläufig.",
    "Computed from the places of your matches, game by game; provisional until the tenth match.",
  ),
  provisional: t("vorläufig", "provisional"),

  // Joining, founding
  invites: (host: string) => t(`${host} lädt dich ein`, `${host} invites you`),
  intoCircle: (circle: string, others: string) =>
    t(
      `in die Runde „${circle}“${others ? `, mit ${others}` : ""}.`,
      `to “${circle}”${others ? `, with ${others}` : ""}.`,
    ),
  othersSee: t(
    "Die anderen sehen deinen Namen, deine Farbe und die Partien, die ihr zusammen spielt.",
    "The others see your name, your colour and the matches that you play together.",
  ),
  elseNothing: t(
    "Sonst nichts: nicht deine Spiele mit anderen, nicht, wann du online bist.",
    "Nothing else: not your matches with others, not when you are online.",
  ),
  leaveAnyTime: t("Du kannst jederzeit wieder gehen.", "You can leave again at any time."),
  yourName: t("Wie heißt du?", "What is your name?"),
  nameHint: t("Dein Name", "Your name"),
  joinCircle: t("In die Runde setzen", "Join the circle"),
  onlyMembers: t("Was hier steht, sehen nur die Leute einer Runde.", "Only the people of a circle see what is here."),
  areYouIn: t("Bist du dabei?", "Are you in it?"),
  noAccount: t("Ohne Anmeldung, ohne Mail-Adresse.", "No account, no mail address."),
  nobodyYet: t("Noch ist niemand da", "Nobody here yet"),
  sendLink: t(
    "Schick den Link an alle, mit denen du spielst. Nach der ersten Partie steht hier eure Tabelle.",
    "Send the link to everybody you play with. After the first match your table stands here.",
  ),
  inviteWords: (circle: string) => t(`Komm in unsere Runde „${circle}“.`, `Join our circle “${circle}”.`),
  found: t("Runde gründen", "Found a circle"),
  foundNote: t(
    "Für alle, mit denen du öfter spielst: eine Tabelle, eure Abende, eure Rekorde.",
    "For everybody you often play with: a table, your evenings, your records.",
  ),
  circleName: t("Wie heißt die Runde?", "What is the circle called?"),
  circleNameHint: t("Sonntagsrunde", "Sunday circle"),
  felt: t("Filz", "Felt"),

  // Managing
  countBots: t("Partien mit Bots zählen", "Count matches with bots"),
  rate: t("Wertungszahl führen", "Keep ratings"),
  rateNote: t("Tische der Runde zählen dann, außer mit Tipps.", "Tables of the circle count then, except with hints."),
  save: t("Speichern", "Save"),
  newLink: t("Neuen Link machen", "Make a new link"),
  newLinkNote: t("Der alte gilt dann nicht mehr.", "The old one is no longer valid then."),
  members: t("Wer dabei ist", "Who is in it"),
  runs: t("führt die Runde", "runs the circle"),
  remove: (name: string) => t(`${name} aus der Runde nehmen`, `Remove ${name} from the circle`),
  reallyRemove: (name: string) =>
    t(
      `${name} wirklich herausnehmen? Die alten Zeilen bleiben, der Link zur Runde wird neu.`,
      `Really remove ${name}? Their old lines stay; the link to the circle changes.`,
    ),
  leave: t("Runde verlassen", "Leave the circle"),
  reallyLeave: t(
    "Wirklich gehen? Deine Zeilen bleiben in alten Tabellen stehen.",
    "Really leave? Your lines stay in old tables.",
  ),
  stay: t("Bleiben", "Stay"),
  yesLeave: t("Gehen", "Leave"),
  yesRemove: t("Herausnehmen", "Remove"),
  keep: t("Dabei lassen", "Keep"),

  // Word that is sent elsewhere
  word: t("Bescheid geben", "Send word"),
  wordNote: t(
    "Wenn ein Abend eingetragen wird, eine Partie zu Ende ist oder eine Clubrunde ausgelost wird, steht es auch dort.",
    "When an evening is entered, a match is over or a club round is drawn, it is said there, too.",
  ),
  wordAddress: t("Adresse des Webhooks", "Address of the webhook"),
  wordAdd: t("Ausprobieren", "Try it"),
  wordSecret: t("Die Adresse sieht hier danach niemand mehr.", "Nobody sees the address here afterwards."),
  wordTo: (hosts: string) => t(`Erlaubt: ${hosts}.`, `Allowed: ${hosts}.`),
  wordDead: t(
    "Kommt dort nicht mehr an. Nimm es weg und trag es neu ein.",
    "Does not arrive there any more. Remove it and enter it again.",
  ),
  wordRemove: (service: string) => t(`Nicht mehr an ${service}`, `No longer to ${service}`),

  // Club evenings
  club: t("Clubabend", "Club evening"),
  beginClub: t("Clubabend beginnen", "Begin a club evening"),
  clubOn: t("Clubabend läuft", "The club evening is on"),
  toClub: t("Zum Clubabend", "To the club evening"),
  toClubHint: t("Der Stand und die nächste Runde.", "The standings and the next round."),
  clubNote: t("Mehrere Tische, ausgelost, über mehrere Runden.", "Several tables, drawn by lot, over several rounds."),
  rounds: t("Runden", "Rounds"),
  round: (number: number) => t(`Runde ${number}`, `Round ${number}`),
  roundOf: (number: number, of: number) => t(`Runde ${number} von ${of}`, `Round ${number} of ${of}`),
  table: (number: number) => t(`Tisch ${number}`, `Table ${number}`),
  tablesOf: (count: number, game: string) =>
    t(
      `${CAPITAL(count === 1 ? "ein" : inWords(count).de)} ${count === 1 ? "Tisch" : "Tische"}, ${game}`,
      `${CAPITAL(inWords(count).en)} ${count === 1 ? "table" : "tables"}, ${game}`,
    ),
  doneCount: (count: number) => t(`${count} fertig`, `${count} done`),
  done: t("fertig", "done"),
  playing: t("spielt", "playing"),
  yourTable: (number: number) => t(`Du sitzt an Tisch ${number}`, `You sit at table ${number}`),
  nextRound: t("Nächste Runde", "Next round"),
  firstRound: t("Erste Runde", "First round"),
  game: t("Spiel", "Game"),
  perTable: t("Leute am Tisch", "People per table"),
  goesWith: (game: string, few: number, many: number) =>
    t(`${game} geht zu ${few} bis ${many}`, `${game} is for ${few} to ${many}`),
  willSit: (people: number, sizes: readonly number[], isFirst: boolean) => {
    const count = sizes.length;
    const [de, en] = [
      count === 1 ? "einem Tisch" : `${inWords(count).de} Tischen`,
      `${inWords(count).en} ${count === 1 ? "table" : "tables"}`,
    ];
    const [mixed, apart] = isFirst
      ? ["", ""]
      : [" Wer schon zusammen saß, wird möglichst getrennt.", " Who has sat together sits apart where possible."];
    return t(
      `${people} Leute an ${de}: ${sizes.join(", ")}.${mixed}`,
      `${people} people at ${en}: ${sizes.join(", ")}.${apart}`,
    );
  },
  oddNumber: (people: number) =>
    t(
      `Mit ${people} geht es nicht auf. Jemand macht Pause oder kommt dazu.`,
      `It does not work out with ${people}. Somebody takes a break or joins.`,
    ),
  draw: (number: number) => t(`Runde ${number} auslosen`, `Draw round ${number}`),
  stillPlaying: (tables: readonly number[]) => {
    const numbers = tables.map((at) => `${at + 1}`);
    return t(
      `Tisch ${numbers.length < 2 ? numbers.join("") : `${numbers.slice(0, -1).join(", ")} und ${numbers.at(-1)}`} ${numbers.length === 1 ? "spielt" : "spielen"} noch. Ausgelost wird, wenn alle fertig sind.`,
      `Table ${numbers.length < 2 ? numbers.join("") : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`} ${numbers.length === 1 ? "is" : "are"} still playing. The next round is drawn when all are done.`,
    );
  },
  whoDraws: t("Ausgelost wird von denen, die den Abend führen.", "Those who run the evening draw the next round."),
  people2: t("Leute", "People"),
  tapPause: t("Tippe an, wer Pause macht.", "Tap who takes a break."),
  tapYourself: t("Tippe dich an, wenn du Pause machst.", "Tap yourself if you take a break."),
  pauses: (name: string) => t(`${name} macht Pause`, `${name} takes a break`),
  standing: t("Stand", "Standings"),
  soon: t("Gleich geht es los", "About to begin"),
  joinNow: t("Mitspielen", "Join in"),
  joinLater: t("Später dazukommen", "Join later"),
  joinLaterNote: (round: number) =>
    t(
      `Wer den Code öffnet, sitzt ab Runde ${round} mit am Tisch.`,
      `Whoever opens the code sits at a table from round ${round} on.`,
    ),
  endClub: t("Abend beenden", "End the evening"),
  clubOver: t("Der Abend ist zu Ende", "The evening is over"),
  winner: (names: readonly string[], points: number) => {
    const is = names.length === 1;
    const [all, one] = [half(points), points > 0 && points <= 1];
    return t(
      `${listed(names)} ${is ? "gewinnt" : "gewinnen"} mit ${all} ${one ? "Punkt" : "Punkten"}.`,
      `${listed(names)} ${is ? "wins" : "win"} with ${all} ${one ? "point" : "points"}.`,
    );
  },
  lastClub: (day: string) => t(`Der letzte war am ${day}.`, `The last one was on ${day}.`),
  seeLastClub: t("Sein Stand", "Its standings"),
  screen: t("Für den Beamer", "For the projector"),
} as const;

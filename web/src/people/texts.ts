/** What home and history say to somebody who has played, in both languages side by side. */

import { t, type Text } from "$lib/settings.svelte";
import { counted } from "$lib/texts";

const ordinal = (place: number): string =>
  `${place}${place === 1 ? "st" : place === 2 ? "nd" : place === 3 ? "rd" : "th"}`;
const scored = (score: number, unit: Text): Text => t(`${score} ${unit.de}`, `${score} ${unit.en}`);

export const T = {
  // home
  greeting: (hour: number, name: string): Text => {
    const who = name && `, ${name}`;
    if (hour >= 5 && hour < 11) return t(`Guten Morgen${who}.`, `Good morning${who}.`);
    if (hour >= 11 && hour < 18) return t(`Guten Tag${who}.`, `Good afternoon${who}.`);
    return t(`Guten Abend${who}.`, `Good evening${who}.`);
  },
  waits: (names: Text, several: boolean): Text =>
    t(
      `${names.de} ${several ? "warten" : "wartet"} auf dich.`,
      `${names.en} ${several ? "are" : "is"} waiting for you.`,
    ),
  yourCircle: t("Deine Runde", "Your circle"),
  yourCircleToo: t("deine Runde", "your circle"),
  matchesWait: (number: number): Text =>
    t(
      number === 1 ? "Eine Partie wartet auf dich." : `${number} Partien warten auf dich.`,
      number === 1 ? "A match is waiting for you." : `${number} matches are waiting for you.`,
    ),
  others: (number: number): Text =>
    t(number === 1 ? "noch jemand" : `${number} weitere`, number === 1 ? "one more" : `${number} more`),
  nobodyWaits: t(
    "Gerade wartet niemand auf dich. Zeit für eine kleine Runde?",
    "Nobody is waiting for you. Time for a quick one?",
  ),
  yourTurn: t("Du bist dran", "Your turn"),
  goOn: t("Weiter", "Go on"),
  othersThink: t("Die anderen überlegen", "The others are thinking"),
  notBegun: t("Noch nicht begonnen", "Not begun yet"),
  with: (names: string): Text => t(`mit ${names}`, `with ${names}`),
  alone: t("noch allein", "nobody else yet"),
  since: (when: Text): Text => t(`seit ${when.de}`, `since ${when.en}`),
  sinceMinutes: (minutes: number): Text => t(`seit ${minutes} Min.`, `for ${minutes} min`),
  sinceNow: t("gerade eben", "just now"),
  yesterday: t("gestern", "yesterday"),
  today: t("heute", "today"),
  daysLeft: (days: number): Text => t(`noch ${counted(days, "Tag", "Tage")}`, `${counted(days, "day", "days")} left`),
  hoursLeft: (hours: number): Text => t(`noch ${hours} Std.`, `${hours} h left`),
  minutesLeft: (minutes: number): Text => t(`noch ${minutes} Min.`, `${minutes} min left`),
  finished: t("Gerade zu Ende", "Just finished"),
  all: (number: number): Text => t(`alle ${number}`, `all ${number}`),
  fresh: t("neu", "new"),
  playNow: t("Sofort spielen", "Play now"),
  againstBots: t("Sofort gegen Bots", "Play bots now"),
  friends: t("Tisch mit Freunden", "A table with friends"),
  code: t("Tisch-Code eingeben", "Enter a table code"),
  open: t("Offene Tische", "Open tables"),
  free: (number: number): Text =>
    t(`${counted(number, "Platz", "Plätze")} frei`, `${counted(number, "free seat", "free seats")}`),
  noClock: t("ohne Uhr", "no clock"),
  perMove: (seconds: number): Text =>
    seconds < 60
      ? t(`${seconds} Sek. je Zug`, `${seconds} s per move`)
      : t(`${Math.round(seconds / 60)} Min. je Zug`, `${Math.round(seconds / 60)} min per move`),
  perMatch: (seconds: number): Text =>
    t(`${Math.round(seconds / 60)} Min. je Partie`, `${Math.round(seconds / 60)} min per match`),
  hoursPerMove: (hours: number): Text =>
    hours % 24 === 0
      ? t(`${counted(hours / 24, "Tag", "Tage")} je Zug`, `${counted(hours / 24, "day", "days")} per move`)
      : t(`${hours} Std. je Zug`, `${hours} h per move`),
  rated: t("mit Wertung", "rated"),
  sit: t("Hinsetzen", "Sit down"),
  sitWith: (game: string, names: string, free: number, seats: number, how: Text): Text =>
    t(
      `${game}: zu ${names} setzen. ${free} von ${seats} Plätzen frei, ${how.de}.`,
      `${game}: sit down with ${names}. ${free} of ${seats} seats free, ${how.en}.`,
    ),
  anyGame: t("Alle Spiele", "All games"),
  whichGame: t("Welches Spiel?", "Which game?"),
  moreOpen: t("Weitere zeigen", "Show more"),
  noneOpen: t("Gerade ist kein Tisch offen.", "No table is open right now."),
  allOpen: t("alle", "all"),
  listIt: t("Für alle offen", "Open to everybody"),
  listItMeans: t(
    "Der Tisch steht auf der Startseite, jeder kann sich dazusetzen.",
    "The table is on everybody’s front page, anybody can sit down.",
  ),
  rateIt: t("Mit Wertung", "Rated"),
  rateItMeans: t(
    "Die Plätze zählen für die Wertungszahl von allen am Tisch. Nicht mit Tipps.",
    "The places count for the rating of everybody at the table. Not with hints.",
  ),
  yes: t("ja", "yes"),
  no: t("nein", "no"),
  rules: t("Regeln", "Rules"),
  learn: t("Lernen", "Learn"),

  // results
  won: (score: number, unit: Text): Text => t(`Gewonnen, ${scored(score, unit).de}`, `Won, ${scored(score, unit).en}`),
  shared: (score: number, unit: Text): Text =>
    t(`Geteilter Sieg, ${scored(score, unit).de}`, `Shared win, ${scored(score, unit).en}`),
  placed: (place: number, score: number, unit: Text): Text =>
    t(`${place}. Platz, ${scored(score, unit).de}`, `${ordinal(place)} place, ${scored(score, unit).en}`),
  wonOnTime: t("Gewonnen auf Zeit", "Won on time"),
  lostOnTime: t("Auf Zeit verloren", "Lost on time"),
  winsWith: (name: string, score: number): Text => t(`${name} gewinnt mit ${score}`, `${name} wins with ${score}`),
  before: (names: Text): Text => t(`vor ${names.de}`, `ahead of ${names.en}`),
  stoodIn: t("mit Vertretung", "with a stand-in"),

  // history
  matches: (number: number): Text => t(counted(number, "Partie", "Partien"), counted(number, "match", "matches")),
  matchesSince: (number: number, month: Text): Text =>
    t(
      `${counted(number, "Partie", "Partien")} seit ${month.de}`,
      `${counted(number, "match", "matches")} since ${month.en}`,
    ),
  played: t("Partien", "matches"),
  wins: t("gewonnen", "won"),
  meanPlace: t("Platz im Schnitt", "average place"),
  meanScore: (unit: Text): Text => t(`${unit.de} im Schnitt`, `${unit.en} on average`),
  best: (unit: Text): Text => t(`${unit.de} als Bestes`, `${unit.en} at best`),
  players: (number: number): Text =>
    t(`zu ${["", "", "zweit", "dritt", "viert", "fünft", "sechst"][number] ?? number}`, `${number} players`),
  everybody: t("alle Partien", "all matches"),
  sizes: t("Wie viele am Tisch", "How many at the table"),
  places: t("Wie oft welcher Platz", "How often which place"),
  placeTimes: (place: number, times: number): Text =>
    t(`${place}. Platz: ${times}-mal`, `${ordinal(place)} place: ${times} times`),
  playsLike: (level: Text): Text => t(`Du spielst wie: ${level.de}`, `You play like: ${level.en}`),
  howSo: t("Wie gerechnet?", "How so?"),
  rating: t("Wertung", "Rating"),
  ratingFrom: (matches: number): Text =>
    t(`aus ${counted(matches, "Partie", "Partien")}`, `from ${counted(matches, "match", "matches")}`),
  provisional: t("vorläufig bis zur zehnten Partie", "provisional until the tenth match"),
  ratingSays: t(
    "Nur nach den Plätzen an offenen Tischen mit Wertung; 1000 ist der Anfang. Mit der Note vom Trainer hat sie nichts zu tun.",
    "By nothing but the places at open tables that are rated; everybody begins at 1000. It has nothing to do with the coach’s grade.",
  ),
  howSays: t(
    "Der Trainer vergleicht jede Entscheidung mit der besten. Was du dabei im Schnitt verlierst, legt er neben das, was die Bots verlieren: aus deinen letzten zehn durchgesehenen Partien. Das helle Band zeigt, wie sicher das ist. Partien mit Vertretung zählen nicht. Nur du siehst das.",
    "The coach compares every decision with the best one. What you lose on average is laid beside what the bots lose: over your last ten reviewed matches. The light band shows how sure that is. Matches with a stand-in do not count. Only you see this.",
  ),
  gradeSays: (first: Text, now: Text, low: Text, high: Text): Text =>
    t(
      `${first.de === now.de ? `Seit Anfang: „${now.de}“.` : `Am Anfang „${first.de}“, jetzt „${now.de}“.`} ${low.de === high.de ? "Das ist recht sicher." : `Es kann auch zwischen „${low.de}“ und „${high.de}“ liegen.`}`,
      `${first.en === now.en ? `From the start: “${now.en}”.` : `At first “${first.en}”, now “${now.en}”.`} ${low.en === high.en ? "That is fairly certain." : `It may lie between “${low.en}” and “${high.en}”.`}`,
    ),
  gradeFor: (size: Text): Text => t(`Partien ${size.de}`, `Matches with ${size.en}`),
  noGrade: (missing: number): Text =>
    t(
      missing === 1
        ? "Noch eine durchgesehene Partie, dann gibt es eine Note."
        : `Noch ${missing} durchgesehene Partien, dann gibt es eine Note.`,
      missing === 1
        ? "One more reviewed match, then there is a grade."
        : `${missing} more reviewed matches, then there is a grade.`,
    ),
  luck: t("Glück", "Luck"),
  luckUnit: t("Gewinnchance in % je Partie", "Chance of winning in % per match"),
  luckSays: (isNormal: boolean, isGood: boolean, matches: number): Text =>
    isNormal
      ? t(
          `Fast ausgeglichen. Über ${matches === 1 ? "eine Partie" : `${matches} Partien`} ist so viel ${isGood ? "Glück" : "Pech"} ganz normal.`,
          `Nearly even. Over ${matches === 1 ? "one match" : `${matches} matches`} this much ${isGood ? "good" : "bad"} luck is quite normal.`,
        )
      : t(
          isGood ? "Die Würfel mögen dich gerade." : "Die Würfel schulden dir etwas.",
          isGood ? "The dice like you these days." : "The dice owe you something.",
        ),
  records: t("Rekorde", "Records"),
  bots: t("Gegen Bots", "Against bots"),
  botTimes: (ahead: number, matches: number): Text =>
    t(`${ahead} von ${matches} Mal vorn`, `ahead ${ahead} of ${matches} times`),
  tryNext: (beaten: Text, next: Text): Text =>
    t(`Du hast „${beaten.de}“ geschlagen: Probier „${next.de}“.`, `You beat “${beaten.en}”: try “${next.en}”.`),
  beatsAll: t("Stärker geht es hier nicht.", "There is nobody stronger here."),
  history: t("Verlauf", "History"),
  ofAllGames: t("alle Spiele", "all games"),
  moreMatches: (number: number): Text => t(`${number} weitere zeigen`, `show ${number} more`),
  replay: t("Ansehen", "Replay"),
  review: t("Durchsicht", "Review"),
  take: t("Als Tabelle laden (CSV)", "Download as a table (CSV)"),
  takeJson: t("Als JSON laden", "Download as JSON"),
  soon: t("Hier wird es bald voller", "This will fill up soon"),
  soonSays: t(
    "Nach der ersten Partie siehst du, wie oft du vorn lagst und wie du spielst. Ab fünf Partien gibt es eine Note.",
    "After your first match you see how often you were ahead and how you play. From five matches on there is a grade.",
  ),
  firstMatch: t("Erste Partie spielen", "Play your first match"),
} as const;

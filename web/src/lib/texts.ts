/** What the page says, in both languages side by side. A game's own words are in its folder. */

import { t, type Text } from "./settings.svelte";

/** A number with its noun: 1 card, 2 cards. */
export const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** How much was recomputed: what there was none of is left out. */
export function recomputed(dice: number, cards: number): Text {
  const de = [dice && counted(dice, "Würfel", "Würfel"), cards && counted(cards, "Karte", "Karten")].filter(Boolean);
  const en = [dice && counted(dice, "die", "dice"), cards && counted(cards, "card", "cards")].filter(Boolean);
  return t(de.join(" und "), en.join(" and "));
}

const LEVELS: Record<string, Text> = {
  random: t("planlos", "clueless"),
  greedy: t("gierig", "greedy"),
  beginner: t("Anfänger", "beginner"),
  easy: t("leicht", "easy"),
  medium: t("mittel", "medium"),
  good: t("gut", "good"),
  strong: t("stark", "strong"),
};

export const W = {
  close: t("Schließen", "Close"),
  back: t("Zurück", "Back"),
  lighten: t("Auf hell umschalten", "Switch to light"),
  darken: t("Auf dunkel umschalten", "Switch to dark"),
  you: t("Du", "You"),
  thanYou: t("du", "you"),
  bot: t("Bot", "Bot"),
  guest: t("Gast", "Guest"),
  freeSeat: t("Platz frei", "Free seat"),
  anyone: t("wer mag?", "anyone?"),
  standIn: t("Bot springt ein", "a bot stands in"),
  seatLost: t("Zeit abgelaufen", "out of time"),
  level: (level: string): Text => LEVELS[level] ?? t(level, level),
  unreachable: t(
    "Der Tisch ist gerade nicht zu erreichen. Versuch es gleich noch einmal.",
    "The table cannot be reached right now. Try again in a moment.",
  ),
  nothingHere: t("Hier ist nichts.", "There is nothing here."),
  home: t("Zur Übersicht", "To the front page"),
  oops: t("Da hat etwas nicht geklappt. Lade die Seite neu.", "Something went wrong. Load the page again."),
  reload: t("Neu laden", "Load again"),
  loading: t("Gleich geht’s los …", "Just a moment …"),
  moment: t("Moment …", "One moment …"),
  seat: (seat: number) => t(`Platz ${seat + 1}`, `Seat ${seat + 1}`),

  // home
  profile: t("Profil", "Profile"),
  hello: t("Na, eine Runde?", "Fancy a round?"),
  helloSub: t(
    "Drei Spiele, ein Tisch. Ohne Anmeldung – antippen und würfeln.",
    "Three games, one table. No account – tap and roll.",
  ),
  playNow: t("Sofort spielen", "Play now"),
  against: (bots: number) =>
    t(`gegen ${bots} ${bots === 1 ? "Bot" : "Bots"}`, `against ${bots} ${bots === 1 ? "bot" : "bots"}`),
  botLevel: t("Stärke der Bots", "Level of the bots"),
  withFriends: t("Mit Freunden", "With friends"),
  linkOrQr: t("Link oder QR", "link or QR"),
  learn: t("Lernen", "Learn"),
  rules: t("Regeln", "Rules"),
  players: (fewest: number, most: number) => t(`${fewest}–${most} Spieler`, `${fewest}–${most} players`),
  minutes: (n: number) => t(`${n} Min.`, `${n} min`),
  running: t("Läuft noch", "Still running"),
  yourTurn: t("Du bist dran", "Your turn"),
  thinks: (name: string) => t(`${name} überlegt`, `${name} is thinking`),
  notBegun: t("Noch nicht begonnen", "Not begun yet"),
  over: t("Zu Ende", "Over"),
  closed: t("Geschlossen", "Closed"),
  join: t("An einen Tisch setzen", "Join a table"),
  tableCode: t("Tisch-Code", "Table code"),
  codeHint: t("Tisch-Code oder Link", "Table code or link"),
  joinIn: t("Mitspielen", "Join in"),
  noCode: t("So sieht kein Tisch-Code aus.", "That does not look like a table code."),
  everyRoll: t("Jeder Wurf lässt sich nachrechnen.", "Every roll can be checked."),
  howSo: t("So geht das", "How it works"),
  language: t("Sprache", "Language"),
  settings: t("Einstellungen", "Settings"),
  offline: t(
    "Kein Netz: Der Tisch ist gerade nicht zu erreichen. Ich versuche es weiter.",
    "No connection: the table cannot be reached right now. I keep trying.",
  ),
  credits: t(
    "Die Titel gehören ihren Verlagen; Texte und Zeichnungen sind von uns.",
    "The titles belong to their publishers; words and drawings here are our own.",
  ),

  // lobby
  seats: t("Plätze", "Seats"),
  seatCount: (n: number) => t(counted(n, "Platz", "Plätze"), counted(n, "seat", "seats")),
  otherGame: t("anderes Spiel", "another game"),
  moreSeats: t("Einen Platz mehr", "One more seat"),
  fewerSeats: t("Einen Platz weniger", "One seat less"),
  leastSeats: (n: number) => t(`Dieses Spiel braucht mindestens ${n} Plätze.`, `This game needs at least ${n} seats.`),
  mostSeats: (n: number) => t(`Dieses Spiel hat höchstens ${n} Plätze.`, `This game has at most ${n} seats.`),
  lastSeatTaken: t(
    "Auf dem letzten Platz sitzt noch jemand. Mach ihn erst frei.",
    "Somebody sits on the last seat. Free it first.",
  ),
  thatsYou: t("das bist du", "that’s you"),
  sitsHere: t("sitzt am Tisch", "is at the table"),
  thisDevice: t("dieses Gerät", "this device"),
  changeName: t("Namen ändern", "Change name"),
  changeSeat: (name: string) => t(`Platz von ${name} ändern`, `Change the seat of ${name}`),
  fillSeat: t("Platz besetzen", "Fill this seat"),
  sitHere: t("Hier sitze ich", "I sit here"),
  someoneHere: t("Jemand an diesem Gerät", "Somebody on this device"),
  botHere: t("Ein Bot spielt mit", "A bot joins in"),
  like: (name: string) => t(`wie ${name}`, `like ${name}`),
  aBot: (level: Text) => t(`Bot · ${level.de}`, `Bot · ${level.en}`),
  freeIt: t("Platz freimachen", "Free the seat"),
  name: t("Name", "Name"),
  yourName: t("Wie heißt du?", "What is your name?"),
  sitDown: t("Hinsetzen", "Sit down"),
  takeSeat: t("Setz dich dazu", "Take a seat"),
  justWatch: t("Nur zuschauen", "Just watch"),
  tableFull: t("Alle Plätze sind besetzt. Du kannst zuschauen.", "All seats are taken. You can watch."),
  invite: t("Freunde einladen", "Invite friends"),
  shareLink: t("Link teilen", "Share the link"),
  inviteWords: (game: string) =>
    t(`Lust auf eine Runde ${game}? Hier ist unser Tisch:`, `Fancy a round of ${game}? Here is our table:`),
  copyLink: t("Link kopieren", "Copy the link"),
  copied: t("Kopiert", "Copied"),
  qrAlt: t("QR-Code mit dem Link zu diesem Tisch", "QR code with the link to this table"),
  howWePlay: t("So spielen wir", "How we play"),
  pace: t("Bedenkzeit", "Time to think"),
  noClock: t("ohne", "none"),
  oneMinute: t("1 Min.", "1 min"),
  oneDay: t("1 Tag", "1 day"),
  begins: t("Es beginnt", "Who begins"),
  theLot: t("das Los", "by lot"),
  luckyWords: t("Dein Glücksspruch", "Your lucky words"),
  luckyHint: t("mischt beim Würfeln mit", "they help to decide how the dice fall"),
  luckyExample: t("Dreimal schwarzer Kater", "Come on, lucky seven"),
  sealed: t("Zufall versiegelt", "Chance is sealed"),
  mixing: (waited: readonly string[]) =>
    waited.length
      ? t(
          `Die Würfel werden gemischt. Es fehlt noch: ${waited.join(", ")}.`,
          `The dice are being mixed. Still missing: ${waited.join(", ")}.`,
        )
      : t("Die Würfel werden gemischt.", "The dice are being mixed."),
  addedNothing: (names: readonly string[]) =>
    t(
      `Nicht mitgemischt: ${names.join(", ")} (das Gerät hat sich nicht gemeldet).`,
      `Added nothing to the dice: ${names.join(", ")} (the device did not answer).`,
    ),
  begin: t("Los geht’s", "Let’s go"),
  needsMore: (least: number) =>
    t(`Es fehlt noch jemand: Ab ${least} kann es losgehen.`, `Somebody is missing: ${least} are needed.`),
  staysEmpty: (open: number) =>
    t(
      open === 1 ? "Der freie Platz bleibt leer." : "Die freien Plätze bleiben leer.",
      open === 1 ? "The free seat stays empty." : "The free seats stay empty.",
    ),
  addThisDevice: t(
    "Dann nimm dieses Gerät dazu: auf deinem anderen unter „Geräte & Daten“.",
    "Then add this device: on your other one, under “Devices & data”.",
  ),
  everybodyHere: t("Alle sind da.", "Everybody is here."),
  notHere: (names: string) => t(`Gerade nicht da: ${names}.`, `Not here just now: ${names}.`),

  // the match
  menu: t("Menü", "Menu"),
  keys: t("Tasten", "Keys"),
  keysOfAll: [
    [t("Tab", "Tab"), t("weiter zum nächsten Knopf", "on to the next button")],
    [t("?", "?"), t("diese Liste", "this list")],
  ],
  soundOn: t("Ton einschalten", "Switch sound on"),
  soundOff: t("Ton ausschalten", "Switch sound off"),
  log: t("Was bisher geschah", "What happened so far"),
  nothingYet: t("Noch ist nichts passiert.", "Nothing has happened yet."),
  chat: t("Plaudern", "Chat"),
  sayIt: t("Sagen", "Say it"),
  yourWords: t("Sag etwas in die Runde", "Your words to the table"),
  silence: t("Noch hat niemand etwas gesagt.", "Nobody has said anything yet."),
  connected: t("Verbunden", "Connected"),
  connecting: t("Verbinde …", "Connecting …"),
  broken: t("Verbindung weg, ich versuche es weiter.", "Connection lost, I keep trying."),
  queued: (n: number) =>
    t(
      n === 1 ? "Dein Zug wartet und geht gleich raus." : `${n} Nachrichten warten und gehen gleich raus.`,
      n === 1 ? "Your move is waiting and will be sent." : `${n} messages are waiting and will be sent.`,
    ),
  stuck: (n: number) =>
    t(
      `Der Server kann gerade nicht speichern${n === 0 ? "" : n === 1 ? ", dein Zug wartet" : `, ${n} Nachrichten warten`}.`,
      `The server cannot store right now${n === 0 ? "" : n === 1 ? ", your move waits" : `, ${n} messages wait`}.`,
    ),
  youAreAway: t("Ein Bot spielt gerade für dich.", "A bot is playing for you."),
  imBack: t("Wieder selbst spielen", "Play myself again"),
  handTo: (name: string) => t(`Gib ${name} das Gerät`, `Hand the device to ${name}`),
  passOn: t("Fertig, weitergeben", "Done, pass it on"),
  theirTurn: (name: string) => t(`${name} ist dran`, `${name} is next`),
  iAm: (name: string) => t(`Ich bin ${name}`, `I am ${name}`),
  noPeeking: t("Die Karten sind zugedeckt, bis du tippst.", "The cards are covered until you tap."),
  timeLeft: (name: string, time: string) => t(`${name}: noch ${time}`, `${name}: ${time} left`),
  leave: t("Vom Tisch aufstehen", "Leave the table"),
  leaveHint: t("Ein Bot spielt für dich weiter, bis du zurückkommst.", "A bot plays on for you until you come back."),
  hasLeft: t(
    "Du bist aufgestanden. Ein Bot spielt für dich weiter, bis du zurückkommst.",
    "You have left the table. A bot plays on for you until you come back.",
  ),
  hasClosed: t("Der Tisch ist geschlossen. Das Protokoll bleibt.", "The table is closed. The record is kept."),
  closeTable: t("Tisch schließen", "Close the table"),
  closeHint: t("Dann ist für alle Schluss. Das Protokoll bleibt.", "It ends for everybody. The record is kept."),
  botFor: (name: string) => t(`Bot für ${name}`, `A bot for ${name}`),
  askBot: (name: string) => t(`Soll ein Bot für ${name} weiterspielen?`, `Shall a bot play on for ${name}?`),
  askBotHint: (bot: string, level: Text, name: string) =>
    t(
      `${bot} springt ein, Stärke ${level.de}. ${name} sieht das und ist mit einem Tipp wieder dran.`,
      `${bot} stands in, level ${level.en}. ${name} can see it, and takes over again with one tap.`,
    ),
  waitOn: t("Noch warten", "Wait"),
  botPlaysOn: t("Bot spielt weiter", "The bot plays on"),
  askLeave: t("Aufstehen und gehen?", "Get up and leave?"),
  askLeaveHint: t(
    "Ein Bot spielt deinen Platz weiter. Bis zum Ende kannst du jederzeit zurückkommen.",
    "A bot plays on for you. Until the end you can come back at any time.",
  ),
  staySeated: t("Sitzen bleiben", "Stay"),
  getUp: t("Aufstehen", "Get up"),
  askClose: t("Den Tisch für alle schließen?", "Close the table for all?"),
  askCloseHint: t(
    "Die Partie endet ohne Ergebnis und zählt für niemanden. Das Protokoll bleibt.",
    "The match ends without a result and counts for nobody. The record is kept.",
  ),
  stillPlaying: (names: string, n: number) =>
    t(`${names} ${n === 1 ? "spielt" : "spielen"} noch. `, `${names} ${n === 1 ? "is" : "are"} still playing. `),
  playOn: t("Weiterspielen", "Play on"),
  closeForAll: t("Für alle schließen", "Close for all"),
  playedForYou: (bot: string) => t(`${bot} hat für dich gespielt`, `${bot} played for you`),
  someBot: t("Ein Bot", "A bot"),
  watching: t("Du schaust zu", "You are watching"),
  watchingWith: (names: string) =>
    t(
      `Du schaust zu, mit ${names}. Die am Tisch sehen das.`,
      `You are watching, with ${names}. Those at the table see it.`,
    ),
  watched: (names: string, n: number) =>
    t(`${names} ${n === 1 ? "schaut" : "schauen"} zu`, `${names} ${n === 1 ? "is" : "are"} watching`),
  somebody: t("jemand", "somebody"),
  awayFor: (minutes: number) => {
    const { de, en } = W.span(minutes);
    return t(`weg seit ${de}`, `away for ${en}`);
  },
  isAwayFor: (name: string, minutes: number) => {
    const { de, en } = W.span(minutes);
    return t(`${name} ist seit ${de} weg.`, `${name} has been away for ${en}.`);
  },
  span: (minutes: number) => {
    if (minutes < 60) return t(`${minutes} Min.`, `${minutes} min`);
    const hours = Math.floor(minutes / 60);
    if (hours < 48) return t(`${hours} Std.`, `${hours} h`);
    return t(`${Math.floor(hours / 24)} Tagen`, `${Math.floor(hours / 24)} days`);
  },
  quickWord: t("Kurz was sagen", "A quick word"),
  quickWords: {
    great: t("Stark!", "Great!"),
    ouch: t("Autsch", "Ouch"),
    close: t("Knapp!", "Close!"),
    thanks: t("Danke", "Thanks"),
    wait: t("Moment", "Wait"),
    cheers: t("Prost", "Cheers"),
  },
  reactions: t("Kurze Zurufe", "Quick words"),
  reactionsHint: t(
    "„Stark!“, „Autsch“ und so weiter von anderen am Tisch.",
    "“Great!”, “Ouch” and so on from others at the table.",
  ),
  tableShut: t("Der Tisch ist zu", "The table is closed"),
  countsForNobody: t("Die Partie zählt für niemanden.", "The match counts for nobody."),
  samePeople: t("Neuer Tisch, dieselben Leute", "New table, same people"),
  toNewTable: t("Zum neuen Tisch", "To the new table"),
  closedBy: {
    host: t("Dieser Tisch ist geschlossen.", "This table is closed."),
    idle: t("Der Tisch ist geschlossen: Lange war niemand da.", "The table is closed: nobody came for a long time."),
    forfeit: t(
      "Der Tisch ist geschlossen: Alle anderen haben ihren Platz verloren.",
      "The table is closed: all others have lost their seats.",
    ),
    standstill: t(
      "Der Tisch ist geschlossen: Die Partie kam nicht mehr voran, zuletzt wurde nur noch gepasst.",
      "The table is closed: the match did not go on any more, all that happened was passing.",
    ),
  },

  // the end
  wins: (name: string) => t(`${name} gewinnt!`, `${name} wins!`),
  youWin: t("Du gewinnst!", "You win!"),
  sharedWin: (names: string) => t(`${names} gewinnen gemeinsam!`, `${names} win together!`),
  youShareWin: (names: string) => t(`${names} gewinnt gemeinsam!`, `${names} win together!`),
  and: t("und", "and"),
  ahead: (score: number, unit: Text, by: number, second: string) =>
    t(`${score} ${unit.de} – ${by} mehr als ${second}.`, `${score} ${unit.en} – ${by} more than ${second}.`),
  tied: (score: number, unit: Text, second: string, more: Text) =>
    t(`${score} ${unit.de} wie ${second}, aber ${more.de}.`, `${score} ${unit.en} like ${second}, but ${more.en}.`),
  withScore: (score: number, unit: Text) => t(`${score} ${unit.de}.`, `${score} ${unit.en}.`),
  rematch: t("Revanche", "Rematch"),
  toRematch: t("Zur Revanche", "To the rematch"),
  wantsRematch: (name: string) => t(`${name} möchte Revanche`, `${name} wants a rematch`),
  youWantRematch: t("Du möchtest Revanche", "You want a rematch"),
  isIn: t("dabei", "in"),
  andYou: t("und du?", "and you?"),
  botAlways: t("Bot, immer", "a bot, always"),
  imIn: t("Dabei", "I’m in"),
  notToday: t("Heute nicht", "Not today"),
  rematchSoon: t(
    "Los geht es, sobald alle geantwortet haben, spätestens nach einer Minute.",
    "It begins when all have answered, after a minute at the latest.",
  ),
  stepByStep: t("Zug für Zug", "Move by move"),
  luckOrSkill: t("Glück oder Können?", "Luck or skill?"),
  reviewHint: t("Willi sieht die Partie mit dir durch.", "Willy looks through the match with you."),
  toCircle: t("Zur Runde", "To the circle"),
  toCircleHint: t("Tabelle, Abende und die nächste Partie.", "The table, your evenings and the next match."),
  shareResult: t("Ergebnis teilen", "Share the result"),
  resultWords: (game: string, winners: Text) =>
    t(`${game}: ${winners.de} So lief die Partie:`, `${game}: ${winners.en} This is how the match went:`),
  replayWords: (game: string) => t(`Schau mal, unsere Partie ${game}:`, `Look at our match of ${game}:`),
  showBoard: t("Tisch ansehen", "Look at the table"),
  showResult: t("Zum Ergebnis", "To the result"),
  downloadRecord: t("Protokoll laden", "Download the record"),
  fair: t("Ehrlich gewürfelt?", "Honest dice?"),
  fairHint: t(
    "Der Umschlag mit dem Zufall war vor dem Spiel versiegelt. Jetzt ist er offen: Rechne selbst nach.",
    "The envelope with the chance was sealed before the match. Now it is open: check it yourself.",
  ),
  isFair: t("Ehrlich gewürfelt", "Honest dice"),
  fairFound: (dice: number, cards: number) =>
    t(
      `${recomputed(dice, cards).de} hat dein Gerät nachgerechnet. Der Umschlag war vor dem Spiel versiegelt.`,
      `Your device has recomputed ${recomputed(dice, cards).en}. The envelope was sealed before the match.`,
    ),
  unfair: t("Etwas passt nicht zusammen", "Something does not fit"),
  unfairHint: t(
    "Das Protokoll dieser Partie passt nicht zu seinem Siegel. Sieh dir an, was nicht stimmt.",
    "The record of this match does not fit its seal. Look at what is wrong.",
  ),
  checkYourself: t("Selbst prüfen", "Check it yourself"),
  yourSeal: t("Siegel", "Seal"),

  // settings
  look: t("Aussehen", "Look"),
  auto: t("wie das Gerät", "like the device"),
  light: t("hell", "light"),
  dark: t("dunkel", "dark"),
  sound: t("Ton", "Sound"),
  on: t("an", "on"),
  off: t("aus", "off"),
  motion: t("Bewegung", "Motion"),
  motionHint: t("Würfel und Karten bewegen sich.", "Dice and cards move."),
  quick: t("Zügig spielen", "Play quickly"),
  quickHint: t("Die Züge der anderen ziehen schnell vorbei.", "The others’ moves pass by quickly."),
  bigText: t("Große Schrift", "Big text"),
  plainNames: t("Neutrale Spielnamen", "Neutral names"),
  plainHint: t("ohne die Titel der Verlage", "without the publishers’ titles"),
  me: t("Ich", "Me"),
  favourite: t("Lieblingsfarbe", "Favourite colour"),
  save: t("Speichern", "Save"),
  saved: t("Gespeichert", "Saved"),
  restoring: t("Ich schaue nach, wer du bist …", "Looking up who you are …"),
  linkAsks: (now: string, owner: string) =>
    t(`Du bist hier ${now}. Dieser Link gehört ${owner}.`, `Here you are ${now}. This link belongs to ${owner}.`),
  linkWarns: (now: string, owner: string) =>
    t(
      `Machst du weiter, spielst du auf diesem Gerät als ${owner}. Zu ${now} kommst du dann nur mit einem eigenen Link zurück.`,
      `If you go on, you play as ${owner} on this device. Then only a link of your own leads back to ${now}.`,
    ),
  linkFor: (name: string) => t(`Link für ${name} erstellen`, `Make a link for ${name}`),
  stayMe: (name: string) => t(`${name} bleiben`, `Stay ${name}`),
  goOnAs: (name: string) => t(`Als ${name} weiter`, `Go on as ${name}`),
  devices: t("Geräte", "Devices"),
  deviceKinds: {
    phone: t("Handy", "Phone"),
    tablet: t("Tablet", "Tablet"),
    computer: t("Computer", "Computer"),
    old: t("Geräte von früher", "Devices from before"),
  },
  isHere: t("hier", "here"),
  lastSeen: (when: string) => t(`zuletzt ${when}`, `last used ${when}`),
  signOut: t("Abmelden", "Sign out"),
  signOutOf: (device: string) => t(`${device} abmelden`, `Sign out ${device}`),
  welcomeBack: (name: string) => t(`Willkommen zurück, ${name}.`, `Welcome back, ${name}.`),
  colourNames: {
    red: t("Tomate", "tomato"),
    blue: t("Kobalt", "cobalt"),
    white: t("Elfenbein", "ivory"),
    black: t("Kohle", "coal"),
    green: t("Minze", "mint"),
    lilac: t("Flieder", "lilac"),
  },
} as const;

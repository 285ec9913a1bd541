/** What the profile says, in both languages side by side. */

import { t } from "$lib/settings.svelte";

export const P = {
  profile: t("Profil", "Profile"),
  tabs: { games: t("Meine Spiele", "My games"), devices: t("Geräte & Daten", "Devices & data") },
  changeMe: t("Name und Farbe ändern", "Change name and colour"),
  nobody: t(
    "Auf diesem Gerät hast du noch keinen Namen. Er kommt mit deiner ersten Partie.",
    "You have no name on this device yet. It comes with your first match.",
  ),
  hasOne: t("Hast du schon einen?", "Do you have one already?"),

  // passkeys
  secure: t("Name sichern", "Secure your name"),
  secureHint: (name: string) =>
    t(
      `Mit einem Passkey gehört „${name}“ sicher dir, auch wenn dieses Gerät verloren geht. Fingerabdruck oder Gesicht genügt, kein Passwort.`,
      `With a passkey, “${name}” is safely yours, even if this device is lost. A fingerprint or your face is enough, no password.`,
    ),
  secured: t("Name gesichert", "Name secured"),
  securedHint: (name: string) =>
    t(
      `„${name}“ gehört dir: Auf einem neuen Gerät genügt dein Passkey. Kennst du einen hier nicht, dann entferne ihn.`,
      `“${name}” is yours: on a new device your passkey is enough. If there is one that you do not know, remove it.`,
    ),
  made: (when: string) => t(`angelegt ${when}`, `made ${when}`),
  passkey: t("Passkey", "Passkey"),
  remove: t("Entfernen", "Remove"),
  unsecure: t("Passkey entfernen", "Remove the passkey"),
  notSecured: t(
    "Nicht gesichert. Du kannst es jederzeit nachholen.",
    "Not secured. You can make up for it at any time.",
  ),
  havePasskey: t("Ich habe einen Passkey", "I have a passkey"),
  signIn: t("Mit Passkey anmelden", "Sign in by passkey"),
  signInWarns: (name: string) =>
    t(
      `Dann bist du auf diesem Gerät nicht mehr ${name}, sondern wem der Passkey gehört.`,
      `Then you are no longer ${name} on this device, but whoever the passkey belongs to.`,
    ),
  notSignedIn: t("Nicht angemeldet. Es hat sich nichts geändert.", "Not signed in. Nothing has changed."),

  // the calendar
  calendar: t("Kalender", "Calendar"),
  calendarHint: t("deine Fristen, zum Abonnieren", "your deadlines, to subscribe to"),
  link: t("Link kopieren", "Copy the link"),
  newLink: t("Neuer Link", "New link"),

  // devices
  thisDevice: {
    phone: t("Dieses Handy", "This phone"),
    tablet: t("Dieses Tablet", "This tablet"),
    computer: t("Dieser Computer", "This computer"),
    old: t("Geräte von früher", "Devices from before"),
  },
  addDevice: t("Gerät dazunehmen", "Add a device"),
  scanIt: t("Mit dem anderen Gerät scannen", "Scan it with the other device"),
  qrAlt: t("QR-Code, der das andere Gerät zu deinem macht", "QR code that makes the other device yours"),
  worksOnce: t("Der Code gilt einmal.", "The code works once."),
  thenExpires: t("dann verfällt er", "then it expires"),
  timeLeft: (time: string) => t(`noch ${time}`, `${time} left`),
  showOnlyYours: (name: string) =>
    t(
      `Zeig ihn nur Geräten, die dir gehören: Wer ihn scannt, spielt als ${name}.`,
      `Show it only to devices that are yours: whoever scans it plays as ${name}.`,
    ),
  expired: t("Abgelaufen.", "Expired."),
  newCode: t("Neuen Code machen", "Make a new code"),
  isItYours: (device: string) => t(`${device}: Ist das deins?`, `${device}: is it yours?`),
  confirmHint: (name: string) =>
    t(`Es hat den Code gescannt und spielt dann als ${name}.`, `It has scanned the code and would play as ${name}.`),
  notMine: t("Nein", "No"),
  isMine: t("Ja, dazunehmen", "Yes, add it"),
  added: t("Dazugenommen.", "Added."),
  sentAway: t("Abgewiesen. Der Code gilt nicht mehr.", "Turned away. The code is worth nothing any more."),

  // on the new device
  waitForOther: (name: string) =>
    t(`Jetzt noch auf dem anderen Gerät von ${name} bestätigen.`, `Now confirm it on ${name}’s other device.`),

  signedOut: t(
    "Abgemeldet. Auch ein Link für den Notfall von vorher gilt nicht mehr.",
    "Signed out. A recovery link from before does not work any more, either.",
  ),

  // the recovery link
  recovery: t("Link für den Notfall", "Recovery link"),
  recoveryHint: t(
    "Falls kein Gerät mehr da ist: Heb ihn gut auf, wo nur du ihn findest. Er gilt einmal, ein neuer ersetzt den alten.",
    "If all your devices are gone: keep it where only you find it. It works once, and a new one replaces the old one.",
  ),
  makeLink: t("Link erstellen", "Make a link"),
  renewLink: t("Link erneuern", "Renew the link"),

  // what others see
  seen: t("Was andere sehen", "What others see"),
  seenAtTable: t("Am Tisch: Name, Farbe, ob du da bist.", "At a table: name, colour, whether you are here."),
  seenInCircle: t(
    "In deiner Runde: eure Partien mit Ergebnis und Glück, und ob du zum Abend kommst.",
    "In your circle: its matches with result and luck, and whether you come to an evening.",
  ),
  seenByAll: t(
    "Auf diesem Server: Tische, die du für alle öffnest.",
    "On this server: tables that you open to everybody.",
  ),
  seenByMe: t("Note, Verlauf und Geräte siehst nur du.", "Only you see your grade, your history and your devices."),

  // all that is mine
  data: t("Deine Daten", "Your data"),
  takeAll: t("Alles mitnehmen", "Take everything along"),
  takeAllHint: t("alle Protokolle und dein Profil", "all records and your profile"),
  download: t("Laden", "Download"),
  eraseName: (name: string) => t(`${name} löschen`, `Erase ${name}`),
  eraseWhat: t("Name, Geräte und Statistik", "name, devices and statistics"),
  erase: t("Löschen", "Erase"),
  reallyErase: (name: string) => t(`${name} wirklich löschen?`, `Really erase ${name}?`),
  eraseMeans: t(
    "Name, Geräte, Note und Verlauf sind dann weg, sofort und für immer. In den Partien der anderen steht „jemand“ an deiner Stelle.",
    "Name, devices, grade and history are gone then, at once and for good. In the matches of others, “somebody” sits in your place.",
  ),
  stillRunning: (n: number) =>
    n === 1
      ? t("Eine Partie läuft noch: Dort spielt ein Bot weiter.", "One match is still running: a bot plays on there.")
      : t(
          `${n} Partien laufen noch: Dort spielt ein Bot weiter.`,
          `${n} matches are still running: bots play on there.`,
        ),
  eraseForGood: t("Für immer löschen", "Erase for good"),
  keep: t("Behalten", "Keep"),
  erased: t("Gelöscht. Von dir ist hier nichts mehr.", "Erased. Nothing of you is left here."),
} as const;

/** What is said about nudges, in both languages side by side. */

import { t } from "./settings.svelte";

export const N = {
  ask: t("Soll ich dich anstupsen?", "Shall I nudge you?"),
  askHint: t(
    "Bis du wieder dran bist, kann es dauern. Dann schicke ich dir eine Nachricht, sonst nie. Nachts bleibt es still.",
    "It may take a while until it is your turn again. Then I send you a message, and never otherwise. At night it stays quiet.",
  ),
  no: t("Nein danke", "No thanks"),
  yes: t("Ja, stups mich an", "Yes, nudge me"),
  installFirst: t("Erst auf den Startbildschirm", "First to the home screen"),
  installHint: t(
    "Auf dem iPhone darf Pasch dich nur anstupsen, wenn es dort liegt.",
    "On an iPhone, Pasch may nudge you only when it lies there.",
  ),
  installSteps: [
    t("Tipp unten auf Teilen", "Tap Share at the bottom"),
    t("„Zum Home-Bildschirm“", "“Add to Home Screen”"),
    t("Pasch von dort öffnen", "Open Pasch from there"),
  ],
  later: t("Später", "Later"),
  title: t("Anstupsen", "Nudges"),
  turn: t("Wenn ich dran bin", "When it is my turn"),
  turnHint: t("nur bei Partien mit 1 Tag Bedenkzeit", "only in matches with 1 day to think"),
  circle: t("Wenn meine Runde einlädt", "When my circle invites"),
  circleHint: t("sobald jemand einen Abend einträgt", "as soon as somebody enters an evening"),
  quiet: t("Ruhezeit", "Quiet hours"),
  quietHint: t("dann bleibt alles still", "then all stays quiet"),
  quietFrom: t("Ruhe von", "Quiet from"),
  quietTo: t("Ruhe bis", "Quiet until"),
  until: t("bis", "to"),
  not: {
    ready: t("Dieser Server verschickt keine Nachrichten.", "This server sends no messages."),
    install: t(
      "Leg Pasch erst auf den Startbildschirm: Teilen, „Zum Home-Bildschirm“, von dort öffnen.",
      "Put Pasch on the home screen first: Share, “Add to Home Screen”, open it from there.",
    ),
    blocked: t(
      "Dein Browser blockiert Nachrichten von dieser Seite. Tipp auf das Zeichen links neben der Adresse und erlaube „Benachrichtigungen“.",
      "Your browser blocks messages from this page. Tap the sign left of the address and allow “Notifications”.",
    ),
    insecure: t(
      "Hier geht das nicht: Browser erlauben es nur Seiten mit https. Im Heimnetz ohne https schau einfach selbst vorbei.",
      "Not possible here: browsers allow it only for pages with https. In a home network without it, just look in yourself.",
    ),
    none: t("Dieser Browser kann das nicht.", "This browser cannot do that."),
  },
  poke: t("Anstupsen", "Nudge"),
  poked: (name: string) => t(`Angestupst, falls ${name} das möchte.`, `Nudged, if ${name} wants that.`),
} as const;

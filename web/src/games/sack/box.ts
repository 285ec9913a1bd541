/** The box of Blöder Sack, as the home page and the lobby show it. */

import "./felt.css";
import { t } from "$lib/settings.svelte";
import type { Box } from "../game";
import Art from "./Art.svelte";
import Sign from "./Sign.svelte";
import { PLAIN_TITLE, SEATS, TITLE } from "./types";

const box: Box = {
  title: TITLE,
  plainTitle: PLAIN_TITLE,
  seats: SEATS,
  pitch: t("Schnapp dir die Säcke – der letzte Würfel entscheidet.", "Grab the sacks – the last die decides."),
  minutes: 20,
  flavour: t("Würfel & Nerven", "Dice & nerve"),
  credit: "Blöder Sack: Ralf zur Linde, Kosmos 2014",
  bots: SEATS[1] - 1,
  unit: (score) => t(score === 1 ? "Sack" : "Säcke", score === 1 ? "sack" : "sacks"),
  records: { sacks: t("Meiste Säcke", "Most sacks") },
  Art,
  Sign,
};

export default box;

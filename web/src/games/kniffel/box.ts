/** The box of Karten-Kniffel. */

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
  pitch: t("Tauschen oder eintragen? Gierig sein kostet Punkte.", "Swap or score? Greed costs points."),
  // not of the rules: 30 (minutes)
  minutes: 30,
  flavour: t("Karten & Stift", "Cards & pencil"),
  credit: "Karten-Kniffel: Michael Feldkötter, Schmidt Spiele 2014",
  bots: 2,
  unit: (score) => t(Math.abs(score) === 1 ? "Punkt" : "Punkte", Math.abs(score) === 1 ? "point" : "points"),
  records: { total: t("Höchstes Blatt", "Highest sheet") },
  Art,
  Sign,
};

export default box;

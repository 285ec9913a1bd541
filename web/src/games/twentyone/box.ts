/** The box of twenty one. */

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
  pitch: t(
    "Ein Wurf für alle – und jeder sucht seinen genauen Treffer.",
    "One roll for all – and everyone hunts for the exact hit.",
  ),
  // not of the rules: 3, 15 (minutes, bots to begin with)
  minutes: 15,
  flavour: t("alle zugleich", "all at once"),
  credit: "twenty one: Steffen Benndorf, Reinhard Staupe, NSV 2017",
  bots: 3,
  unit: (score) => t(score === 1 ? "Punkt" : "Punkte", score === 1 ? "point" : "points"),
  records: {
    sheet: t("Höchstes Blatt", "Highest sheet"),
    all_hits: t("Sechs Treffer in einer Reihe", "Six hits in a row"),
  },
  Art,
  Sign,
};

export default box;

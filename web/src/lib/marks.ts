/** What is shown of a decision that is looked back on: what mistakes are called, by their size, and rings on the board. */

import type { MarkName } from "./protocol";
import { t, type Text } from "./settings.svelte";

export const MARKS: Readonly<Record<MarkName, Text>> = {
  inaccuracy: t("ungenau", "inaccuracy"),
  mistake: t("Fehler", "mistake"),
  blunder: t("Patzer", "blunder"),
};

/** What a ring lies around: what was played, and what would have been better. */
export type Ring = "played" | "better";
export const RINGS: Readonly<Record<Ring, Text>> = {
  played: t("gespielt", "played"),
  better: t("besser", "better"),
};

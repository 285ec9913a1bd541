/** Karten-Kniffel in the browser. */

import type { GameModule } from "../game";
import box from "./box";
import Board from "./Board.svelte";
import Breakdown from "./Breakdown.svelte";
import { drawn } from "./drawn";
import { progress } from "./progress";
import type { View } from "./types";
import { KEYS } from "./texts";

/** Something was scored in the very event that led here: the news of a turn that drew nothing stays a while. */
const isNew = (before: View | null, after: View) =>
  after.news !== null && JSON.stringify(before?.news) !== JSON.stringify(after.news);

const kniffel: GameModule<View> = {
  Board,
  Breakdown,
  unit: box.unit,
  progress,
  isScoring: (view) => view.news !== null,
  linger(before, after) {
    if (!before) return 0;
    if (isNew(before, after)) return 1200;
    if (before.phase === "deal") return 600;
    return before.phase === "draw" ? 450 : 700;
  },
  sound: (before, after) => (!before ? null : isNew(before, after) ? "pencil" : "card"),
  drawn,
  keys: KEYS,
  covers: true,
};

export default kniffel;

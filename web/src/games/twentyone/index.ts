/** twenty one for the page: its board, its breakdown, and how its scenes are shown. */

import type { GameModule } from "../game";
import box from "./box";
import Board from "./Board.svelte";
import Breakdown from "./Breakdown.svelte";
import { drawn } from "./drawn";
import { rolled, rowAt } from "./marks";
import type { View } from "./types";
import { KEYS, W } from "./texts";

const ROLL = 900;
const ROUND = 1200;
const CHOICE = 150;
const OTHER = 400;

const isRoll = (before: View | null, after: View) => rolled(before, after).includes(true);

const twentyone: GameModule<View> = {
  Board,
  Breakdown,
  unit: box.unit,
  progress: (view, seat) => W.rowOf(rowAt(view, seat)),
  isScoring: (view) => view.news.some((marked) => !marked.after.includes(null)),
  linger: (before, after) => {
    if (after.news.length > 0) return ROUND;
    if (isRoll(before, after)) return ROLL;
    return after.phase === "mark" && before?.phase === "mark" ? CHOICE : OTHER;
  },
  sound: (before, after) => {
    if (after.news.length > 0) return after.news.some((marked) => !marked.after.includes(null)) ? "score" : "pencil";
    return isRoll(before, after) ? "roll" : null;
  },
  drawn,
  keys: KEYS,
  covers: false,
};

export default twentyone;

/** Blöder Sack in the browser. */

import type { GameModule } from "../game";
import box from "./box";
import Board from "./Board.svelte";
import Breakdown from "./Breakdown.svelte";
import MoveSign from "./MoveSign.svelte";
import Named from "./Named.svelte";
import { linger, sound } from "./pace";
import { parts } from "./scene";
import type { View } from "./types";
import { KEYS, W } from "./texts";

const game: GameModule<View> = {
  Board,
  Breakdown,
  unit: box.unit,
  tie: W.moreCards,
  progress: (view) => {
    if (view.phase === "over") return W.over;
    return view.last_round ? W.lastRound : W.ending;
  },
  parts,
  isScoring: (view) => view.news.length > 0,
  linger,
  sound,
  MoveSign,
  drawn: { find: /[„“]([^“”]+)[“”]/, Sign: Named },
  keys: KEYS,
  covers: false,
};

export default game;

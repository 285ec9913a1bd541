/** The context of the board, with the types of twenty one. */

import { boardContext } from "../game";
import type { Effect, Move, View } from "./types";

export const context = boardContext<View, Move, Effect>;

/** A decision that is looked back on: where the die that was played lies, and where the better one would. */

import type { Ring } from "$lib/marks";
import type { LookedBack } from "../game";
import type { Move, View } from "./types";

type Marked = Pick<LookedBack<View, Move>, "played" | "best"> | null | undefined;

/** The boards that it is about; none where there is nothing to compare. */
export function boardsIn(marked: Marked, view: View): readonly number[] {
  if (!marked || view.news.length) return [];
  const [played, best] = [marked.played.move, marked.best.move];
  if (JSON.stringify(played) === JSON.stringify(best)) return [];
  return [played.board, best.board].filter((board) => board !== null);
}

/** The ring around a field, in how it stood right after the move. */
export function ringAt(marked: Marked, view: View, board: number, field: number): Ring | null {
  if (!marked || !boardsIn(marked, view).length) return null;
  const [played, best] = [marked.played.move, marked.best.move];
  const lying = view.boards[board - 1]?.length ?? 0;
  const isHere = (move: Move, free: number) =>
    move.board === board && (move.type === "replace" ? move.field : move.type === "place" ? free : 0) === field;
  if (isHere(played, lying)) return "played";
  return isHere(best, lying + 1) ? "better" : null;
}

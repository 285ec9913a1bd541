/** A decision that is looked back on: the fields that were marked, and those that should have been. */

import type { Ring } from "$lib/marks";
import type { Hints } from "../../table/hints.svelte";
import type { LookedBack } from "../game";
import { STRUCK, type Colour, type Move, type View } from "./types";

type Marked = LookedBack<View, Move> | null | undefined;
const enters = (move: Move, colour: Colour): boolean => move.type === "mark" && move.colours.includes(colour);

/** The letters of the moves that the coach shows and that enter a colour; no colour: that strike a field. */
export const lettersAt = (hints: Hints | null | undefined, colour: Colour | null): string =>
  hints?.letters<Move>((move) => (colour ? enters(move, colour) : move.type === "mark" && !move.colours.length)) ?? "";

/** Keep or roll again: what was chosen, where the other was better. No place on the board tells them apart. */
export function kept(marked: Marked): { readonly again: boolean; readonly rerolls: number } | null {
  if (!marked || marked.played.move.type === "mark" || marked.played.move.type === marked.best.move.type) return null;
  const { dice, locked } = marked.before;
  return { again: marked.played.move.type === "reroll", rerolls: dice.length - locked.length };
}

/**
 * The ring around a field of a seat's sheet, as it stands now. Fields that both moves enter have none; one that was
 * struck was played, though the better move may enter it.
 */
export function ringAt(
  marked: Marked,
  { pages }: View,
  [seat, row, place, colour]: readonly [seat: number, row: number, place: number, colour: Colour],
): Ring | null {
  const was = marked?.before.pages[seat];
  if (!marked || marked.seat !== seat || was?.at !== row) return null;
  const [played, best] = [marked.played.move, marked.best.move];
  if (JSON.stringify(played) === JSON.stringify(best) || was.rows[row]?.[place] !== null) return null;
  const isStruck = pages[seat]?.rows[row]?.[place] === STRUCK;
  if (isStruck && played.type === "mark") return "played";
  const isPlayed = enters(played, colour);
  if (isPlayed === enters(best, colour)) return null;
  return isPlayed ? "played" : "better";
}

/** A decision that is looked back on: the fields that were marked, and those that should have been. */

import type { Ring } from "$lib/marks";
import type { LookedBack } from "../game";
import { STRUCK, type Colour, type Move, type View } from "./types";

const enters = (move: Move, colour: Colour): boolean => move.type === "mark" && move.colours.includes(colour);

/** The ring around a field of a seat's sheet, as it stands now: fields that both moves enter have none. */
export function ringAt(
  marked: LookedBack<View, Move> | null | undefined,
  { pages }: View,
  [seat, row, place, colour]: readonly [seat: number, row: number, place: number, colour: Colour],
): Ring | null {
  const was = marked?.before.pages[seat];
  if (!marked || marked.seat !== seat || was?.at !== row) return null;
  const [played, best] = [marked.played.move, marked.best.move];
  if (JSON.stringify(played) === JSON.stringify(best) || was.rows[row]?.[place] !== null) return null;
  const isStruck = pages[seat]?.rows[row]?.[place] === STRUCK;
  const isPlayed = played.type === "mark" && (isStruck || enters(played, colour));
  if (isPlayed === enters(best, colour)) return null;
  return isPlayed ? "played" : "better";
}

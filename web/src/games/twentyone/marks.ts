/** What is chosen and what can be chosen, read off the moves; and what changed between two views. */

import { COLOURS, NUMBERS, SHEETS, type Colour, type Mark, type Move, type RowScore, type View } from "./types";

/** A field as it is printed. */
export interface Printed {
  readonly colour: Colour;
  readonly most: number;
}

/** The six fields of a row of a sheet, from left to right. */
export function printed(sheet: string, row: number): readonly Printed[] {
  const colours = SHEETS[sheet]?.[row] ?? [];
  return colours.map((colour, field) => ({ colour, most: NUMBERS[row]![field]! }));
}

/** What the die of a colour shows; null while nothing lies there. */
export function shows(dice: readonly number[], colour: Colour): number | null {
  return dice[COLOURS.indexOf(colour)] ?? null;
}

export const points = (score: RowScore): number => score.numbers + score.bonus;

const isMark = (move: Move): move is Mark => move.type === "mark";
const inOrder = (colours: Iterable<Colour>): Colour[] => {
  const wanted = new Set(colours);
  return COLOURS.filter((colour) => wanted.has(colour));
};

/** The colours that occur in some move together with all that are chosen: the fields to light. */
export function lit(moves: readonly Move[], chosen: readonly Colour[]): readonly Colour[] {
  const together = moves.filter(isMark).filter((move) => chosen.every((colour) => move.colours.includes(colour)));
  return inOrder(together.flatMap((move) => move.colours));
}

/** Put a colour in, or take it out again; always in the order of the dice. */
export function toggled(chosen: readonly Colour[], colour: Colour): readonly Colour[] {
  return inOrder(chosen.includes(colour) ? chosen.filter((other) => other !== colour) : [...chosen, colour]);
}

/** Where the move that enters exactly these colours stands; −1: there is none. No colours: the strike. */
export function markAt(moves: readonly Move[], colours: readonly Colour[]): number {
  const wanted = inOrder(colours).join();
  return moves.findIndex((move) => isMark(move) && inOrder(move.colours).join() === wanted);
}

/** Where the first move of a type stands; −1: there is none. */
export function moveAt(moves: readonly Move[], type: Move["type"]): number {
  return moves.findIndex((move) => move.type === type);
}

/** The move to ask about when a field that is not lit is tapped: alone, or with the chosen ones if alone it is possible. */
export function asked(moves: readonly Move[], chosen: readonly Colour[], colour: Colour): Mark {
  const alone = markAt(moves, [colour]) < 0;
  return { type: "mark", colours: alone ? [colour] : inOrder([...chosen, colour]) };
}

/** The row that a seat works on, from 1; for somebody who only watches, that of whoever is furthest. */
export function rowAt(view: View, seat: number | null): number {
  const page = seat === null ? undefined : view.pages[seat];
  const at = page ? page.at : Math.max(...view.pages.map((each) => each.at));
  return Math.min(NUMBERS.length, at + 1);
}

/** Whether a seat is to enter something now and has not yet. */
export function isDue(view: View, seat: number | null): boolean {
  return seat !== null && view.phase === "mark" && view.waiting.includes(seat);
}

/** What somebody at the table is doing: it shows beside the name. */
export type Doing = "done" | "thinks" | "rolls" | null;

export function doing(view: View, seat: number): Doing {
  if (view.phase === "mark") return view.waiting.includes(seat) ? "thinks" : "done";
  if (seat !== view.active || view.phase === "over") return null;
  return view.phase === "keep" ? "thinks" : "rolls";
}

/** The fields that a seat filled in the round that has just ended, and whether that filled the row. */
export interface Fresh {
  readonly row: number;
  readonly fields: readonly boolean[];
  readonly full: boolean;
}

export function fresh(view: View, seat: number): Fresh | null {
  const marked = view.news.find((entry) => entry.seat === seat);
  if (!marked) return null;
  return {
    row: marked.row,
    fields: marked.after.map((value, field) => value !== null && marked.before[field] === null),
    full: !marked.after.includes(null),
  };
}

/** Whether a seat has just filled a row in which every field is a hit. */
export function isPerfect(view: View, seat: number): boolean {
  return view.news.some((marked) => marked.seat === seat && marked.score.hits === marked.after.length);
}

/** What the round brought a seat; null when the view before is not the one in which all chose. */
export function gained(before: View | null, after: View, seat: number): number | null {
  if (before?.phase !== "mark" || !after.news.some((entry) => entry.seat === seat)) return null;
  return after.totals[seat]! - before.totals[seat]!;
}

/** Which dice have been rolled on the way from one view to the next, in the order of `COLOURS`. */
export function rolled(before: View | null, after: View): readonly boolean[] {
  const still = COLOURS.map(() => false);
  if (!before || after.dice.length === 0) return still;
  const again = before.phase === "again" || (before.phase === "keep" && after.phase === "mark");
  const same = before.dice.join() === after.dice.join();
  const landed = after.phase === "keep" || after.phase === "mark";
  const thrown = landed && (before.phase === "roll" || before.phase === "again");
  if (!thrown && same) return still;
  return COLOURS.map((colour) => !(again && before.locked.includes(colour)));
}

/** How the lines of one's own block look for a choice of cards. */

import { best, said, waysWith, type Way } from "./choice";
import { FIELDS, type Field } from "./types";

/** pick: chosen; fit: this choice fills it, or any when nothing is chosen; can: other cards would; shut: none. */
export interface LineState {
  readonly look: "pick" | "fit" | "can" | "shut";
  readonly points: number;
  readonly penalty: number;
}

const SHUT: LineState = { look: "shut", points: 0, penalty: 0 };

/** What every field would bring now, with the cards that are chosen or else with the best ones. */
export function lines(all: readonly Way[], chosen: readonly number[], picked: Field | null): Map<Field, LineState> {
  const fitting = waysWith(all, chosen);
  const most = best(all);
  const state = (field: Field): LineState => {
    const way = fitting.get(field) ?? most.get(field);
    if (!way) return SHUT;
    const look = picked === field ? "pick" : fitting.has(field) || !chosen.length ? "fit" : "can";
    return { look, points: way.points, penalty: said(way, true).effect.penalty };
  };
  return new Map(FIELDS.map((field) => [field, state(field)]));
}

/** Nothing lights up, but every open field can be tapped: while swapping. */
export function plain(): Map<Field, LineState> {
  return new Map(FIELDS.map((field) => [field, SHUT]));
}

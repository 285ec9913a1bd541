/** What is rolled in twenty one, by the events of a record: as docs/fairness.md says. */

import { dice, type Follow } from "$lib/fair-draw";
import { COLOURS, SHEETS } from "./types";

/** A die that shows this stays when the others are rolled again. */
const STAYS = 1;

const rolls: Follow = function* ({ events }) {
  let lying: readonly number[] = [];
  for (const [event, { type, dice: fallen }] of events.entries()) {
    if (type !== "roll") continue;
    const isSecond = events[event - 1]?.type === "reroll";
    const held = COLOURS.map((_, at) => (isSecond && lying[at] === STAYS ? STAYS : 0));
    const written = (picks: readonly unknown[]) => ({
      type,
      dice: Object.fromEntries(COLOURS.map((colour, at) => [colour, picks[at]])),
    });
    yield { event, draw: dice(held), written };
    lying = COLOURS.map((colour) => fallen[colour]);
  }
};

export const follow: Follow = Object.assign(rolls, { lots: { sheets: Object.keys(SHEETS) } });

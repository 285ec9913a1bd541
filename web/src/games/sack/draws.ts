/** What is drawn from in Blöder Sack, by the events of a record: as docs/fairness.md says. */

import { cards, dice, type Follow, without } from "$lib/fair-draw";
import { BOARDS, DECK, DICE_PER_ROLL } from "./types";

export const follow: Follow = function* ({ options, events }) {
  let pile: readonly string[] = options.deck?.map((card: { id: string }) => card.id) ?? DECK;
  for (const [event, { type, board, ...fallen }] of events.entries()) {
    if (type === "roll") {
      const held = Array<number>(DICE_PER_ROLL).fill(0);
      yield { event, draw: dice(held), written: (picks) => ({ type, dice: picks }) };
    } else if (type === "deal") {
      yield { event, draw: cards(pile, BOARDS.length), written: (picks) => ({ type, cards: picks }) };
      pile = without(pile, fallen.cards);
    } else if (type === "refill") {
      yield { event, draw: cards(pile, 1), written: ([card]) => ({ type, board, card }) };
      pile = without(pile, [fallen.card]);
    }
  }
};

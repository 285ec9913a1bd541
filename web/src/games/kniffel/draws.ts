/** What is drawn from in Karten-Kniffel, by the events of a record: as docs/fairness.md says. */

import { ascending, cards, type Follow, type Pick, without } from "$lib/fair-draw";
import { CARDS_PER_VALUE, HAND, VALUES } from "./types";

const ALL = VALUES.flatMap((value) => Array<Pick>(CARDS_PER_VALUE).fill(value));

const handsOf = (picks: readonly Pick[], players: number) =>
  Array.from({ length: players }, (_, seat) => ascending(picks.slice(seat * HAND, (seat + 1) * HAND)));

export const follow: Follow = function* ({ players, events }) {
  let pile: readonly Pick[] = ALL;
  let discards: readonly Pick[] = [];
  let due = 0;
  const held = Array<number>(players).fill(HAND);
  for (const [at, event] of events.entries()) {
    const { type, seat } = event;
    if (type === "deal") {
      const written = (picks: readonly Pick[]) => ({ type, hands: handsOf(picks, players) });
      yield { event: at, draw: cards(pile, HAND * players), written };
      pile = without(pile, event.hands.flat());
    } else if (type === "draw") {
      const isShort = due > pile.length;
      const draw = isShort ? cards(ascending(discards), due - pile.length, pile) : cards(pile, due);
      yield { event: at, draw, written: (picks) => ({ type, cards: ascending(picks) }) };
      if (isShort) [pile, discards] = [ascending([...pile, ...discards]), []];
      pile = without(pile, event.cards);
      due = 0;
    } else {
      const away: readonly Pick[] = type === "score" ? event.cards : event.discard;
      discards = [...discards, ...away];
      held[seat]! -= away.length;
      due = type === "swap" ? event.draw : type === "score" ? Math.max(0, HAND - held[seat]!) : 0;
      held[seat]! += due;
    }
  }
};

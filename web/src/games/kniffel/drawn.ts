/** What the sentences of Karten-Kniffel draw: the cards that somebody got, holds, threw away, played or would play. */

import type { Drawn } from "../game";
import Named from "./Named.svelte";

const VERBS = "wirfs?t|bekommst|bekommt|hast|hat|[Dd]iscards?|gets?|holds?|Swap";
const CARDS = "[1-6](?:(?:, | und | and | )[1-6])*";

/** Values of cards, never how many cards there are; in brackets with these, which need not be seen then. */
export const drawn: Drawn = {
  find: new RegExp(String.raw`(\(${CARDS}\)|(?<=(?:${VERBS}) |^)${CARDS}(?!\d| Kart| card))`),
  Sign: Named,
};

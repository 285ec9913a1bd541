/** What twenty one draws: the pencil's circle and its cross as paths, and the colours that its sentences name. */

import type { Drawn } from "../game";
import Named from "./Named.svelte";
import { COLOUR_NAMES } from "./types";

/** A hit: a circle as one draws it by hand, in a box of 44 × 40. */
export const RING = "M24 3.5C12 2.5 3.5 9 3.2 19.5 3 30 12 37 23 36.6 34 36.2 41.2 29 40.7 19 40.2 9.5 31 3.6 19 4.8";

/** A strike, in the same box. */
export const CROSS = "M5 33C15 24 28 13 39 6M7 8c10 8 22 18 31 26";

const NAMES = Object.values(COLOUR_NAMES).flatMap(({ de, en }) => [de, en]);
const NUMBER = String.raw` [1-6](?: \((?:Treffer|hit)\))?`;
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** A colour, often with a number, which may be a hit. With a capital letter it is one before a number only: else a name. */
export const drawn: Drawn = {
  find: new RegExp(
    String.raw`(?<!\p{L})((?:${NAMES.join("|")})(?:${NUMBER})?|(?:${NAMES.map(capital).join("|")})${NUMBER})(?!\p{L})`,
    "u",
  ),
  Sign: Named,
};

/** The drawings of twenty one that are paths: a symbol for each colour, the pencil's circle and its cross. */

import type { Colour } from "./types";

/** The symbol of each colour, around 0 0: it is the pip of the die and stands in every field. */
export const SYMBOLS: Readonly<Record<Colour, string>> = {
  red: "M0 10C-15-.5-10-11.5-4.2-9.6-1.8-8.8 0-6.4 0-5 0-6.4 1.8-8.8 4.2-9.6 10-11.5 15-.5 0 10Z",
  yellow: "M0-11.6 3.3-3.9 11.6-3.2 5.3 2.3 7.2 10.5 0 6.2-7.2 10.5-5.3 2.3-11.6-3.2-3.3-3.9Z",
  green: "M-2.6 11-.9 5.6A5.2 5.2 0 1 1-5.6-2.2 5.2 5.2 0 1 1 5.6-2.2 5.2 5.2 0 1 1 .9 5.6L2.6 11Z",
  blue: "M0-11.5C3.2-6 8-2 8 3.2A8 8 0 0 1-8 3.2C-8-2-3.2-6 0-11.5Z",
  white: "M-7.2 7.5A4.9 4.9 0 0 1-8-2.2 6.6 6.6 0 0 1 4.4-4.6 6.1 6.1 0 0 1 6.8 7.5Z",
  black: "M3.5-10.5A10.6 10.6 0 1 0 10.6 4.8 8.6 8.6 0 0 1 3.5-10.5Z",
};

/** A hit: a circle as one draws it by hand, in a box of 44 × 40. */
export const RING = "M24 3.5C12 2.5 3.5 9 3.2 19.5 3 30 12 37 23 36.6 34 36.2 41.2 29 40.7 19 40.2 9.5 31 3.6 19 4.8";

/** A strike, in the same box. */
export const CROSS = "M5 33C15 24 28 13 39 6M7 8c10 8 22 18 31 26";

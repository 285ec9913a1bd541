/** The drawings that are made of numbers: emblems, pips, and the outlines of dice. */

/** The emblem of each seat, around 0 0, as the inside of an SVG path. */
export const EMBLEMS = [
  "M9.6 0A9.6 9.6 0 1 1-9.6 0 9.6 9.6 0 1 1 9.6 0Z",
  "M0-12.6 12.6 0 0 12.6-12.6 0Z",
  "M0-12 12 9-12 9Z",
  "M-4-11h8v7h7v8h-7v7h-8v-7h-7v-8h7z",
  "M0-13 3.7-4.5 12.9-3.6 5.9 2.5 8 11.6 0 6.9-8 11.6-5.9 2.5-12.9-3.6-3.7-4.5Z",
  "M-7.5-9h15a1.5 1.5 0 0 1 1.5 1.5v15a1.5 1.5 0 0 1-1.5 1.5h-15a1.5 1.5 0 0 1-1.5-1.5v-15a1.5 1.5 0 0 1 1.5-1.5z",
] as const;

/** The symbol of each colour of dice, around 0 0: it is the pip of the die, and stands wherever the colour means something. */
export const SYMBOLS = {
  red: "M0 10C-15-.5-10-11.5-4.2-9.6-1.8-8.8 0-6.4 0-5 0-6.4 1.8-8.8 4.2-9.6 10-11.5 15-.5 0 10Z",
  yellow: "M0-11.6 3.3-3.9 11.6-3.2 5.3 2.3 7.2 10.5 0 6.2-7.2 10.5-5.3 2.3-11.6-3.2-3.3-3.9Z",
  green: "M-2.6 11-.9 5.6A5.2 5.2 0 1 1-5.6-2.2 5.2 5.2 0 1 1 5.6-2.2 5.2 5.2 0 1 1 .9 5.6L2.6 11Z",
  blue: "M0-11.5C3.2-6 8-2 8 3.2A8 8 0 0 1-8 3.2C-8-2-3.2-6 0-11.5Z",
  white: "M-7.2 7.5A4.9 4.9 0 0 1-8-2.2 6.6 6.6 0 0 1 4.4-4.6 6.1 6.1 0 0 1 6.8 7.5Z",
  black: "M3.5-10.5A10.6 10.6 0 1 0 10.6 4.8 8.6 8.6 0 0 1 3.5-10.5Z",
} as const;

/** How round each seat's dice are; null: an octagon. */
export const CORNERS = [26, null, 14, 36, 26, 20] as const;

type Pip = readonly [x: number, y: number];
const NW: Pip = [26, 25];
const NE: Pip = [74, 25];
const W: Pip = [26, 49];
const MIDDLE: Pip = [50, 49];
const E: Pip = [74, 49];
const SW: Pip = [26, 73];
const SE: Pip = [74, 73];

/** Where the pips of a face lie, on a body of 100 × 100. */
export const PIPS: readonly (readonly Pip[])[] = [
  [],
  [MIDDLE],
  [NW, SE],
  [NW, MIDDLE, SE],
  [NW, NE, SW, SE],
  [NW, NE, MIDDLE, SW, SE],
  [NW, NE, W, E, SW, SE],
];

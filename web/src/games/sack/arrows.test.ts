/** Arrow keys go to what the eye would call the next thing. */

import { expect, it } from "vitest";
import { ARROWS, nearest } from "./arrows";

const at = (x: number, y: number, size = 40) => ({ left: x, top: y, right: x + size, bottom: y + size });
const HERE = at(200, 200);

it("the nearest thing straight ahead wins over a nearer one aside", () => {
  const things = [at(320, 200), at(250, 280), at(500, 200)];
  expect(nearest(HERE, things, ARROWS.ArrowRight!)).toBe(0);
});

it("each direction finds its own", () => {
  const things = [at(100, 200), at(300, 200), at(200, 100), at(200, 300)];
  expect(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => nearest(HERE, things, ARROWS[key]!))).toEqual(
    [0, 1, 2, 3],
  );
});

it("there is nothing beyond the edge", () => {
  expect(nearest(HERE, [at(100, 200), at(200, 400)], ARROWS.ArrowRight!)).toBe(-1);
  expect(nearest(HERE, [], ARROWS.ArrowUp!)).toBe(-1);
});

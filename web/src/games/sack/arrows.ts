/** Arrow keys on the table: from one thing to the nearest one in that direction. */

export interface Spot {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const middle = (spot: Spot) => [(spot.left + spot.right) / 2, (spot.top + spot.bottom) / 2] as const;

/** The place of the nearest of `others` in a direction, or -1. What lies straight ahead is nearer than what lies aside. */
export function nearest(from: Spot, others: readonly Spot[], [dx, dy]: readonly [number, number]): number {
  const [x, y] = middle(from);
  let best = -1;
  let least = Infinity;
  others.forEach((other, at) => {
    const [ox, oy] = middle(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead < 4) return; // not of the rules: 4 (pixels)
    const far = ahead + 2.5 * aside;
    if (far < least) [best, least] = [at, far];
  });
  return best;
}

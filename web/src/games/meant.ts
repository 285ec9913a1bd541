/** Something appears where one has just tapped: whether a tap is meant for it, or is the second of a double one. */

const DOUBLE_TAP = 500;

/** Call it when the thing appears; what it gives back says whether a tap is meant by now. */
export function appeared(): () => boolean {
  const since = performance.now();
  return () => performance.now() - since > DOUBLE_TAP;
}

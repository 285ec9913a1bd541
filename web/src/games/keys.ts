/** Keys that are meant for something else than the board: text that is typed, a slip that lies over it. */

const OTHERS = "input, textarea, select, dialog, [contenteditable]";

export function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(OTHERS) !== null;
}

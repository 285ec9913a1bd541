/** The cards of a hand as things that stay themselves, so that they can be chosen, moved and followed by the eye. */

/** One card in the hand; two equal cards differ in their id. */
export interface Held {
  readonly id: number;
  readonly value: number;
}

const inOrder = (a: Held, b: Held) => b.value - a.value || a.id - b.id;

/** The hand as it is now: cards that are still there stay the same, those that were chosen leave first. */
export function follow(before: readonly Held[], values: readonly number[], leaving: ReadonlySet<number>): Held[] {
  const staying = [...before].sort((a, b) => Number(leaving.has(a.id)) - Number(leaving.has(b.id)));
  let fresh = Math.max(0, ...before.map((card) => card.id));
  const now = values.map((value) => {
    const at = staying.findIndex((card) => card.value === value);
    return at < 0 ? { id: ++fresh, value } : staying.splice(at, 1)[0]!;
  });
  return now.sort(inOrder);
}

/** Which cards of the hand show these values: those already chosen first, then from the left. */
export function idsFor(hand: readonly Held[], values: readonly number[], chosen: ReadonlySet<number>): number[] {
  const left = [...hand].sort((a, b) => Number(chosen.has(b.id)) - Number(chosen.has(a.id)));
  return values.flatMap((value) => {
    const at = left.findIndex((card) => card.value === value);
    return at < 0 ? [] : [left.splice(at, 1)[0]!.id];
  });
}

/** A key 1–6 was pressed: which cards change sides. One more of that value, or all of them back when all were chosen. */
export function press(hand: readonly Held[], value: number, chosen: ReadonlySet<number>): number[] {
  const alike = hand.filter((card) => card.value === value);
  const more = alike.find((card) => !chosen.has(card.id));
  return more ? [more.id] : alike.map((card) => card.id);
}

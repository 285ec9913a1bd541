/** How dice and cards move from one place on the table to another. */

import { cubicIn, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { rectOf } from "$lib/rect";
import { mayAnimate } from "$lib/settings.svelte";

const STILL: TransitionConfig = { duration: 0 };

function between(from: DOMRect, to: DOMRect) {
  return {
    dx: from.x + from.width / 2 - to.x - to.width / 2,
    dy: from.y + from.height / 2 - to.y - to.height / 2,
    size: to.width ? from.width / to.width : 1,
  };
}

/** From `start` onto its place. */
export function landing(node: Element, start: DOMRect | null, duration = 260): TransitionConfig {
  if (!start || !mayAnimate()) return STILL;
  const { dx, dy, size } = between(start, rectOf(node));
  return {
    duration,
    easing: cubicOut,
    // not of the rules: 9 (a z-index)
    css: (_, left) =>
      `z-index: 9; transform: translate(${dx * left}px, ${dy * left}px) scale(${1 + (size - 1) * left})`,
  };
}

/** From its place to `goal`, where it vanishes among its own. */
export function leaving(node: Element, goal: DOMRect | null, delay = 0, duration = 340): TransitionConfig {
  if (!goal || !mayAnimate()) return STILL;
  const { dx, dy } = between(goal, rectOf(node));
  return {
    duration,
    delay,
    easing: cubicIn,
    // not of the rules: 4, 9 (an opacity, a z-index)
    css: (there, left) =>
      `z-index: 9; opacity: ${Math.min(1, there * 4)}; transform: translate(${dx * left}px, ${dy * left}px) scale(${1 - 0.7 * left})`,
  };
}

/** A won card turns over and flies to its winner. */
export function flyCard(card: HTMLElement, goal: DOMRect | null, duration = 480): void {
  if (!goal || !mayAnimate()) return;
  const { dx, dy } = between(goal, rectOf(card));
  card.animate(
    [
      { transform: "none", opacity: 1 },
      {
        transform: `translate(${dx * 0.35}px, ${dy * 0.35 - 24}px) rotateY(90deg) scale(.7)`,
        opacity: 1,
        offset: 0.45,
      },
      { transform: `translate(${dx}px, ${dy}px) rotateY(180deg) scale(.12)`, opacity: 1, offset: 0.97 },
      { transform: `translate(${dx}px, ${dy}px) rotateY(180deg) scale(.12)`, opacity: 0 },
    ],
    { duration, easing: "ease-in-out", fill: "forwards" },
  );
}

/** A new card is turned up. */
export function turnUp(_node: Element, delay = 0): TransitionConfig {
  if (!mayAnimate()) return STILL;
  return {
    duration: 320,
    delay,
    easing: cubicOut,
    // not of the rules: 3 (an opacity)
    css: (there, left) =>
      `opacity: ${Math.min(1, there * 3)}; transform: translate(${left * 30}px, ${left * -46}px) rotateY(${left * 110}deg)`,
  };
}

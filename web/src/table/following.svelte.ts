/** The way from one match to the next of the same people. */

import type { TableInfo } from "$lib/protocol";
import { go } from "$lib/router.svelte";

/** Whoever is in goes along as soon as it begins; whoever only comes to the page later is not carried off. */
export function goAlong(info: () => TableInfo): void {
  const isLate = !!info().next;
  $effect(() => {
    const { next, again } = info();
    if (!isLate && next && again?.yours) go(`/t/${next}`);
  });
}

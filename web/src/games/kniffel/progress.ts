/** How far a match is: the fields on one's own sheet; for somebody who only watches, those of whoever is furthest. */

import type { Text } from "$lib/settings.svelte";
import type { View } from "./types";
import { W } from "./texts";

export function progress(view: Pick<View, "sheets">, seat: number | null): Text {
  const filled = view.sheets.map((sheet) => sheet.filter((points) => points !== null).length);
  return seat === null ? W.furthest(Math.max(...filled)) : W.ownFields(filled[seat]!);
}

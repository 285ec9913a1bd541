/** The record of a match as a file for the disk. */

import { api } from "$lib/api";
import type { TableInfo } from "$lib/protocol";

/** A record with the table that it comes from, so that its dice can be checked later from the file alone. */
export function named(record: object, table: string, players: readonly string[]): string {
  return `${JSON.stringify({ ...record, table, names: players })}\n`;
}

export async function download(info: Pick<TableInfo, "id" | "chairs">): Promise<void> {
  const record = await api.get<object>(`/tables/${info.id}/record`);
  const names = info.chairs.map((chair) => chair.name ?? "");
  const file = URL.createObjectURL(new Blob([named(record, info.id, names)], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: file, download: `pasch-${info.id}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}

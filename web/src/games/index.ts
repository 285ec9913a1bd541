/** Finds the folders beside it; there is no list of games. */

import type { Follow } from "$lib/fair-draw";
import type { AnyModule, Box } from "./game";

const boxes = import.meta.glob<{ default: Box }>("./*/box.ts", { eager: true });
const modules = import.meta.glob<{ default: AnyModule }>("./*/index.ts");

/** The box of each game, by its id. */
export const BOXES: Readonly<Record<string, Box>> = Object.fromEntries(
  Object.entries(boxes).map(([path, found]) => [path.split("/")[1], found.default]),
);

/** The game's boards and all that belongs to them. */
export async function load(id: string): Promise<AnyModule> {
  const found = modules[`./${id}/index.ts`];
  if (!found) throw new Error(`There is no game called ${id} here.`);
  return (await found()).default;
}

const followers = import.meta.glob<{ follow: Follow }>("./*/draws.ts");

/** What a game draws from, by its record; null for a game that this page does not know. */
export async function followerOf(id: string): Promise<Follow | null> {
  const found = followers[`./${id}/draws.ts`];
  return found ? (await found()).follow : null;
}

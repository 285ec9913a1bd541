/** Somebody with people around them: a match that is over, a circle, and a club evening whose first round is played. */

import { playOutTogether } from "./play.ts";
import { expect, type Page } from "./test.ts";

const GAME = "twentyone";

/** The pages that whoever has played sees, by their paths; two more people are needed. */
export async function peopledPages(host: Page, others: readonly [Page, Page]): Promise<string[]> {
  const pages = [host, ...others];
  const names = ["Friedrich-Wilhel", "Maximilianeohneb", "Mia"];
  for (const [at, page] of pages.entries())
    expect(await page.request.post("/api/v1/me", { data: { name: names[at] } })).toBeOK();
  const made = await host.request.post("/api/v1/circles", { data: { name: "Würfelclub Nordstadt e.", felt: GAME } });
  const { id, link } = (await made.json()) as { id: string; link: string };
  for (const page of others) expect(await page.request.post(`/api/v1/invitations/${link}`)).toBeOK();
  const at = Date.now() / 1000 + 3600;
  expect(await host.request.post(`/api/v1/circles/${id}/evenings`, { data: { at } })).toBeOK();
  const club = `/api/v1/circles/${id}/club`;
  expect(await host.request.post(club, { data: { rounds: 2 } })).toBeOK();
  for (const member of [1, 2])
    expect(await host.request.post(`${club}/pause`, { data: { member, pauses: false } })).toBeOK();
  const drawn = await host.request.post(`${club}/rounds`, { data: { round: 1, game: GAME, size: 3 } });
  interface Drawn {
    readonly drawn: readonly { readonly tables: readonly { table: string; seats: readonly { member: number }[] }[] }[];
  }
  const { table, seats } = ((await drawn.json()) as Drawn).drawn[0]!.tables[0]!;
  await playOutTogether(
    seats.map((seat) => pages[seat.member]!),
    table,
  );
  return [
    "/",
    "/me",
    "/me/devices",
    "/practice",
    `/c/${id}`,
    `/c/${id}/club`,
    `/c/${id}/screen`,
    `/t/${table}`,
    `/t/${table}/review`,
  ];
}

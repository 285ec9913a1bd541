/** How a person plays: look whether it is one's turn, do something, until the result is there. */

import { expect, type Page } from "./test.ts";
import { turn, type Game } from "./games/index.ts";

export { GAMES, type Game } from "./games/index.ts";

/** What this page waits for. */
async function state(page: Page): Promise<"turn" | "over" | "pass" | "cover" | "wait"> {
  return page.evaluate(() => {
    if (document.querySelector(".end .ranks")) return "over";
    if (document.querySelector(".cover")) return "cover";
    if (document.querySelector(".pass-on")) return "pass";
    return document.title.startsWith("●") ? "turn" : "wait";
  });
}

/** Play on until `until` says so, or the match is over. */
export async function play(
  page: Page,
  game: Game,
  until: () => Promise<boolean> | boolean = () => false,
): Promise<void> {
  const end = Date.now() + 110_000;
  while (Date.now() < end) {
    const now = await state(page);
    if (now === "over" || (await until())) return;
    if (now === "cover") await page.locator(".cover button").click();
    else if (now === "pass") await page.locator(".pass-on").click();
    else if (now === "turn") await turn(page, game);
    else await page.waitForTimeout(30);
  }
  throw new Error(`The match did not end: ${await page.title()}`);
}

/** Against bots, with one tap. */
export async function playNow(page: Page, game: Game): Promise<void> {
  await page.goto("/");
  const box = `.box[data-game="${game}"]`;
  await page.locator(`${box} .btn.gold, button${box}:visible`).click();
  await expect(page).toHaveURL(/\/t\/[A-Z]+(-\w{4,5})+$/);
  await expect(page.locator(".match main.felt:not(:has(.wait))")).toBeVisible();
}

/** A match that is over soon: a bot takes my seat as soon as it has begun. */
export async function playOut(page: Page, game: Game): Promise<string> {
  await playNow(page, game);
  return letBotsFinish(page);
}

/** A bot takes my seat, and the match that is on the page is over soon. */
export async function letBotsFinish(page: Page): Promise<string> {
  const code = codeOf(page);
  const table = `/api/v1/tables/${code}`;
  await expect(await page.request.post(`${table}/seats/0`, { data: { type: "bot", level: "random" } })).toBeOK();
  await expect.poll(async () => (await page.request.get(`${table}/record`)).ok(), { timeout: 60_000 }).toBe(true);
  await page.reload();
  await expect(page.locator(".end .ranks")).toBeVisible();
  return code;
}

/** Play the match to its end beside the page, always the last of the moves: nobody wins like that. */
export async function playBadly(page: Page): Promise<void> {
  await page.evaluate(
    (table) =>
      new Promise<void>((over) => {
        const socket = new WebSocket(`ws://${location.host}/api/v1/socket`);
        let sent = 0;
        socket.onopen = () => socket.send(JSON.stringify({ type: "watch", table }));
        socket.onmessage = ({ data }) => {
          const told = JSON.parse(data as string);
          if (told.type !== "update") return;
          if (told.result) return over();
          const mine = told.seats.find((one: { moves: unknown[] }) => one.moves.length);
          if (!mine) return;
          const [id, move] = [`bad-${sent++}`, mine.moves.at(-1)];
          socket.send(JSON.stringify({ type: "move", id, table, seat: mine.seat, version: told.version, move }));
        };
      }),
    codeOf(page),
  );
}

/** The match at a table where these sit in this order: bots take their seats as soon as it has begun. */
export async function playOutTogether(pages: readonly Page[], code: string): Promise<void> {
  const table = `/api/v1/tables/${code}`;
  const host = pages[0]!;
  expect(await host.request.post(`${table}/begin`)).toBeOK();
  await expect
    .poll(async () => ((await (await host.request.get(table)).json()) as { stage: string }).stage, { timeout: 30_000 })
    .toBe("playing");
  for (const [seat, page] of pages.entries())
    await page.request.post(`${table}/seats/${seat}`, { data: { type: "bot", level: "random" } });
  await expect.poll(async () => (await host.request.get(`${table}/record`)).ok(), { timeout: 60_000 }).toBe(true);
}

export const codeOf = (page: Page): string => new URL(page.url()).pathname.split("/")[2] ?? "";

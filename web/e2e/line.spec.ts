/** The connection: it breaks, comes back by itself, and no move is lost or doubled. */

import { renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "./test.ts";
import { takeUpADie } from "./games/sack.ts";
import { GAMES, play, playNow } from "./play.ts";

test("a move made while the server is away is kept, shown, and played once when it is back", async ({
  visit,
  server,
}) => {
  const page = await visit();
  await playNow(page, "sack");
  await expect(page).toHaveTitle(/^●/);
  await expect(page.getByLabel("Verbunden")).toBeVisible();
  const target = await takeUpADie(page);
  const lying = await page.locator(".lanes .field .lie:not(.ghost)").count();

  await server.kill();
  await expect(page.getByText("Verbindung weg, ich versuche es weiter.")).toBeVisible();
  await page.mouse.click(target.x, target.y);
  await expect(page.getByText("Dein Zug wartet und geht gleich raus.")).toBeVisible();
  await server.start();
  await expect(page.getByLabel("Verbunden")).toBeVisible();
  await expect(page.getByText("Verbindung weg")).toHaveCount(0);
  await expect(page.locator(".lanes .field .lie:not(.ghost)")).toHaveCount(lying + 1);
  await expect(page.locator(".rolled svg")).toHaveCount(1);
});

test("a move sent at the very moment of the break is neither lost nor doubled", async ({ visit, server }) => {
  const page = await visit();
  await playNow(page, "sack");
  await expect(page).toHaveTitle(/^●/);
  const target = await takeUpADie(page);
  const lying = await page.locator(".lanes .field .lie:not(.ghost)").count();
  // The server is killed while the move is on its way: whether it was stored, nobody knows.
  await Promise.all([page.mouse.click(target.x, target.y), server.kill()]);
  await server.start();
  await expect(page.locator(".lanes .field .lie:not(.ghost)")).toHaveCount(lying + 1);
  await page.reload();
  await expect(page.locator(".lanes .field .lie:not(.ghost)")).toHaveCount(lying + 1);
});

test("while nothing can be stored the move waits, even for another server, and is played once", async ({
  visit,
  server,
}) => {
  const page = await visit({ still: true });
  await playNow(page, "sack");
  await expect(page).toHaveTitle(/^●/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const target = await takeUpADie(page);
  const dice = (one: Page) => one.locator(".lanes .field .lie:not(.ghost)");
  const lying = await dice(page).count();
  const [file, aside] = [join(server.data, "pasch.db"), join(server.data, "aside.db")];
  renameSync(file, aside);
  await page.mouse.click(target.x, target.y);
  await expect(page.getByText("Der Server kann gerade nicht speichern, dein Zug wartet.")).toBeVisible();
  await expect(dice(other)).toHaveCount(lying);
  await server.kill();
  await expect(page.getByText("Verbindung weg, ich versuche es weiter.")).toBeVisible();
  renameSync(aside, file);
  await server.start();
  for (const one of [page, other]) {
    await expect(one.getByLabel("Verbunden")).toBeVisible();
    await expect(dice(one)).toHaveCount(lying + 1);
  }
});

test("after a sleep without a net the page is back in the right state", async ({ visit }) => {
  const page = await visit();
  await playNow(page, "twentyone");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(page).toHaveTitle(/^●/);
  const before = await page.locator("main.felt").innerText();
  // Only this tab sleeps; the other one, of the same person, plays on meanwhile.
  const line = await page.context().newCDPSession(page);
  const net = (offline: boolean) =>
    line.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await net(true);
  await expect(page.getByText("Verbindung weg, ich versuche es weiter.")).toBeVisible();
  let turns = 0;
  await play(other, "twentyone", () => turns++ > 6);
  await net(false);
  await expect(page.getByText("Verbindung weg")).toHaveCount(0);
  await expect(page).toHaveTitle(/^●/);
  await expect.poll(() => page.locator("main.felt").innerText()).not.toBe(before);
  await expect(other).toHaveTitle(/^●/);
  // What the others have written: one’s own sheet may already show a number that is only thought of.
  const theirs = await other.locator(".minis").innerText();
  await expect(page.locator(".minis")).toHaveText(theirs, { useInnerText: true });
});

test("the shell opens without a net, and says that there is none", async ({ visit }) => {
  const page = await visit({ worker: true });
  await page.goto("/");
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await expect(page.locator(".box .btn.gold")).toHaveCount(GAMES.length);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Na, eine Runde?" })).toBeVisible();
  await expect(page.getByText(/Kein Netz/)).toBeVisible();
  await page.locator(".box .btn.gold").first().click();
  await expect(page.getByRole("alert")).toContainText("nicht zu erreichen");
});

test("it can be installed", async ({ visit }) => {
  const page = await visit();
  await page.goto("/");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await page.evaluate(async (path) => (await fetch(path!)).json(), href);
  expect(manifest).toMatchObject({ name: "Pasch", start_url: "/", display: "standalone" });
  for (const icon of manifest.icons) expect((await page.request.get(icon.src)).ok()).toBe(true);
});

test("a table that does not exist is said so", async ({ visit }) => {
  const page = await visit();
  await page.goto("/t/NICHTS-ABCDE");
  await expect(page.getByRole("heading", { name: "Hier ist nichts." })).toBeVisible();
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "Hier ist nichts." })).toBeVisible();
});

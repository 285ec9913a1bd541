/** Every screen, on a phone and on a desktop, light and dark, from real matches; what is about people in light only. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test, type Page } from "../e2e/test.ts";
import { codeOf, GAMES, play, playBadly, playNow, type Game } from "../e2e/play.ts";

const FOLDER = process.env.PICTURES ?? resolve(import.meta.dirname, "../../docs/pictures");
const SIZES = { 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 } };

/** What a page of a single colour takes is far less. */
const LEAST_BYTES = 4000;

/** A picture as WebP, which the browser itself makes: a third of the size of a PNG. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  const png = (await page.screenshot()).toString("base64");
  const painter = await page.context().browser()!.newPage();
  const webp = await painter.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d")!.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.86).split(",")[1]!;
  }, png);
  await painter.close();
  mkdirSync(FOLDER, { recursive: true });
  const picture = Buffer.from(webp, "base64");
  expect(picture.length, `${name} shows something`).toBeGreaterThan(LEAST_BYTES);
  writeFileSync(join(FOLDER, `${name}.webp`), picture);
}

/** Some way into a match, when it is one's turn again and something can be chosen. */
async function middle(page: Page, game: Game, moves: number): Promise<void> {
  let made = 0;
  await playNow(page, game);
  await play(page, game, () => made++ > moves);
  await expect(page).toHaveTitle(/^●/, { timeout: 60_000 });
  await page.waitForTimeout(1500);
}

const PICK: Record<Game, (page: Page) => Promise<void>> = {
  sack: async (page) => {
    const die = page.locator('.rolled .hit[aria-pressed="false"]').first();
    if (await die.count()) await die.click();
  },
  kniffel: async (page) => {
    const line = page.locator("button.line.fit, button.line.can").last();
    if (await line.count()) await line.click();
  },
  twentyone: async (page) => {
    const field = page.locator('.f21.can[aria-pressed="false"]').first();
    if (await field.count()) await field.click();
  },
};

async function post(page: Page, path: string, data?: object): Promise<{ id: string; link: string }> {
  const answer = await page.request.post(`/api/v1${path}`, { data });
  expect(answer, path).toBeOK();
  return (await answer.json()) as { id: string; link: string };
}

/** A circle in which some matches are over, and an evening planned. */
async function circleOf(lena: Page, friends: readonly Page[]): Promise<string> {
  const { id, link } = await post(lena, "/circles", { name: "Sonntagsrunde", felt: "sack" });
  for (const [at, name] of ["Jonas", "Aylin"].entries()) {
    await post(friends[at]!, "/me", { name });
    await post(friends[at]!, `/invitations/${link}`);
  }
  const all = [lena, ...friends];
  for (const [game, seats] of [
    ["twentyone", 3],
    ["sack", 2],
    ["kniffel", 3],
    ["twentyone", 2],
  ] as const) {
    const table = `/tables/${(await post(lena, `/circles/${id}/tables`, { game, seats })).id}`;
    for (let seat = 1; seat < seats; seat++) await post(all[seat]!, `${table}/seats/${seat}`, { type: "me" });
    await post(lena, `${table}/begin`);
    const stage = async () => ((await (await lena.request.get(`/api/v1${table}`)).json()) as { stage: string }).stage;
    await expect.poll(stage, { timeout: 30_000 }).toBe("playing");
    for (let seat = 0; seat < seats; seat++)
      await post(all[seat]!, `${table}/seats/${seat}`, { type: "bot", level: "easy" });
    await expect.poll(stage, { timeout: 60_000 }).toBe("over");
  }
  await post(lena, `/circles/${id}/evenings`, { at: Math.ceil(Date.now() / 86_400_000 + 4) * 86_400 + 68_400 });
  return id;
}

for (const [width, size] of Object.entries(SIZES))
  for (const dark of [false, true])
    test(`${width}, ${dark ? "dark" : "light"}`, async ({ visit }) => {
      const name = (screen: string) => `${screen}-${width}-${dark ? "dark" : "light"}`;
      const page = await visit({ size, dark, lang: "de" });
      await page.goto("/");
      await page.locator(".box").first().waitFor();
      await page.waitForTimeout(500);
      await take(page, name("home"));
      await page.goto("/settings");
      await page.getByRole("textbox", { name: "Name" }).fill("Lena");
      await page.getByRole("button", { name: "Speichern" }).click();
      await expect(page.getByText("Gespeichert")).toBeVisible();
      await take(page, name("settings"));
      for (const [at, game] of GAMES.entries()) {
        await middle(page, game, [26, 34, 40][at]!);
        await PICK[game](page);
        await page.waitForTimeout(400);
        await take(page, name(game));
      }
      await page.goto(`/rules/${GAMES[0]}`);
      await page.locator("main h1, main h2").first().waitFor();
      await take(page, name("rules"));
      await page.goto(`/learn/${GAMES.at(-1)}`);
      await page.locator(".speech .words").waitFor();
      // Until something is to be done oneself.
      const on = page.locator(".steer .btn.gold");
      for (let press = 0; press < 2 && (await on.count()); press++) await on.click();
      await page.waitForTimeout(700);
      await take(page, name("learn"));

      const { id } = await post(page, "/tables", { game: "kniffel", seats: 4 });
      await page.goto(`/t/${id}`);
      await page.getByLabel("Platz besetzen").first().click();
      await page.getByPlaceholder("Jemand an diesem Gerät").fill("Oma Inge");
      await page.locator(".unfold form button").click();
      await expect(page.locator(".chair").nth(1)).toContainText("Oma Inge");
      await page.getByLabel("Platz besetzen").first().click();
      await page.getByRole("button", { name: "Knut stark" }).first().click();
      await page.locator(".qr path").waitFor();
      await page.waitForTimeout(300);
      await take(page, name("lobby"));
      await page.getByRole("button", { name: "Los geht’s" }).click();
      await page.locator(".cover, .fan").first().waitFor();
      await play(page, "kniffel", async () => (await page.locator(".cover").count()) > 0);
      await take(page, name("cover"));

      await playNow(page, "sack");
      await play(page, "sack");
      await page.waitForTimeout(1500);
      await take(page, name("end"));
      const code = codeOf(page);
      await page.goto(`/t/${code}/replay?at=30`);
      await page.getByRole("slider").waitFor();
      await page.waitForTimeout(900);
      await take(page, name("replay"));
      await page.goto(`/t/${code}/check`);
      await page.getByRole("button", { name: "Nachrechnen" }).click();
      await page.locator("[data-verdict]").waitFor();
      await page.waitForTimeout(700);
      await take(page, name("check"));
      await page.goto("/fair");
      await page.locator("h1, h2").first().waitFor();
      await page.waitForTimeout(300);
      await take(page, name("fair"));
      if (dark) return;

      await page.goto(`/t/${code}/review`);
      await page.locator(".balance .receipt").waitFor({ timeout: 120_000 });
      await page.waitForTimeout(1500);
      await take(page, name("review"));
      await playNow(page, "twentyone");
      await playBadly(page);
      await page.goto("/practice");
      await page.getByRole("button", { name: /üben$/ }).waitFor();
      await expect(page.getByText(/Partien? durch/)).toHaveCount(0, { timeout: 60_000 });
      await page.waitForTimeout(500);
      await take(page, name("practice"));
      const circle = await circleOf(page, [await visit(), await visit()]);
      await page.goto(`/c/${circle}`);
      await page.getByRole("table").waitFor();
      await page.waitForTimeout(500);
      await take(page, name("circle"));
      await page.goto("/me");
      await page.locator("dl").first().waitFor();
      await page.waitForTimeout(500);
      await take(page, name("me"));
      await page.goto("/");
      await page.locator(".wait .slips").waitFor();
      await page.waitForTimeout(500);
      await take(page, name("again"));
    });

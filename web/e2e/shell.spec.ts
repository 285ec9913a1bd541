/** What lies around the boards: the bar, what is told, the menu, the lobby, large screens. */

import { readFileSync } from "node:fs";
import { DESKTOP, expect, LARGE, PHONE, test, type Page } from "./test.ts";
import { codeOf, GAMES, play, playNow, playOut, type Game } from "./play.ts";

const LONGEST = JSON.parse(readFileSync(new URL("longest.json", import.meta.url), "utf8")) as Record<
  Game,
  (string | number)[][]
>;

/** What is cut off of the texts that match. */
const clipped = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));

test("on the smallest phone titles are whole, and what happened is told to me in two lines", async ({ visit }) => {
  const page = await visit({ size: PHONE, still: true });
  const clamped: string[] = [];
  for (const game of GAMES) {
    await playNow(page, game);
    await expect(page).toHaveTitle(/^●/);
    expect(await clipped(page, ".bar h1, .bar .meta")).toEqual([]);
    const told = page.locator(".told .sentence").filter({ visible: true });
    await expect(told).toBeVisible();
    expect(await told.evaluate((one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight))).toBeLessThan(
      2.1,
    );
    await page.getByLabel("Menü").click();
    await page.getByRole("button", { name: "Was bisher geschah" }).click();
    await expect(page.locator("dialog .lines")).not.toContainText("Gast");

    // The longest sentences of the game, German and English, from a replay that tells nothing else (`make golden` finds
    // them), with as much room as there is in the match.
    const lines = LONGEST[game].map((pieces) => ({ told: [pieces.join("")], pieces: [pieces] }));
    const room = await page.locator(".told.below").evaluate((one) => {
      const { width, fontSize, fontWeight, paddingInline } = getComputedStyle(one);
      return { width, fontSize, fontWeight, paddingInline };
    });
    await page.route("**/story?*", async (route) => {
      const story = (await (await route.fetch()).json()) as { scenes: object[] };
      const first = story.scenes[0]!;
      await route.fulfill({
        json: { ...story, scenes: [first, ...lines.map((line) => ({ ...first, ...line, n: 1 }))] },
      });
    });
    await page.goto(`/t/${codeOf(page)}/replay?at=0`);
    await expect(page.getByRole("slider")).toHaveAttribute("max", String(lines.length));
    for (const _ of lines) {
      await page.keyboard.press("ArrowRight");
      const words = await page
        .locator(".felt .sentence")
        .first()
        .evaluate((one, room) => {
          const box = document.createElement("div");
          Object.assign(box.style, room);
          document.body.append(box);
          const copy = box.appendChild(one.cloneNode(true)) as HTMLElement;
          const isCut = copy.scrollHeight > copy.clientHeight + 2;
          box.remove();
          return isCut ? copy.textContent : null;
        }, room);
      if (words) clamped.push(`${game}: ${words}`);
    }
    await page.unroute("**/story?*");
  }
  expect(clamped).toEqual([]);
});

test("the back button closes the menu, and a refusal is seen on it", async ({ visit }) => {
  const page = await visit({ size: PHONE, still: true });
  await playNow(page, GAMES[0]!);
  const table = page.url();
  await page.getByLabel("Menü").click();
  await expect(page.locator("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.locator("dialog")).toHaveCount(0);
  expect(page.url()).toBe(table);
  await expect(page.locator(".felt button").first()).toHaveCSS("-webkit-tap-highlight-color", "rgba(0, 0, 0, 0)");

  const reason = "Nur wer den Tisch eröffnet hat, darf das.";
  await page.route("**/close", (route) => route.fulfill({ status: 403, json: { rule: "table", reason } }));
  await page.getByLabel("Menü").click();
  await page.getByRole("button", { name: "Tisch schließen" }).click();
  await page.getByRole("button", { name: "Für alle schließen" }).click();
  const refusal = page.locator("dialog .refused");
  await expect(refusal).toHaveText(reason);
  const isOnTop = await refusal.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop).toBe(true);
  await page.getByRole("button", { name: "Weiterspielen" }).click();
  await page.goBack();
  await expect(page.locator(".home")).toBeVisible();
  await expect(page.locator(".me")).toContainText("Einstellungen");
  await expect(page.locator(".me")).toHaveCSS("-webkit-tap-highlight-color", "rgba(0, 0, 0, 0)");
});

test("in the lobby the whole code can be seen, and sharing says what it is about", async ({ visit }) => {
  const page = await visit({ size: { width: 390, height: 844 }, still: true });
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (what: ShareData) => Object.assign(window, { shared: what }) });
  });
  await page.goto("/");
  await page.locator(".box .acts .btn").nth(1).click();
  const code = (await page.locator(".qr:has(path)").boundingBox())!;
  const dock = (await page.locator(".dock").boundingBox())!;
  expect(code.y + code.height).toBeLessThan(dock.y);
  await page.getByRole("button", { name: "Link teilen" }).click();
  const shared = await page.evaluate(() => (window as unknown as { shared: ShareData }).shared);
  expect(shared.text).toMatch(/^Lust auf eine Runde .+\?/);
  expect(shared.url).toMatch(/\/t\/[A-Z]+(-\w{4,5})+$/);
});

test("a large screen shows everything larger, and ? lists the keys", async ({ visit }) => {
  const page = await visit({ still: true });
  await playNow(page, GAMES[0]!);
  const width = () =>
    page
      .locator(".rail, .tray")
      .first()
      .evaluate((one) => one.getBoundingClientRect().height);
  const small = await width();
  await page.keyboard.press("?");
  await expect(page.locator("dialog kbd").first()).toBeVisible();
  await page.keyboard.press("Escape");
  const larger = [
    { size: LARGE, by: 1.1 },
    { size: { width: 2560, height: 1440 }, by: 1.5 },
  ];
  for (const { size, by } of larger) {
    await page.setViewportSize(size);
    expect(await width()).toBeGreaterThan(by * small);
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(DESKTOP);
});

for (const game of GAMES)
  test(`${game}: what the others did since my last turn stays marked`, async ({ visit }) => {
    const page = await visit({ size: { width: 390, height: 844 }, still: true });
    await playNow(page, game);
    let turns = 0;
    await play(page, game, async () => {
      const isMine = (await page.title()).startsWith("●");
      return isMine && turns++ > 6 && (await page.locator(".felt .since").count()) > 0;
    });
    await expect(page.locator(".end .ranks")).toHaveCount(0);
    await expect(page.locator(".felt .since").first()).toBeVisible();
  });

test("in a replay on a phone no board lies under what belongs to nobody's turn", async ({ visit }) => {
  const page = await visit({ size: PHONE, still: true });
  const code = await playOut(page, "sack");
  await page.goto(`/t/${code}/replay?at=20`);
  const lowest = page.locator(".replay .lane").last();
  for (const size of [{ width: 390, height: 844 }, PHONE]) {
    await page.setViewportSize(size);
    const isSeen = await lowest.evaluate((one) => {
      one.scrollIntoView({ block: "end" });
      const { x, width, bottom } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, bottom - 2));
    });
    expect(isSeen, `${size.width} × ${size.height}`).toBe(true);
  }
  expect(await clipped(page, ".bar h1")).toEqual([]);
});

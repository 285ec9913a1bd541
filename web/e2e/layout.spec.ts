/** Room for fingers, and nothing that jumps: sizes of targets, widths of pages, no layout shift while playing. */

import { DESKTOP, expect, PHONE, PROOF, test, type Page } from "./test.ts";
import { peopledPages } from "./people.ts";
import { GAMES, play, playNow } from "./play.ts";

const SMALLEST = 40;
/** A centred sentence that changes, or a hand that closes up, moves less than this; a board that jumps moves more. */
const JUMP = 0.045;

/** What can be tapped and is smaller than a finger. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const seen = [...document.querySelectorAll<HTMLElement>("button, a[href], input, select, [role='radio']")];
    return seen.flatMap((one) => {
      const box = one.getBoundingClientRect();
      const style = getComputedStyle(one);
      const isShown =
        box.width > 2 && box.height > 2 && style.visibility === "visible" && style.pointerEvents !== "none";
      // A slider's thumb, a file's hidden field, a small question mark and a tag on the ribbon have areas of their own.
      const isMoving = document
        .getAnimations()
        .some(({ effect }) => (effect as KeyframeEffect | null)?.target?.contains(one));
      if (
        !isShown ||
        isMoving ||
        one.matches("input[type='range'], input[type='file'], .ask, .ribbon .tag, .vh, p a, .words a, li a")
      )
        return [];
      const isBig = Math.round(box.width) >= least && Math.round(box.height) >= least;
      return isBig ? [] : [`${one.className || one.tagName} ${Math.round(box.width)}×${Math.round(box.height)}`];
    });
  }, SMALLEST);
}

test("on the smallest phone everything is large enough for a finger, and nothing is wider than the page", async ({
  visit,
}) => {
  const page = await visit({ size: PHONE, still: true });
  const found: string[] = [];
  const look = async (where: string) => {
    found.push(...(await tooSmall(page)).map((one) => `${where}: ${one}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) found.push(`${where}: ${wide} px too wide`);
    // Where there is no room for all sentences, whole ones are left out.
    const told = await page.locator(".told.below .sentence").evaluateAll((all) => {
      return all.filter((one) => one.scrollHeight > one.clientHeight + 2).map((one) => one.textContent);
    });
    found.push(...told.map((words) => `${where}: cut off: ${words}`));
  };
  for (const path of ["/", "/settings", "/fair", "/check", ...GAMES.map((game) => `/learn/${game}`)]) {
    await page.goto(path);
    await page.locator("h1, h2").first().waitFor();
    await page.waitForTimeout(200);
    await look(path);
  }
  await page.goto("/");
  await page.locator(".box .acts .btn").nth(1).click();
  await page.locator(".qr path").waitFor();
  await look("lobby");
  await page.getByLabel("Platz besetzen").first().click();
  await look("a seat's menu");
  for (const game of GAMES) {
    await playNow(page, game);
    let turns = 0;
    await play(page, game, async () => {
      if (turns++ % 4 === 0) await look(game);
      return turns > (PROOF ? 24 : 12);
    });
  }
  expect([...new Set(found)]).toEqual([]);
});

test("on the smallest phone the pages of people are large enough for a finger, and not too wide", async ({ visit }) => {
  const page = await visit({ size: PHONE, still: true });
  const found: string[] = [];
  for (const path of await peopledPages(page, [await visit(), await visit()])) {
    await page.goto(path);
    await page.locator("h1, h2").first().waitFor();
    await page.waitForTimeout(300);
    found.push(...(await tooSmall(page)).map((one) => `${path}: ${one}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) found.push(`${path}: ${wide} px too wide`);
  }
  expect([...new Set(found)]).toEqual([]);
});

const SIZES = Object.entries({ phone: { width: 390, height: 844 }, desktop: DESKTOP });

for (const [at, game] of GAMES.entries())
  for (const [name, size] of PROOF ? SIZES : [SIZES[at % 2]!])
    test(`${game}, ${name}: nothing jumps while it is played`, async ({ visit }) => {
      const page = await visit({ size, still: false });
      await playNow(page, game);
      await expect(page).toHaveTitle(/^●/);
      await page.evaluate((JUMP) => {
        const shifts: string[] = [];
        Object.assign(window, { shifts });
        type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Shift[])
            // A slip that is laid over the board is not the board.
            if (
              entry.value > JUMP &&
              !entry.sources.some(({ node }) => (node as Element | null)?.closest?.(".explain"))
            )
              shifts.push(
                `${entry.value.toFixed(3)} ${entry.sources.map(({ node }) => (node as Element | null)?.className ?? "").join(", ")}`,
              );
        }).observe({ type: "layout-shift" });
      }, JUMP);
      let turns = 0;
      await play(page, game, () => turns++ > (PROOF ? 30 : 20));
      expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
    });

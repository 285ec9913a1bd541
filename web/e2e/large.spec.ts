/** Type twice as large as usual, on a phone: no word is broken, cut off, off the page, or over another. */

import { expect, test, type Page } from "./test.ts";
import { GAMES, letBotsFinish, playNow } from "./play.ts";

/** What of the words on the page cannot be read. Addresses may break anywhere, tables scroll, news may be long. */
function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const APART = ".vh, .name, .url, .wide-table, .sentence, svg";
    const found = new Set<string>();
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) found.add(`${wide} px too wide`);
    const words: { element: Element; box: DOMRect; what: string }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest(APART))
        continue;
      for (const { 0: word, index } of node.textContent!.matchAll(/[^\s\u00ad–-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const [first, ...more] = [...range.getClientRects()].filter((box) => box.width > 0.5);
        if (!first) continue;
        const box = range.getBoundingClientRect();
        const what = `${element.className.replace(/\s*svelte-\w+/, "") || element.tagName} “${word}”`;
        if (more.some((next) => next.top > first.top + 3)) found.add(`broken: ${what}`);
        if (box.right > innerWidth + 1 || box.left < -1) found.add(`off the page: ${what}`);
        for (let around = element; around !== document.body; around = around.parentElement!) {
          const { overflowX } = getComputedStyle(around);
          const edge = around.getBoundingClientRect();
          const isOut = box.right > edge.right + 2 || box.left < edge.left - 2;
          if (isOut && (/hidden|clip/.test(overflowX) || around.matches("button, .btn"))) found.add(`cut off: ${what}`);
        }
        words.push({ element, box, what });
      }
    }
    words.sort((a, b) => a.box.top - b.box.top);
    for (const [at, a] of words.entries())
      for (let next = at + 1; next < words.length && words[next]!.box.top < a.box.bottom; next++) {
        const b = words[next]!;
        const left = Math.max(a.box.left, b.box.left);
        const top = Math.max(a.box.top, b.box.top);
        const width = Math.min(a.box.right, b.box.right) - left;
        const height = Math.min(a.box.bottom, b.box.bottom) - top;
        if (a.element === b.element || width < 3 || height < 0.45 * Math.min(a.box.height, b.box.height)) continue;
        // What lies under something else is not seen beside it.
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        const isSeen = ({ element }: typeof a) => seen && (element.contains(seen) || seen.contains(element));
        if (isSeen(a) && isSeen(b)) found.add(`over each other: ${a.what}, ${b.what}`);
      }
    return [...found];
  });
}

test("with very large type everything can still be read on a phone", async ({ visit }) => {
  const page = await visit({ size: { width: 390, height: 844 }, still: true });
  await page.addInitScript(() => {
    const large = new CSSStyleSheet();
    large.replaceSync("html { font-size: 32px !important }");
    document.adoptedStyleSheets = [large];
  });
  const faults: string[] = [];
  const look = async (where: string) => faults.push(...(await unreadable(page)).map((fault) => `${where}: ${fault}`));
  await page.goto("/");
  await page.locator(".box .acts .btn").first().waitFor();
  await look("home");
  await page.locator(".box .acts .btn").nth(1).click();
  await page.locator(".qr path").waitFor();
  await page.locator(".code").evaluate((code) => (code.textContent = "REVANCHE-WWWW-WWWW")); // as wide as any can be
  await look("lobby");
  for (const game of GAMES) {
    await page.goto(`/rules/${game}`);
    await page.locator(".rulebook h2").first().waitFor();
    await look(`rules of ${game}`);
    await playNow(page, game);
    await expect(page).toHaveTitle(/^●/, { timeout: 30_000 });
    await look(game);
    await letBotsFinish(page);
    await look(`result of ${game}`);
  }
  expect(faults).toEqual([]);
});

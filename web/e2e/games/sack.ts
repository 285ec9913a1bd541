/** Blöder Sack: take a die, lay it somewhere; score a card when asked. */

import { expect, type Locator, type Page } from "@playwright/test";
import type { Move } from "../../src/games/sack/types.ts";
import { tap } from "./tap.ts";

export async function turn(page: Page): Promise<void> {
  const felt = page.locator("main.felt.sack");
  const dice = felt.locator(".rolled .hit");
  // A card that was tapped too late only explains itself, and lies over the boards.
  if (await felt.locator(".explain").count()) await page.keyboard.press("Escape");
  if (await dice.count()) {
    if (!(await felt.locator('.rolled .hit[aria-pressed="true"]').count())) await tap(dice.first());
    const targets = felt.locator(".lanes .field.next, .lanes .field.take");
    const target = targets.nth(Math.floor(Math.random() * (await targets.count())));
    const point = await target.evaluate(seen, undefined, { timeout: 500 }).catch(() => null);
    if (point) await page.mouse.click(...point);
  } else {
    const cards = felt.locator(".lanes [data-stop]");
    // Any of them: some only explain themselves, or are refused.
    if (await cards.count()) await tap(cards.nth(Math.floor(Math.random() * (await cards.count()))));
  }
}

/** Where to tap something. Nobody taps what lies under the bar or the tray: it is scrolled to first. */
function seen(field: Element): [number, number] | null {
  field.scrollIntoView({ block: "center", behavior: "instant" });
  const box = field.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return document.elementFromPoint(x, y)?.closest(".lane") === field.closest(".lane") ? [x, y] : null;
}

/** Make this very move. */
export async function make(page: Page, move: Move): Promise<void> {
  const felt = page.locator("main.felt.sack");
  const lane = felt.locator(".lane").nth((move.board ?? 1) - 1);
  if (move.type === "score") {
    if (move.board === null) await felt.locator(".ask .btn[data-stop]").click();
    else await lane.locator(".sackcard").click();
    return;
  }
  const dice = felt.locator(".rolled:has(.hit)");
  if (!(await felt.locator(`.rolled.sel`).count()))
    for (let at = 0; at < (await dice.count()); at++)
      if ((await dice.nth(at).locator(".p path").count()) === move.die) {
        await dice.nth(at).locator(".hit").click();
        break;
      }
  const target = move.type === "place" ? lane.locator(".field.next") : lane.locator(".field").nth(move.field - 1);
  // The lesson scrolls what is asked for into view by itself; a person waits until it stands still.
  await standing(target);
  await target.scrollIntoViewIfNeeded();
  const box = (await target.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Waits until something has not moved for half a second: what scrolls into view does so a little later. */
async function standing(what: Locator): Promise<void> {
  await what.evaluate(async (one) => {
    let [top, frames] = [one.getBoundingClientRect().top, 0];
    while (frames < 30) {
      await new Promise(requestAnimationFrame);
      const now = one.getBoundingClientRect().top;
      [top, frames] = [now, now === top ? frames + 1 : 0];
    }
  });
}

/** Take up a die and say where the first field is that it may lie on. */
export async function takeUpADie(page: Page): Promise<{ x: number; y: number }> {
  const next = page.locator(".lanes .field.next").first();
  const none = page.getByRole("button", { name: "Keine werten" });
  // A tap that comes while the roll is still being shown, or where a pair of sixes asks first, leads nowhere yet.
  await expect(async () => {
    if (await none.isVisible()) await none.click();
    if (!(await next.isVisible())) await page.locator(".rolled .hit").first().click({ timeout: 2000 });
    await expect(next).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  const box = (await next.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Karten-Kniffel: fill a field where one fits, else draw. */

import type { Page } from "@playwright/test";
import type { Move } from "../../src/games/kniffel/types.ts";
import { tap } from "./tap.ts";

export async function turn(page: Page): Promise<void> {
  const felt = page.locator("main.felt.kniffel");
  const commit = felt.locator(".do .btn.gold");
  if (await felt.locator(".fan").count()) {
    const first = felt.locator('.do [data-mode="score"]');
    const cards = felt.locator('.fan button[aria-pressed="false"]');
    if (await first.count()) await tap(first);
    // Who holds as many as one may would only pass.
    else if ((await felt.locator('[data-mode="swap"][aria-checked="true"]').count()) && (await cards.count()) > 9)
      await tap(cards.first());
    else if (await commit.count()) {
      const shout = felt.locator('.shout[aria-pressed="false"]');
      if (await shout.count()) await tap(shout);
      await tap(commit);
    } else if (await felt.locator('[data-mode="score"][aria-checked="true"]').count()) {
      const lines = felt.locator("button.line.fit");
      if (await lines.count()) await tap(lines.last());
      else await tap(felt.locator('[data-mode="swap"]'));
    } else await tap(cards.first());
  }
}

/** Make this very move. */
export async function make(page: Page, move: Move): Promise<void> {
  const felt = page.locator("main.felt.kniffel");
  if (move.type === "score") {
    if (await felt.locator('[data-mode="score"]:not([aria-checked="true"])').count())
      await felt.locator('[data-mode="score"]').click();
    if (!(await felt.locator(`.line.pick[data-field="${move.field}"]`).count()))
      await felt.locator(`[data-field="${move.field}"]`).click();
    if (move.announce && (await felt.locator('.shout[aria-pressed="false"]').count()))
      await felt.locator(".shout").click();
    await felt.locator(".do .btn.gold").click();
    return;
  }
  if (await felt.locator('[data-mode="swap"]:not([aria-checked="true"])').count())
    await felt.locator('[data-mode="swap"]').click();
  for (const value of move.discard) await felt.locator(`.fan .kc.v${value}[aria-pressed="false"]`).first().click();
  const buttons = felt.locator(".do .btn");
  await (move.type === "swap" && move.draw === move.discard.length ? buttons.first() : buttons.last()).click();
}

/** After the match: the replay, and the check of the dice. */

import { readFileSync } from "node:fs";
import { expect, PHONE, PROOF, test } from "./test.ts";
import { GAMES, playOut } from "./play.ts";

// Each game's draws are checked by the same code, `src/lib/fair.ts`: one here, all in the long proof.
for (const game of PROOF ? GAMES : GAMES.slice(0, 1))
  test(`${game}: the dice are checked in the browser, and a tampered record is rejected`, async ({ visit }) => {
    const page = await visit({ still: true });
    const code = await playOut(page, game);
    await page.getByRole("link", { name: "Selbst prüfen" }).click();
    await page.getByRole("button", { name: "Nachrechnen" }).click();
    await expect(page.locator("[data-verdict]")).toHaveAttribute("data-verdict", "honest");
    await expect(page.locator(".said").first(), "one tap was enough").toContainText("eine eigene Zufallszahl");

    const tampered: Record<string, (record: any) => void> = {
      "another die or card": (record) => {
        const fallen =
          record.events.find((event: any) => !("seat" in event) && event.type !== "deal") ?? record.events[0];
        const text = JSON.stringify(fallen);
        const changed = text.replace(/([1-6])(?!.*[1-6])/, (digit) => String((Number(digit) % 6) + 1));
        Object.assign(fallen, JSON.parse(changed));
      },
      "another secret": (record) =>
        (record.proof.secret = record.proof.secret.replace(/^./, (c: string) => (c === "0" ? "1" : "0"))),
      "other words": (record) => (record.proof.seats[0].words = "!"),
      "a bot's bytes": (record) => (record.proof.seats[1] = { random: "00".repeat(32), commitment: "00".repeat(32) }),
      "a proof that is cut off": (record) => delete record.proof,
      "another seal and secret": (record) => {
        record.proof.secret = "00".repeat(32);
        record.proof.seal = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
      },
      "a draw left out": (record) =>
        record.events.splice(
          record.events.findIndex((event: any, at: number) => at && !("seat" in event)),
          1,
        ),
    };
    // `fair.test.ts` rejects them all without a page.
    for (const [what, change] of Object.entries(tampered).slice(0, PROOF ? undefined : 2)) {
      await page.route(`**/tables/${code}/record`, async (route) => {
        const answer = await route.fetch();
        const record = await answer.json();
        change(record);
        await route.fulfill({ response: answer, json: record });
      });
      await page.goto(`/t/${code}/check`);
      await page.getByRole("button", { name: "Nachrechnen" }).click();
      await expect(page.locator("[data-verdict]"), what).toHaveAttribute("data-verdict", "rejected");
      await page.unroute(`**/tables/${code}/record`);
    }
  });

test("a finished match is replayed by keyboard, by scrubber, to its scorings, and shared", async ({ visit }) => {
  const page = await visit();
  const code = await playOut(page, "sack");
  await page.getByRole("link", { name: "Zug für Zug" }).click();
  await expect(page).toHaveURL(/replay/);
  const scrubber = page.getByRole("slider");
  await expect(scrubber).toBeVisible();
  await page.keyboard.press("Home");
  await expect(scrubber).toHaveValue("0");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(scrubber).toHaveValue("2");
  await page.keyboard.press("ArrowLeft");
  await expect(scrubber).toHaveValue("1");
  await page.keyboard.press("End");
  const last = await scrubber.getAttribute("max");
  await expect(scrubber).toHaveValue(last!);
  await page.goto(`/t/${code}/replay?at=7`);
  await expect(scrubber).toHaveValue("7");
  const before = Number(await scrubber.inputValue());
  await page.keyboard.press("PageDown");
  expect(Number(await scrubber.inputValue())).toBeGreaterThan(before);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("link", { name: /Protokoll/ })
      .or(page.getByRole("button", { name: /Protokoll/ }))
      .first()
      .click(),
  ]);
  const record = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect([record.pasch, record.game]).toEqual([1, "sack"]);

  const stranger = await visit({ size: PHONE, lang: "en" });
  await stranger.goto(`/t/${code}/replay?at=7`);
  await expect(stranger.getByRole("slider")).toHaveValue("7");
});

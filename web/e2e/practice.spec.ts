/** Exercises: a match played badly is reviewed, its mistakes are in the book, and are tried again on the board. */

import { DESKTOP, expect, looks, PHONE, test, to } from "./test.ts";
import { GAMES, turn } from "./games/index.ts";
import { playBadly, playNow } from "./play.ts";

const GAME = GAMES.at(-1)!;

for (const [name, look] of looks(1))
  test(`${name}: mistakes become exercises, which are tried on the board and come back`, async ({ visit }) => {
    const page = await visit({ ...look, still: true });
    const say = to(look);
    const begin = page.getByRole("button", { name: say(/üben$/, /^Try \d+ exercise/) });
    const nothing = page.getByText(say(/^Noch nichts zu üben/, /^Nothing to practise yet/));
    do {
      await playNow(page, GAME);
      await playBadly(page);
      await page.goto("/");
      await page.getByRole("link", { name: say(/Übungsbuch/, /Exercise book/) }).click();
      await expect(begin.or(nothing)).toBeVisible({ timeout: 60_000 });
    } while (await nothing.isVisible()); // with good dice nothing that is done badly costs much
    await expect(page.getByText(say(/Partien? durch/, /more match(es)? …/))).toHaveCount(0, { timeout: 60_000 });
    const due = Number(/\d+/.exec(await begin.innerText()));
    await begin.click();
    await expect(page.locator(".speech")).toContainText(
      say(/Hier hast du \d+ Punkte liegen lassen\./, /Here you left \d+ points on the table\./),
    );
    await expect(page.locator(".verdict")).toHaveCount(0);

    await expect(async () => {
      await turn(page, GAME);
      await expect(page.locator(".verdict")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(
      page.getByRole("heading", {
        name: say(/^(Genau!|Fast\.|Da ist noch mehr drin\.)$/, /^(Exactly!|Nearly\.|There is more in it\.)$/),
      }),
    ).toBeFocused();
    await expect(page.locator(".verdict li")).toHaveCount(2);
    await expect(page.locator(".verdict")).toContainText(/\d+ ?%/);
    for (const size of [PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    }
    await page.setViewportSize(look.size);

    await page.getByRole("button", { name: say(/^(Noch mal|Zurück)$/, /^(Try again|Back)$/) }).click();
    await expect(page.locator(".verdict")).toHaveCount(0);
    await page.getByRole("link", { name: say("Auslassen", "Skip") }).click();
    await page.goto("/practice");
    await expect(page.getByText(say("Kommt wieder", "Coming back"), { exact: true })).toBeVisible();
    await expect(page.getByText(say("morgen", "tomorrow"), { exact: true })).toHaveCount(1);
    if (due > 1)
      await expect(
        page.getByRole("button", { name: new RegExp(`^(Try )?${due - 1} (Aufgaben? üben|exercises?)$`) }),
      ).toBeVisible();
  });

for (const [name, look] of looks(0))
  test(`${name}: without matches the book says what to do`, async ({ visit }) => {
    const page = await visit({ ...look, still: true });
    const say = to(look);
    await page.goto("/settings");
    await page.getByRole("link", { name: say("Übungsbuch", "Exercise book") }).click();
    await expect(
      page.getByRole("heading", { name: say("Noch nichts zu üben", "Nothing to practise yet") }),
    ).toBeVisible();
    await page.getByRole("link", { name: say("Eine Runde spielen", "Play a round") }).click();
    await expect(page).toHaveURL(/\/$/);
  });

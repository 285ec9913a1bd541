/** Hints at a table of two: chosen for all, taken by one, told to the other. */

import { GAMES, play } from "./play.ts";
import { DESKTOP, expect, LARGE, looks, opposite, test, to } from "./test.ts";

/** 1280 x 720: a laptop with little height. */
const LOW = { width: 1280, height: 720 };
/** As long as reasons get. */
const REASON =
  "That makes 44 in the upper part, and losing 20 points no longer threatens; the swap brings “small straight” only 23 times out of 100.";

for (const [name, look] of looks(3))
  test(`${name}: one takes a hint, and the other is told so`, async ({ visit }) => {
    const lena = await visit({ ...look, still: true });
    const jonas = await visit({ ...opposite(look), still: true });
    const [lenas, jonass] = [to(look), to(opposite(look))];
    await lena.goto("/");
    await lena.locator('.box[data-game="sack"] .acts .btn').nth(1).click();
    await lena.getByLabel(lenas("Wie heißt du?", "What is your name?")).fill("Lena");
    await lena
      .getByRole("button", { name: lenas("Speichern", "Save") })
      .first()
      .click();
    await lena.getByLabel(lenas("Tipps", "Hints")).selectOption("rank");
    await jonas.goto(lena.url());
    await jonas.getByLabel(jonass("Wie heißt du?", "What is your name?")).fill("Jonas");
    await jonas.getByRole("button", { name: jonass("Hinsetzen", "Sit down") }).click();
    await expect(jonas.getByLabel(jonass("Tipps", "Hints"))).toHaveValue("rank");
    await lena.getByLabel(lenas("Es beginnt", "Who begins")).selectOption("Lena");
    await lena.getByRole("button", { name: lenas("Los geht’s", "Let’s go") }).click();

    // On a machine that has much to do a hint may be late: then one asks again.
    const tips = lena.getByRole("region", { name: lenas("Tipps", "Hints") }).locator("li");
    await expect(async () => {
      if (!(await tips.count()))
        await lena.getByRole("button", { name: lenas("Einen Tipp holen", "Take a hint") }).click({ timeout: 2000 });
      await expect(tips).toHaveCount(3, { timeout: 4000 });
    }).toPass();
    await expect(lena.getByText(lenas("Du hast dir einen Tipp geholt.", "You took a hint.")).first()).toBeVisible();
    await expect(jonas.getByText(jonass("hat sich einen Tipp geholt.", "took a hint.")).first()).toBeVisible();
    await expect(jonas.getByRole("region", { name: jonass("Tipps", "Hints") })).toHaveCount(0);
    const title = jonas.locator(".bar h1");
    expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth), "beside cap, words and chat").toBe(0);
    await expect(
      jonas.getByRole("button", { name: /Lena/ }).getByText(jonass("spielt mit Tipps", "plays with hints")),
    ).toHaveCount(1);
    await jonas
      .getByRole("button", { name: jonass(/^An diesem Tisch sind Tipps an/, /^Hints are on at this table/) })
      .click();
    await expect(
      jonas.getByText(jonass(/steht im Verlauf, aber nicht, welchen/, /The log says who took a hint, but not which/)),
    ).toBeVisible();

    // The board stays live: what is picked up carries the letters, and so does its name.
    const best = lena.getByRole("button", { name: lenas(/^[ABC] nehmen$/, /^Take [ABC]$/) });
    const letter = /[ABC](?![a-z])/.exec(await best.innerText())![0];
    await expect(lena.locator(".lane .lt", { hasText: letter })).toBeVisible();
    const [lane, tray] = [
      await lena.locator(".lane").first().boundingBox(),
      await lena.locator(".coached").boundingBox(),
    ];
    expect(tray!.y, "the tray lies below the boards").toBeGreaterThanOrEqual(lane!.y + lane!.height);
    const words = lena.locator(".rank .what");
    for (const row of await words.all()) expect((await row.boundingBox())!.width, "not squeezed").toBeGreaterThan(90);
    await best.click();
    await expect(lena.getByRole("region", { name: lenas("Tipps", "Hints") })).toHaveCount(0);
  });

for (const [name, look] of looks(1))
  test(`${name}: beside the tutor and its reasons the whole table stays on the felt`, async ({ visit }) => {
    const page = await visit({ ...look, still: true });
    const call = async (path: string, data?: object) =>
      (await (await page.request.post(`/api/v1${path}`, { data })).json()) as { id: string };
    await call("/me", { name: "Lena" });
    for (const game of GAMES) {
      const setup = { game, seats: 2, bots: ["easy"], hints: "ask", tutor: true, options: { first: 0 } };
      const { id } = await call("/tables", setup);
      await call(`/tables/${id}/begin`);
      await page.goto(`/t/${id}`);
      const hasTip = () =>
        page
          .locator(".tutor")
          .waitFor({ timeout: 1500 })
          .then(
            () => true,
            () => false,
          );
      await play(page, game, hasTip);
      await page.getByRole("button", { name: to(look)("Warum?", "Why?"), exact: true }).click();
      await page.locator(".tutor .why .sentence").evaluate((one, reason) => (one.textContent = reason), REASON);
      await expect(page.locator(".tutor .why")).toHaveText(REASON);
      const onPage = () =>
        page.evaluate(() => {
          const { scrollWidth: width, scrollHeight: height } = document.documentElement;
          return { width, height };
        });
      expect((await onPage()).width).toBe(look.size.width);
      for (const size of look.size === DESKTOP ? [LARGE, DESKTOP, LOW] : []) {
        await page.setViewportSize(size);
        await expect.poll(onPage, game).toEqual(size);
        if (game === "kniffel") {
          const [piles, asked] = [page.locator(".piles"), page.locator(".modes .tip")];
          const end = (await piles.locator("small").last().boundingBox())!;
          expect(end.y + end.height, "the piles end above the question").toBeLessThanOrEqual(
            (await asked.boundingBox())!.y,
          );
        }
      }
    }
  });

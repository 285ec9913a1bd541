/** Moments on the boards that only a browser shows. */

import { DESKTOP, expect, PHONE, test } from "./test.ts";
import { takeUpADie } from "./games/sack.ts";
import { codeOf, GAMES, letBotsFinish, play, playNow } from "./play.ts";

const LYING = { width: 844, height: 390 };

test("twenty one on a phone: a tap that comes early counts, the bonus can be read, the result fits", async ({
  visit,
}) => {
  const page = await visit({ size: PHONE, still: true });
  await playNow(page, "twentyone");
  await page.getByRole("button", { name: "Bonus" }).click();
  await expect(page.getByRole("dialog")).toContainText("+21");
  await page.keyboard.press("Escape");

  await expect(page).toHaveTitle(/^●/, { timeout: 30_000 });
  // All at once, faster than any answer: keep if that is asked, a field, enter.
  const chosen = await page.evaluate(async () => {
    const felt = document.querySelector("main.felt.to")!;
    const shown = () => new Promise((then) => requestAnimationFrame(then));
    if (felt.querySelector(".do .other.two")?.textContent?.includes("Würfel")) {
      felt.querySelector<HTMLElement>(".do .main")!.click();
      await shown();
    }
    const field = felt.querySelector<HTMLElement>(".r21.now .f21.can");
    field?.click();
    await shown();
    felt.querySelector<HTMLElement>(field ? ".do .main" : ".do .other")!.click();
    return field !== null;
  });
  const table = `/api/v1/tables/${new URL(page.url()).pathname.split("/")[2]}`;
  await expect
    .poll(async () => {
      const { scenes } = (await (await page.request.get(`${table}/story?seat=0`)).json()) as {
        scenes: { seat: number | null; event: { type: string; colours?: string[] } | null }[];
      };
      const mine = scenes.filter(({ seat, event }) => seat === 0 && event?.type === "mark");
      return mine[0]?.event?.colours?.length;
    })
    .toBe(chosen ? 1 : 0);

  await letBotsFinish(page);
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 640 });
    const spilled = await page.evaluate(() =>
      [...document.querySelectorAll(".rk, .rk ul, .rk li")].flatMap((box) => {
        const edge = box.getBoundingClientRect();
        return [...box.querySelectorAll("i, b, small")]
          .filter(
            (one) => one.getBoundingClientRect().right > edge.right || one.getBoundingClientRect().left < edge.left,
          )
          .map((one) => one.outerHTML);
      }),
    );
    expect(spilled).toEqual([]);
  }
});

test("Blöder Sack: what a die would change is seen whole on every screen", async ({ visit }) => {
  const page = await visit({ size: PHONE, still: true });
  await playNow(page, "sack");
  await expect(page).toHaveTitle(/^●/, { timeout: 30_000 });
  // Four cards do not win: they end the match.
  await expect(page.locator(".bar .meta")).toHaveText("4 Karten = letzte Runde");
  await takeUpADie(page);
  for (const size of [PHONE, { width: 390, height: 844 }, LYING, { width: 1000, height: 700 }, DESKTOP]) {
    await page.setViewportSize(size);
    const spilled = await page.locator(".lead.will").evaluateAll((chips) =>
      chips.flatMap((chip) => {
        const edge = chip.getBoundingClientRect();
        return [...chip.querySelectorAll(".emblem, .val, .crown, .nm")]
          .filter((part) => {
            const { left, right, top, bottom, width } = part.getBoundingClientRect();
            const isOut = left < edge.left - 1 || right > edge.right + 1;
            return width && (isOut || top < edge.top - 1 || bottom > edge.bottom + 1);
          })
          .map((part) => part.outerHTML);
      }),
    );
    expect(spilled, `${size.width} px`).toEqual([]);
  }
});

test("Karten-Kniffel asks a beginner what to do, and says what one more card costs", async ({ visit }) => {
  const page = await visit({ size: PHONE, still: true });
  await playNow(page, "kniffel");
  await expect(page).toHaveTitle(/^●/, { timeout: 30_000 });
  await expect(page.locator("[data-mode][aria-checked]")).toHaveCount(0);
  // What is chosen before the question is answered is not forgotten.
  for (const at of [0, 1]) await page.locator(".fan .kc").nth(at).click();
  await page.getByRole("button", { name: "Tauschen" }).click();
  const greedy = page.getByRole("button", { name: "2 tauschen, 3 ziehen" });
  await expect(greedy).toContainText("−2 beim Eintragen");
  await expect(page.getByRole("button", { name: "2 tauschen, 2 ziehen" })).toContainText("danach 5 Karten");
});

test("Karten-Kniffel lays out all discards, on the smallest phone, too, and the back button puts them away", async ({
  visit,
}) => {
  const page = await visit({ size: PHONE, still: true });
  await playNow(page, "kniffel");
  const laid = async () => {
    const story = await page.request.get(`/api/v1/tables/${codeOf(page)}/story?seat=0`);
    const { scenes } = (await story.json()) as {
      scenes: { event: { type: string; discard?: number[]; cards?: number[] } | null }[];
    };
    return scenes
      .flatMap(({ event }) => (event?.type === "score" ? event.cards! : (event?.discard ?? [])))
      .map(String)
      .reverse();
  };
  // More than lie there to be seen.
  await play(page, "kniffel", async () => (await page.title()).startsWith("●") && (await laid()).length > 6);
  const pile = page.getByRole("button", { name: "Ablage, zuletzt" });
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await pile.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Ablage: " });
    await expect(sheet.getByRole("listitem")).toHaveText(await laid());
    await (size === PHONE ? page.goBack() : page.keyboard.press("Escape"));
    await expect(sheet).toHaveCount(0);
    await expect(pile).toBeFocused();
  }
});

test("on a phone that lies the bar tells what happened, and what one holds stays beside the board", async ({
  visit,
}) => {
  const page = await visit({ size: LYING, still: true });
  for (const game of GAMES)
    for (const [width, height] of [
      [844, 390],
      [932, 430],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (width === 844) await playNow(page, game);
      const told = page.locator(".bar .told .sentence");
      await expect(told).toHaveText(/\S/);
      await page.evaluate(() => scrollTo(0, 1e4));
      const bar = (await page.locator(".bar").boundingBox())!;
      const box = (await told.boundingBox())!;
      expect(box.width).toBeGreaterThan(30);
      expect(box.y).toBeGreaterThanOrEqual(bar.y);
      expect(box.y + box.height).toBeLessThanOrEqual(bar.y + bar.height);
      const rail = (await page.locator("main.felt .rail").first().boundingBox())!;
      expect(rail.x).toBeGreaterThan(width / 2);
      expect(rail.y).toBeGreaterThanOrEqual(bar.y + bar.height - 1);
      expect(rail.y + rail.height).toBeLessThanOrEqual(height + 1);
    }
});

/** Hints at a table of two: chosen for all, taken by one, told to the other. */

import { expect, PHONE, test } from "./test.ts";

test("one takes a hint, and the other is told so", async ({ visit }) => {
  const lena = await visit({ still: true });
  const jonas = await visit({ size: PHONE, lang: "en", still: true });
  await lena.goto("/");
  await lena.locator('.box[data-game="sack"] .acts .btn').nth(1).click();
  await lena.getByLabel("Wie heißt du?").fill("Lena");
  await lena.getByRole("button", { name: "Speichern" }).first().click();
  await lena.getByLabel("Tipps").selectOption("Rangliste");
  await jonas.goto(lena.url());
  await jonas.getByLabel("What is your name?").fill("Jonas");
  await jonas.getByRole("button", { name: "Sit down" }).click();
  await expect(jonas.getByLabel("Hints")).toHaveValue("rank");
  await lena.getByLabel("Es beginnt").selectOption("Lena");
  await lena.getByRole("button", { name: "Los geht’s" }).click();

  // On a machine that has much to do a hint may be late: then one asks again.
  const tips = lena.getByRole("region", { name: "Tipps" }).locator("li");
  await expect(async () => {
    if (!(await tips.count())) await lena.getByRole("button", { name: "Einen Tipp holen" }).click({ timeout: 2000 });
    await expect(tips).toHaveCount(3, { timeout: 4000 });
  }).toPass();
  await expect(lena.getByText("Du hast dir einen Tipp geholt.").first()).toBeVisible();
  await expect(jonas.getByText("took a hint.").first()).toBeVisible();
  await expect(jonas.getByRole("region", { name: "Hints" })).toHaveCount(0);
  const title = jonas.locator(".bar h1");
  expect(await title.evaluate((one) => one.scrollWidth - one.clientWidth), "beside cap, words and chat").toBe(0);
  await expect(jonas.getByRole("button", { name: /Lena/ }).getByText("plays with hints")).toHaveCount(1);
  await jonas.getByRole("button", { name: /^Hints are on at this table/ }).click();
  await expect(jonas.getByText(/The log says who took a hint, but not which/)).toBeVisible();

  // The board stays live: what is picked up carries the letters, and so does its name.
  const best = lena.getByRole("button", { name: /^[ABC] nehmen$/ });
  const letter = (await best.innerText())[0]!;
  await expect(lena.locator(".lane .lt", { hasText: letter })).toBeVisible();
  const [lane, tray] = [
    await lena.locator(".lane").first().boundingBox(),
    await lena.locator(".coached").boundingBox(),
  ];
  expect(tray!.y, "the tray lies below the boards").toBeGreaterThanOrEqual(lane!.y + lane!.height);
  await best.click();
  await expect(lena.getByRole("region", { name: "Tipps" })).toHaveCount(0);
});

/** Settings, rules, lessons, and why something is not possible. */

import { expect, PHONE, PROOF, test } from "./test.ts";
import { takeUpADie } from "./games/sack.ts";
import { codeOf, GAMES, playNow } from "./play.ts";
import type { TableInfo } from "../src/lib/protocol.ts";

test("settings are shown at once and remembered", async ({ visit }) => {
  const page = await visit({ size: PHONE });
  await page.goto("/settings");
  const html = page.locator("html");
  await page.getByRole("button", { name: "English" }).click();
  await expect(html).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: "dark" }).click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  for (const [group, attribute] of [["Big text", "data-big"]] as const) {
    await page.getByRole("group", { name: group }).getByRole("button", { name: "on" }).click();
    await expect(html).toHaveAttribute(attribute, "");
  }
  await page.getByRole("group", { name: "Motion" }).getByRole("button", { name: "off" }).click();
  await expect(html).toHaveAttribute("data-motion", "off");
  await page.getByRole("group", { name: "Neutral names" }).getByRole("button", { name: "on" }).click();
  await page.goto("/");
  await expect(page.getByText("Card Yahtzee").first()).toBeVisible();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await expect(html).toHaveAttribute("data-big", "");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("the language follows the browser until somebody chooses", async ({ visit }) => {
  const german = await visit({ lang: "de" });
  const english = await visit({ lang: "en" });
  await german.goto("/");
  await english.goto("/");
  await expect(german.getByText("Na, eine Runde?")).toBeVisible();
  await expect(english.getByText("Fancy a round?")).toBeVisible();
  await english.getByRole("button", { name: "DE", exact: true }).click();
  await expect(english.getByText("Na, eine Runde?")).toBeVisible();
});

for (const game of PROOF ? GAMES : GAMES.slice(0, 1)) {
  test(`${game}: the rules are one tap away in a match`, async ({ visit }) => {
    const page = await visit({ size: PHONE });
    await playNow(page, game);
    await page.getByRole("button", { name: "Regeln" }).click();
    await expect(page.getByRole("dialog")).toContainText(game[0]!.toUpperCase() + "1");
    const table = page.url();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(page.url()).toBe(table);
  });
}

test("what is not possible says why, with the rule and the server's own sentence", async ({ visit }) => {
  const page = await visit();
  await playNow(page, "kniffel");
  await expect(page).toHaveTitle(/^●/);
  await page.locator('[data-field="kniffel"]').click();
  await expect(page.locator(".strip")).toContainText(/\(K\d+\)/);
});

test("the log tells the match in sentences, in the language that is chosen", async ({ visit }) => {
  const page = await visit();
  await playNow(page, "sack");
  await expect(page).toHaveTitle(/^●/);
  await page.getByRole("button", { name: "Was bisher geschah" }).click();
  await expect(page.locator(".lines li").first()).toContainText(/Aufgedeckt/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menü" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "What happened so far" }).click();
  await expect(page.locator(".lines")).toContainText(/\brolls?\b/);
});

test("the first die can be taken back until the second one lies", async ({ visit }) => {
  const page = await visit({ size: PHONE });
  await playNow(page, "sack");
  await expect(page).toHaveTitle(/^●/);
  const lying = page.locator(".lanes .field .lie:not(.ghost)");
  const target = await takeUpADie(page);
  const before = await lying.count(); // a pair has cleared its board by now
  await page.mouse.click(target.x, target.y);
  await expect(lying).toHaveCount(before + 1);
  await page.getByRole("button", { name: "Zurücknehmen" }).click();
  await expect(lying).toHaveCount(before);
  await expect(page.locator(".rolled svg")).toHaveCount(2);
});

test("how good the bots are is chosen once, and remembered", async ({ visit }) => {
  const page = await visit({ size: PHONE });
  const invitation = page.locator('.box[data-game="twentyone"] .btn.gold');
  await page.goto("/");
  await expect(invitation).toContainText("gegen 3 Bots · mittel");
  await page.getByLabel("Stärke der Bots").selectOption("stark");
  await expect(invitation).toContainText("gegen 3 Bots · stark");
  await page.reload();
  await expect(page.getByLabel("Stärke der Bots")).toHaveValue("strong");
  await playNow(page, "twentyone");
  const table = (await (await page.request.get(`/api/v1/tables/${codeOf(page)}`)).json()) as TableInfo;
  expect(table.chairs.map((chair) => chair.level)).toEqual([undefined, "strong", "strong", "strong"]);
  expect(new Set(table.chairs.map((chair) => chair.name)).size).toBe(4);
});

test("whoever leaves the table is told so, a bot plays on, and one tap takes the seat back", async ({ visit }) => {
  const [page, friend] = [await visit({ still: true }), await visit({ still: true })];
  for (const [one, name] of [
    [page, "Lena"],
    [friend, "Tobi"],
  ] as const)
    await expect(await one.request.post("/api/v1/me", { data: { name } })).toBeOK();
  const setup = { game: "sack", seats: 2, options: { first: 1 } };
  const { id } = (await (await page.request.post("/api/v1/tables", { data: setup })).json()) as TableInfo;
  await expect(await friend.request.post(`/api/v1/tables/${id}/seats/1`, { data: { type: "me" } })).toBeOK();
  await expect(await page.request.post(`/api/v1/tables/${id}/begin`)).toBeOK();
  await friend.goto(`/t/${id}`);
  await page.goto(`/t/${id}`);
  await page.getByRole("button", { name: "Menü" }).click();
  await page.getByRole("button", { name: /Vom Tisch aufstehen/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Aufstehen" }).click();
  await expect(page.getByText("Du bist aufgestanden. Ein Bot spielt für dich weiter")).toBeVisible();
  await expect(friend.getByRole("log")).toContainText("Lena steht auf, ein Bot spielt weiter.");
  await page.goto(`/t/${id}`);
  await page.getByRole("button", { name: "Wieder selbst spielen" }).click();
  await expect(page.getByText("Ein Bot spielt gerade für dich.")).toHaveCount(0);
  await expect(friend.getByRole("log")).toContainText("Lena ist wieder da.");
  await expect(await friend.request.post(`/api/v1/tables/${id}/close`)).toBeOK();
  await expect(page.getByRole("log")).toContainText("Tobi hat den Tisch geschlossen.");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Der Tisch ist zu" })).toBeVisible();
  await expect(page.getByRole("status").getByText("Tobi hat den Tisch geschlossen.")).toBeVisible();
  await page.getByRole("button", { name: "Neuer Tisch, dieselben Leute" }).click();
  await friend.getByRole("button", { name: "Dabei", exact: true }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
});

test("a private link asks before it replaces somebody, and a device can be signed out", async ({ visit }) => {
  const [lena, tobi] = [await visit({ still: true }), await visit({ size: PHONE, still: true })];
  for (const [one, name] of [
    [lena, "Lena"],
    [tobi, "Tobi"],
  ] as const)
    await expect(await one.request.post("/api/v1/me", { data: { name } })).toBeOK();
  await lena.goto("/me/devices");
  await lena.getByRole("button", { name: "Link erstellen" }).click();
  const link = await lena.getByLabel("Link erstellen").inputValue();
  await tobi.goto(link);
  await expect(tobi.getByText("Du bist hier Tobi. Dieser Link gehört Lena.")).toBeVisible();
  await tobi.getByRole("button", { name: "Tobi bleiben" }).click();
  await tobi.goto("/settings");
  await expect(tobi.getByLabel("Name", { exact: true })).toHaveValue("Tobi");
  await tobi.goto(link);
  await tobi.getByRole("button", { name: "Link für Tobi erstellen" }).click();
  await expect(tobi.getByLabel("Link für Tobi erstellen")).toHaveValue(/\/#\/me\//);
  await tobi.getByRole("button", { name: "Als Lena weiter" }).click();
  await expect(tobi.getByText("Willkommen zurück, Lena.")).toBeVisible();
  await lena.reload();
  await lena.getByRole("button", { name: /abmelden$/ }).click();
  await expect(lena.getByText("hier", { exact: true })).toBeVisible();
  await expect(lena.getByRole("button", { name: /abmelden$/ })).toHaveCount(0);
  await expect(lena.getByRole("status").first()).toHaveText(/Link für den Notfall von vorher gilt nicht mehr/);
  expect(await (await tobi.request.get("/api/v1/me")).json()).toBeNull();
});

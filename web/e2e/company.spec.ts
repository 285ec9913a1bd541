/** Several people at one table: by link, in two tabs, watching, on one device. */

import { expect, PHONE, PROOF, test, type Page } from "./test.ts";
import { tap } from "./games/tap.ts";
import { takeUpADie } from "./games/sack.ts";
import { codeOf, play, playBadly, playNow } from "./play.ts";

async function openTable(page: Page, game: string, name: string): Promise<string> {
  await page.goto("/");
  await page.locator(`.box[data-game="${game}"] .acts .btn`).nth(1).click();
  await page.getByLabel("Wie heißt du?").fill(name);
  await page.getByRole("button", { name: "Speichern" }).first().click();
  await expect(page.locator(".chair").first()).toContainText(name);
  return page.url();
}

async function sitDown(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Wie heißt du?").fill(name);
  await page.getByRole("button", { name: "Hinsetzen" }).click();
  await expect(page.getByText("das bist du")).toBeVisible();
}

test("a friend opens the link on a phone, types a name, sits down, and both play to the end", async ({ visit }) => {
  const lena = await visit();
  const jonas = await visit({ size: PHONE });
  const link = await openTable(lena, "twentyone", "Lena");
  await expect(lena.getByRole("img", { name: /QR-Code/ })).toBeVisible();
  await expect(lena.getByRole("button", { name: "Los geht’s" })).toBeDisabled();
  await sitDown(jonas, link, "Jonas");
  await expect(lena.locator(".chair").nth(1)).toContainText("Jonas");
  for (const chair of await lena.locator(".chair").all()) await expect(chair).toBeInViewport({ ratio: 1 });
  await lena.getByLabel("Dein Glücksspruch").fill("Dreimal schwarzer Kater");
  await lena.getByRole("button", { name: "Los geht’s" }).click();
  // Some turns by hand, and the rest beside the page; in the long proof all of them by hand.
  let turns = 0;
  const isEnough = () => !PROOF && turns++ > 12;
  await Promise.all([lena, jonas].map((page) => play(page, "twentyone", isEnough)));
  if (!PROOF) await Promise.all([lena, jonas].map(playBadly));
  for (const page of [lena, jonas]) await expect(page.locator(".end .ranks")).toBeVisible();
  const headline = await lena.locator(".winner h2").innerText();
  const totals = (page: Page) => page.locator(".ranks .sc b").allInnerTexts();
  expect(headline).toMatch(/gewinn/);
  // Whoever has won sees it at once; where somebody else has, the table lies in the shade.
  for (const page of [lena, jonas]) {
    const isMine = await page.locator(".ranks .rk.yours .pl").innerText();
    await expect(page.locator(".winner.lost")).toHaveCount(isMine === "1" ? 0 : 1);
  }
  expect(await totals(lena)).toEqual(await totals(jonas));

  // Both devices have added to the dice, one of them with words, and each has noted what was settled.
  for (const page of [lena, jonas]) {
    await expect(page.getByRole("heading", { name: "Ehrlich gewürfelt" })).toBeVisible();
    await page.getByRole("link", { name: "Selbst prüfen" }).click();
    await page.getByRole("button", { name: "Nachrechnen" }).click();
    await expect(page.locator("[data-verdict]")).toHaveAttribute("data-verdict", "honest");
    await expect(page.getByText(/vor dem ersten Wurf alles gemerkt/)).toBeVisible();
    await expect(page.locator(".said")).toHaveText([
      "Lena eine eigene Zufallszahl „Dreimal schwarzer Kater“",
      "Jonas eine eigene Zufallszahl",
    ]);
    await page.goBack();
  }

  // My matches: the one that waits for me is first, tomorrow too.
  await playNow(lena, "sack");
  await expect(lena).toHaveTitle(/^●/);
  const waiting = codeOf(lena);
  await lena.goto("/");
  const first = lena.locator(".ws").first();
  await expect(first).toHaveAttribute("href", `/t/${waiting}`);
  await expect(first).toContainText("Weiter");
  await expect(lena.getByText("Gerade zu Ende")).toBeVisible();
  await first.click();
  await expect(lena).toHaveTitle(/^●/);
});

test("words are said across the table, and the one who only watches hears them but is not asked", async ({ visit }) => {
  const lena = await visit({ still: true });
  const jonas = await visit({ size: PHONE, still: true });
  const aylin = await visit({ still: true });
  const link = await openTable(lena, "sack", "Lena");
  await sitDown(jonas, link, "Jonas");
  await lena.getByLabel("Tipps").selectOption("Rangliste");
  await lena.getByRole("button", { name: "1 Min." }).click();
  await lena.getByRole("button", { name: "Los geht’s" }).click();
  await expect(lena.locator("main.felt.sack")).toBeVisible();
  await expect(jonas.locator(".clock")).toBeVisible();
  expect(await jonas.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await aylin.goto(link);
  await expect(aylin.locator("main.felt.sack")).toBeVisible();
  expect(await aylin.locator(".rolled .hit").count()).toBe(0);
  const tab = await lena.context().newPage();
  await tab.goto(link);
  await expect(tab.locator("main.felt.sack")).toBeVisible();
  const speak = async (page: Page, words: string) => {
    await page.getByLabel("Sag etwas in die Runde").fill(words);
    await page.getByRole("button", { name: "Sagen", exact: true }).click();
  };
  await lena.getByRole("button", { name: "Plaudern" }).click();
  await speak(lena, "Na, Jonas <b>?</b>");
  await lena.keyboard.press("Escape");
  for (const page of [jonas, aylin]) {
    await expect(page.locator(".unread")).toHaveText("1");
    await page.getByRole("button", { name: "Plaudern" }).click();
    await expect(page.locator(".lines")).toContainText("Na, Jonas <b>?</b>");
    await expect(page.locator(".unread")).toHaveCount(0);
  }
  await expect(aylin.getByLabel("Sag etwas in die Runde")).toHaveCount(0);
  // What one said oneself is no news, in no tab.
  await speak(jonas, "Ja?");
  for (const page of [lena, tab]) await expect(page.locator(".unread")).toHaveText("1");
});

test("two tabs of one person stay in step, and a double tap moves once", async ({ visit }) => {
  const one = await visit({ still: false });
  await playNow(one, "sack");
  const other = await one.context().newPage();
  await other.goto(one.url());
  await expect(one).toHaveTitle(/^●/);
  await expect(other).toHaveTitle(/^●/);
  const target = await takeUpADie(one);
  await one.mouse.dblclick(target.x, target.y);
  for (const page of [one, other]) await expect(page.locator(".rolled svg")).toHaveCount(1);
  await expect(other.locator(".mine .stock .die, .mine .have .die")).toHaveCount(
    await one.locator(".mine .stock .die, .mine .have .die").count(),
  );
});

test("on one device hidden hands are covered between two people, also at an online table", async ({ visit }) => {
  const lena = await visit({ size: PHONE, still: false });
  const jonas = await visit();
  const link = await openTable(lena, "kniffel", "Lena");
  await lena.getByLabel("Platz besetzen").first().click();
  await lena.getByPlaceholder("Jemand an diesem Gerät").fill("Oma Inge");
  await lena.locator(".unfold form button").click();
  await expect(lena.locator(".chair").nth(1)).toContainText("Oma Inge");
  await sitDown(jonas, link, "Jonas");
  await lena.getByRole("button", { name: "Los geht’s" }).click();
  await expect(lena.locator(".cover, .fan").first()).toBeVisible();

  const covers: string[] = [];
  let passed = 0;
  const draw = async (page: Page) => {
    await tap(page.locator('[data-mode="swap"]'));
    await tap(page.locator(".do .btn:not(.pass-on)").last());
  };
  const deadline = Date.now() + 60_000;
  while (covers.length < 3 && Date.now() < deadline) {
    if (await lena.locator(".cover").count()) {
      covers.push(await lena.locator(".cover h2").innerText());
      await expect(lena.locator(".fan")).toHaveCount(0);
      expect(await lena.locator(".match, [role=log]").allInnerTexts()).not.toContainEqual(
        expect.stringMatching(/bekommt|hat \d/),
      );
      if (covers.length === 2) {
        // A reload is no way to peek.
        await lena.reload();
        await expect(lena.locator(".cover h2")).toHaveText(covers[1]!);
        await expect(lena.locator(".fan")).toHaveCount(0);
      }
      await lena.locator(".cover button").click();
      await expect(lena.locator(".cover")).toHaveCount(0);
    }
    if (await lena.locator(".pass-on").count()) {
      // The hand with what was drawn lies open until its owner has seen it.
      await expect(lena.locator(".fan .kc:not(.back)")).not.toHaveCount(0);
      const done = lena.getByRole("button", { name: "Fertig, weitergeben" });
      // The second tap of a double one would not be meant for it.
      await lena.waitForTimeout(600);
      await done.click();
      await expect(lena.locator(".cover")).toHaveCount(1);
      passed++;
    }
    for (const page of [lena, jonas])
      if ((await page.title()).startsWith("●") && (await page.locator('[data-mode="swap"]').count())) await draw(page);
    await lena.waitForTimeout(50);
  }
  expect(covers.length).toBeGreaterThanOrEqual(3);
  expect(passed).toBeGreaterThanOrEqual(2);
  expect(new Set(covers)).toEqual(new Set(["Gib Oma Inge das Gerät", "Gib Lena das Gerät"]));

  // Under the bar that says so, the sheet is seen whole.
  await expect(await lena.request.post(`/api/v1/tables/${codeOf(lena)}/close`)).toBeOK();
  await jonas.getByRole("button", { name: "Tisch ansehen" }).click();
  await expect(jonas.locator(".warning")).toBeVisible();
  const bottom = async (what: string) => {
    const box = (await jonas.locator(what).first().boundingBox())!;
    return box.y + box.height;
  };
  expect(await bottom(".block")).toBeLessThan(await bottom("main.felt"));
});

test("a seat is filled with a bot that one knows by name, and the next of its kind has another", async ({ visit }) => {
  const lena = await visit({ size: PHONE });
  await openTable(lena, "sack", "Lena");
  const seats = lena.locator(".chair");
  await lena.getByLabel("Platz besetzen").first().click();
  await lena.getByRole("button", { name: "Oskar mittel" }).click();
  await expect(seats.nth(1)).toContainText(/Oskar\s*Bot · mittel/);
  await lena.getByLabel("Platz besetzen").first().click();
  await lena.getByRole("button", { name: "wie Oskar mittel" }).click();
  await expect(seats.nth(2)).toContainText(/Bot · mittel/);
  await expect(seats.nth(2)).not.toContainText("Oskar");
  await lena.getByLabel("Platz von Oskar ändern").click();
  const group = lena.getByRole("group", { name: "Ein Bot spielt mit" });
  await expect(group.getByRole("button")).toHaveText([/^Pit/, /^Emma/, /^Oskar/, /^Frieda/, /^Knut/]);
  await expect(group.getByRole("button", { pressed: true })).toHaveText(/mittel/);
  await group.getByRole("button", { name: "Knut stark" }).click();
  await expect(seats.nth(1)).toContainText(/Knut\s*Bot · stark/);
});

test("a private link makes another device mine", async ({ visit }) => {
  const laptop = await visit();
  const phone = await visit({ size: PHONE });
  await playNow(laptop, "sack");
  await laptop.goto("/settings");
  await laptop.getByRole("textbox", { name: "Name" }).fill("Lena");
  await laptop.getByRole("button", { name: "Speichern" }).click();
  await expect(laptop.getByText("Gespeichert")).toBeVisible();
  await laptop.goto("/me/devices");
  await laptop.getByRole("button", { name: "Link erstellen" }).click();
  const link = await laptop.locator("input[readonly]").inputValue();
  await phone.goto(link);
  await expect(phone.getByText("Willkommen zurück, Lena.")).toBeVisible();
  await phone.getByRole("button", { name: "Zur Übersicht" }).click();
  await expect(phone.locator(".ws")).toHaveCount(1);
  expect(phone.url()).not.toContain("me/");
});

/** Circles: founded, joined by a second browser, a match together and the table of the season; a club evening drawn. */

import { playOutTogether } from "./play.ts";
import { expect, PHONE, test, type Page } from "./test.ts";

const GAME = "twentyone";

/** A table of the circle whose match bots play to its end, for both of them. */
async function playOut(circle: string, lena: Page, jonas: Page): Promise<void> {
  const opened = await lena.request.post(`/api/v1/circles/${circle}/tables`, { data: { game: GAME, seats: 2 } });
  const { id } = (await opened.json()) as { id: string };
  expect(await jonas.request.post(`/api/v1/tables/${id}/seats/1`, { data: { type: "me" } })).toBeOK();
  await playOutTogether([lena, jonas], id);
}

test("a circle is founded, joined by link, and counts what is played in it", async ({ server, visit }) => {
  const lena = await visit({ size: PHONE, still: true });
  const jonas = await visit({ still: true, lang: "en" });
  await lena.goto("/c/new");
  await lena.getByLabel("Wie heißt die Runde?").fill("Sonntagsrunde");
  await lena.getByLabel("Wie heißt du?").fill("Lena");
  await lena.getByRole("button", { name: "Runde gründen" }).click();
  await expect(lena.getByRole("heading", { name: "Noch ist niemand da" })).toBeVisible();
  const circle = new URL(lena.url()).pathname.split("/")[2] ?? "";
  const link = await lena.locator(".code").innerText();

  await jonas.goto(`/r/${link}`);
  await expect(jonas.getByRole("heading", { name: "Lena invites you" })).toBeVisible();
  await expect(jonas.getByText("The others see your name")).toBeVisible();
  await jonas.getByLabel("What is your name?").fill("Jonas");
  await jonas.getByRole("button", { name: "Join the circle" }).click();
  await expect(jonas.getByRole("heading", { name: "Sonntagsrunde" })).toBeVisible();

  await playOut(circle, lena, jonas);
  await lena.reload();
  const season = lena.getByRole("table");
  await expect(season.getByRole("row").nth(1)).toContainText(/1\s*(Du|Jonas)\s*1/);
  await expect(lena.getByText("in einer gemeinsamen Partie")).toBeVisible();
  await expect(lena.getByRole("heading", { name: "Rekorde" })).toBeVisible();

  await lena.getByRole("button", { name: "Abend eintragen" }).click();
  await lena
    .getByRole("dialog")
    .getByLabel("Tag")
    .fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10));
  await lena.getByRole("button", { name: "Eintragen", exact: true }).click();
  await jonas.reload();
  await expect(jonas.getByText("Lena is coming")).toBeVisible();
  await jonas.getByRole("button", { name: "I’m in" }).click();
  await expect(jonas.getByText("You are coming")).toBeVisible();

  await lena.getByRole("button", { name: "Verwalten" }).click();
  await lena.getByLabel("Adresse des Webhooks").fill(`ntfy://${server.webhook}/geheim`);
  await lena.getByRole("button", { name: "Ausprobieren" }).click();
  await expect(lena.getByRole("button", { name: "Nicht mehr an ntfy" })).toBeVisible();
  await lena.getByRole("button", { name: "Jonas aus der Runde nehmen" }).click();
  await lena.getByRole("button", { name: "Neuen Link machen" }).click(); // with the question still open
  const other = await visit({ still: true });
  await expect(async () => {
    await other.goto(`/r/${link}`);
    await expect(other.getByText("Dieser Link gilt nicht mehr. Frag in der Runde nach einem neuen.")).toBeVisible();
  }).toPass();

  await lena.getByRole("button", { name: "Herausnehmen" }).click();
  await expect(lena.getByRole("button", { name: "Jonas aus der Runde nehmen" })).toHaveCount(0);
  await jonas.reload();
  await expect(jonas.getByRole("alert")).toHaveText("There is no such circle.");
  await lena.getByRole("button", { name: "Runde verlassen" }).click();
  await lena.getByRole("button", { name: "Gehen" }).click();
  await expect(lena).toHaveURL("/");
});

test("a club evening seats everybody, says why it waits, and shows it on a projector", async ({ visit }) => {
  const kai = await visit({ still: true });
  const ute = await visit({ size: PHONE, still: true });
  const call = (page: Page, name: string) => page.request.post("/api/v1/me", { data: { name } });
  await call(kai, "Kai");
  await call(ute, "Ute");
  const made = await kai.request.post("/api/v1/circles", { data: { name: "Würfelclub", felt: GAME } });
  const { id, link } = (await made.json()) as { id: string; link: string };
  expect(await ute.request.post(`/api/v1/invitations/${link}`)).toBeOK();

  await kai.goto(`/c/${id}`);
  await kai.getByRole("button", { name: "Clubabend beginnen" }).click();
  await kai.getByRole("dialog").getByRole("button", { name: "Clubabend beginnen" }).click();
  await expect(kai.getByText("2 Leute an einem Tisch: 2.")).toBeVisible();
  await kai.getByRole("button", { name: "Ute macht Pause" }).click();
  await expect(kai.getByText("Mit 1 geht es nicht auf.")).toBeVisible();
  await expect(kai.getByRole("button", { name: "Runde 1 auslosen" })).toBeDisabled();
  await kai.getByRole("button", { name: "Ute macht Pause" }).click();
  await kai.getByRole("button", { name: "Runde 1 auslosen" }).click();
  await expect(kai.getByText("Tisch 1 spielt noch. Ausgelost wird, wenn alle fertig sind.")).toBeVisible();
  await expect(kai.getByRole("button", { name: "Runde 2 auslosen" })).toBeDisabled();

  await ute.goto(`/c/${id}/club`);
  await ute.getByRole("link", { name: "Hinsetzen" }).click();
  await expect(ute.getByRole("button", { name: "Los geht’s" })).toBeVisible();
  await kai.goto(`/c/${id}/screen`);
  await expect(kai.getByText("Später dazukommen")).toBeVisible();
  await expect(kai.getByRole("button", { name: /auslosen/ })).toHaveCount(0);
  await ute.goto(`/c/${id}/screen`);
  const heading = await ute.getByRole("heading", { name: "Clubabend" }).boundingBox();
  expect(heading?.width, "on a phone it is one column").toBeGreaterThan(heading?.height ?? 0);
});

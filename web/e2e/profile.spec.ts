/** My devices and data: one more device by a code, and being erased. */

import { expect, PHONE, test } from "./test.ts";

test("a device is added by a code that the old one confirms; whoever is erased is nobody on all of them", async ({
  visit,
}) => {
  const [lena, phone] = [await visit({ still: true }), await visit({ size: PHONE, still: true })];
  await expect(await lena.request.post("/api/v1/me", { data: { name: "Lena" } })).toBeOK();
  await lena.goto("/settings");
  await lena.getByRole("link", { name: "Geräte & Daten" }).click();
  const made = lena.waitForResponse(
    (answer) => answer.url().endsWith("/me/code") && answer.request().method() === "POST",
  );
  await lena.getByRole("button", { name: "Gerät dazunehmen" }).click();
  const { path } = (await (await made).json()) as { path: string };
  await expect(lena.getByRole("img", { name: /QR-Code/ })).toBeVisible();
  await phone.goto(path);
  await expect(phone.getByText("Jetzt noch auf dem anderen Gerät von Lena bestätigen.")).toBeVisible();
  await lena.getByRole("button", { name: "Ja, dazunehmen" }).click();
  await expect(phone.getByText("Willkommen zurück, Lena.")).toBeVisible();
  await expect(lena.getByText("Dazugenommen.")).toBeVisible();
  await expect(lena.getByRole("button", { name: /abmelden$/ })).toHaveCount(1);

  await phone.goto("/me/devices");
  await phone.getByRole("button", { name: "Löschen" }).click();
  await expect(phone.getByRole("button", { name: "Behalten" })).toBeFocused();
  await phone.getByRole("button", { name: "Für immer löschen" }).click();
  await expect(phone.getByText("Von dir ist hier nichts mehr.")).toBeVisible();
  for (const page of [lena, phone]) expect(await (await page.request.get("/api/v1/me")).json()).toBeNull();
});

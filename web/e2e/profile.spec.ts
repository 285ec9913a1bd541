/** My devices and data: one more device by a code, nudges, a passkey, and being erased. */

import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { expect, looks, opposite, test, to } from "./test.ts";
import { play } from "./play.ts";

for (const [name, look] of looks(1))
  test(`${name}: a device is added by a code that the old one confirms; whoever is erased is nobody on all of them`, async ({
    visit,
  }) => {
    const [lena, phone] = [await visit({ ...look, still: true }), await visit({ ...opposite(look), still: true })];
    const [old, fresh] = [to(look), to(opposite(look))];
    await expect(await lena.request.post("/api/v1/me", { data: { name: "Lena" } })).toBeOK();
    await lena.goto("/settings");
    await lena.getByRole("link", { name: old("Geräte & Daten", "Devices & data") }).click();
    const made = lena.waitForResponse(
      (answer) => answer.url().endsWith("/me/code") && answer.request().method() === "POST",
    );
    await lena.getByRole("button", { name: old("Gerät dazunehmen", "Add a device") }).click();
    const { path } = (await (await made).json()) as { path: string };
    await expect(lena.getByRole("img", { name: /QR.code/i })).toBeVisible();
    await phone.goto(path);
    await expect(
      phone.getByText(
        fresh("Jetzt noch auf dem anderen Gerät von Lena bestätigen.", "Now confirm it on Lena’s other device."),
      ),
    ).toBeVisible();
    await lena.getByRole("button", { name: old("Ja, dazunehmen", "Yes, add it") }).click();
    await expect(phone.getByText(fresh("Willkommen zurück, Lena.", "Welcome back, Lena."))).toBeVisible();
    await expect(lena.getByText(old("Dazugenommen.", "Added."))).toBeVisible();
    await expect(lena.getByRole("button", { name: old(/abmelden$/, /^Sign out/) })).toHaveCount(1);

    await phone.goto("/me/devices");
    await expect(
      phone.getByText(
        fresh(
          "In deiner Runde: eure Partien mit Ergebnis und Glück",
          "In your circle: its matches with result and luck",
        ),
      ),
    ).toBeVisible();
    await phone.getByRole("button", { name: fresh("Löschen", "Erase") }).click();
    await expect(phone.getByRole("button", { name: fresh("Behalten", "Keep") })).toBeFocused();
    await phone.getByRole("button", { name: fresh("Für immer löschen", "Erase for good") }).click();
    await expect(phone.getByText(fresh("Von dir ist hier nichts mehr.", "Nothing of you is left here."))).toBeVisible();
    await phone.goto("/me");
    await expect(phone.getByText(fresh("Dann nimm dieses Gerät dazu", "Then add this device"))).toBeVisible();
    for (const page of [lena, phone]) expect(await (await page.request.get("/api/v1/me")).json()).toBeNull();
  });

/** The light Chromium shows no notifications: where there is only that, this is left out. */
const WHOLE = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

for (const [name, look] of looks(2))
  test(`${name}: whether to be nudged is asked after one's own move, once; a nudge is shown`, async ({ server }) => {
    test.skip(!WHOLE, "no whole Chromium");
    const browser = await chromium.launch({ executablePath: WHOLE!, args: ["--no-sandbox", "--disable-gpu"] });
    const meet = async (baseURL: string) =>
      (
        await browser.newContext({
          baseURL,
          viewport: look.size,
          locale: to(look)("de-DE", "en-GB"),
          colorScheme: look.dark ? "dark" : "light",
          reducedMotion: "reduce",
        })
      ).newPage();
    const say = to(look);
    const [lena, tobi] = [await meet(server.url), await meet(server.url)];
    for (const [one, name] of [
      [lena, "Lena"],
      [tobi, "Tobi"],
    ] as const)
      await expect(await one.request.post("/api/v1/me", { data: { name } })).toBeOK();
    const setup = { game: "twentyone", seats: 2, options: { first: 0 }, pace: { type: "slow", hours: 24 } };
    const { id } = (await (await lena.request.post("/api/v1/tables", { data: setup })).json()) as { id: string };
    await expect(await tobi.request.post(`/api/v1/tables/${id}/seats/1`, { data: { type: "me" } })).toBeOK();
    await lena.context().grantPermissions(["notifications"]);
    await lena.goto(`/t/${id}`);
    await lena.getByRole("button", { name: say("Los geht’s", "Let’s go") }).click();
    const question = lena.getByRole("heading", { name: say("Soll ich dich anstupsen?", "Shall I nudge you?") });
    await expect(lena).toHaveTitle(/^●/);
    await expect(question).toHaveCount(0);
    await play(lena, "twentyone", () => question.isVisible());
    await lena.getByRole("button", { name: say("Nein danke", "No thanks") }).click();
    await expect(question).toHaveCount(0);
    const told = (await (await lena.request.get("/api/v1/me/nudges")).json()) as { asked: boolean; turn: boolean };
    expect(told).toMatchObject({ asked: true, turn: false });

    const worker = await lena.context().newCDPSession(lena);
    const found = new Promise<string>((done) =>
      worker.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        if (registrations[0]) done(registrations[0].registrationId);
      }),
    );
    await worker.send("ServiceWorker.enable");
    await lena.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const shown = () =>
      lena.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => [
          title,
          body,
          tag,
        ]),
      );
    /** A later one with the same tag takes its place. */
    const deliver = (message: { title: string; body: string }, tag: object) =>
      expect(async () => {
        const data = JSON.stringify({ ...message, ...tag });
        await worker.send("ServiceWorker.deliverPushMessage", {
          origin: server.url,
          registrationId: await found,
          data,
        });
        expect(await shown()).toEqual([[message.title, message.body, Object.values(tag)[0]]]);
      }).toPass();
    await deliver({ title: "Du bist dran", body: "twenty one mit Tobi." }, { table: id });
    await lena.reload();
    await expect.poll(shown, "who looks at the table need not be told any more").toEqual([]);
    await deliver({ title: "Sonntagsrunde", body: "Tobi hat einen Abend eingetragen." }, { circle: "RUNDE" });

    const oma = await meet(server.url);
    await expect(await oma.request.post("/api/v1/me", { data: { name: "Oma Inge" } })).toBeOK();
    await oma.goto("/me/devices");
    await expect(
      oma.getByRole("switch", { name: say("Wenn meine Runde einlädt", "When my circle invites") }),
    ).not.toBeChecked();
    await browser.close();
  });

for (const [name, look] of looks(3))
  test(`${name}: a passkey secures a name where the page has a domain, and brings it back`, async ({
    server,
    visit,
  }) => {
    const oma = await visit({ ...look, still: true });
    const say = to(look);
    await oma.request.post("/api/v1/me", { data: { name: "Oma Inge" } });
    await oma.goto("/me/devices");
    await expect(oma.getByRole("heading", { name: say("Geräte", "Devices"), exact: true })).toBeVisible();
    const secure = oma.getByRole("button", { name: say("Name sichern", "Secure your name") });
    await expect(secure, "a number is no domain").toHaveCount(0);

    const site = server.url.replace("127.0.0.1", "localhost");
    await expect(await oma.request.post(`${site}/api/v1/me`, { data: { name: "Oma Inge" } })).toBeOK();
    await oma.goto(`${site}/me/devices`);
    const key = await oma.context().newCDPSession(oma);
    await key.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
    } as const;
    const { authenticatorId } = await key.send("WebAuthn.addVirtualAuthenticator", {
      options: { ...options, isUserVerified: true, automaticPresenceSimulation: false },
    });
    await secure.click();
    await key.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await key.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: true });
    await expect(
      oma.getByText(
        say("Nicht gesichert. Du kannst es jederzeit nachholen.", "Not secured. You can make up for it at any time."),
      ),
    ).toBeVisible();
    await key.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await secure.click();
    await expect(oma.getByRole("heading", { name: say("Name gesichert", "Name secured") })).toBeVisible();
    await oma.context().clearCookies();
    await oma.goto(`${site}/me`);
    await oma.getByRole("button", { name: say("Mit Passkey anmelden", "Sign in by passkey") }).click();
    await expect(oma.getByRole("heading", { name: "Oma Inge" })).toBeVisible();
    // Whoever had the phone in hand may have made one, too: each is listed, and can be removed.
    await oma.goto(`${site}/me/devices`);
    await oma
      .getByRole("button", {
        name: say(/^Passkey entfernen: Computer, .*angelegt .*\d{4}/, /^Remove the passkey: Computer, .*made .*\d{4}/),
      })
      .click();
    await expect(secure).toBeVisible();
  });

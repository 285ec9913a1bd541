/** Circles: founded, joined by a second browser, a match together and the table of the season; a club evening drawn. */

import { playOutTogether } from "./play.ts";
import { expect, LARGE, looks, opposite, PHONE, test, to, type Page } from "./test.ts";

const GAME = "twentyone";

/** A table of the circle whose match bots play to its end, for both of them. */
async function playOut(circle: string, lena: Page, jonas: Page): Promise<string> {
  const opened = await lena.request.post(`/api/v1/circles/${circle}/tables`, { data: { game: GAME, seats: 2 } });
  const { id } = (await opened.json()) as { id: string };
  expect(await jonas.request.post(`/api/v1/tables/${id}/seats/1`, { data: { type: "me" } })).toBeOK();
  await playOutTogether([lena, jonas], id);
  return id;
}

for (const [name, look] of looks(0))
  test(`${name}: a circle is founded, joined by link, and counts what is played in it`, async ({ server, visit }) => {
    const [lena, jonas] = [await visit({ ...look, still: true }), await visit({ ...opposite(look), still: true })];
    const [lenas, jonass] = [to(look), to(opposite(look))];
    await lena.goto("/c/new");
    await lena.getByLabel(lenas("Wie heißt die Runde?", "What is the circle called?")).fill("Sonntagsrunde");
    await lena.getByLabel(lenas("Wie heißt du?", "What is your name?")).fill("Lena");
    await lena.getByRole("button", { name: lenas("Runde gründen", "Found a circle") }).click();
    await expect(lena.getByRole("heading", { name: lenas("Noch ist niemand da", "Nobody here yet") })).toBeVisible();
    const circle = new URL(lena.url()).pathname.split("/")[2] ?? "";
    const link = await lena.locator(".code").innerText();

    await jonas.goto(`/r/${link}`);
    await expect(jonas.getByRole("heading", { name: jonass("Lena lädt dich ein", "Lena invites you") })).toBeVisible();
    await expect(jonas.getByText(jonass("Die anderen sehen deinen Namen", "The others see your name"))).toBeVisible();
    await jonas.getByLabel(jonass("Wie heißt du?", "What is your name?")).fill("Jonas");
    await jonas.getByRole("button", { name: jonass("In die Runde setzen", "Join the circle") }).click();
    await expect(jonas.getByRole("heading", { name: "Sonntagsrunde" })).toBeVisible();
    await jonas.goto("/"); // who has not played yet finds the way back to it, too
    await expect(jonas.getByRole("link", { name: "Sonntagsrunde" })).toBeVisible();

    await lena.goto(`/t/${await playOut(circle, lena, jonas)}`);
    await lena.getByRole("link", { name: lenas("Zur Runde", "To the circle") }).click();
    const season = lena.getByRole("table");
    await expect(season.getByRole("row").nth(1)).toContainText(/1\s*(Du|You|Jonas)\s*1/);
    await expect(lena.getByText(lenas("in einer gemeinsamen Partie", "in one match together"))).toBeVisible();
    await expect(lena.getByRole("heading", { name: lenas("Rekorde", "Records") })).toBeVisible();

    await lena.getByRole("button", { name: lenas("Abend eintragen", "Enter an evening") }).click();
    await lena
      .getByRole("dialog")
      .getByLabel(lenas("Tag", "Day"))
      .fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10));
    await lena.getByRole("button", { name: lenas("Eintragen", "Enter it"), exact: true }).click();
    await jonas.goto("/");
    await expect(
      jonas.getByText(jonass("Deine Runde wartet auf dich.", "Your circle is waiting for you.")),
    ).toBeVisible();
    await expect(jonas.getByText(jonass("Lena kommt. Und du?", "Lena is coming. And you?"))).toBeVisible();
    await jonas.getByRole("button", { name: jonass("Bin dabei", "I’m in") }).click();
    await expect(jonas.getByText(jonass("Du kommst, Lena auch.", "You are coming, and so is Lena."))).toBeVisible();
    await jonas.getByRole("link", { name: "Sonntagsrunde" }).click();
    await expect(jonas.getByText(jonass("Lena kommt", "Lena is coming"))).toBeVisible();
    await jonas.getByRole("button", { name: jonass("Diesmal nicht", "Not this time") }).click();
    await expect(jonas.getByText(jonass("Du kommst nicht", "You are not coming"))).toBeVisible();

    await lena.getByRole("button", { name: lenas("Verwalten", "Manage") }).click();
    await lena
      .getByLabel(lenas("Adresse des Webhooks", "Address of the webhook"))
      .fill(`ntfy://${server.webhook}/geheim`);
    await lena.getByRole("button", { name: lenas("Ausprobieren", "Try it") }).click();
    await expect(lena.getByRole("button", { name: lenas("Nicht mehr an ntfy", "No longer to ntfy") })).toBeVisible();
    await lena
      .getByRole("button", { name: lenas("Jonas aus der Runde nehmen", "Remove Jonas from the circle") })
      .click();
    await lena.getByRole("button", { name: lenas("Neuen Link machen", "Make a new link") }).click(); // with the question still open
    const other = await visit({ ...look, still: true });
    await expect(async () => {
      await other.goto(`/r/${link}`);
      await expect(
        other.getByText(
          lenas(
            "Dieser Link gilt nicht mehr. Frag in der Runde nach einem neuen.",
            "This link is no longer valid. Ask in the circle for a new one.",
          ),
        ),
      ).toBeVisible();
    }).toPass();

    await lena.getByRole("button", { name: lenas("Herausnehmen", "Remove"), exact: true }).click();
    await expect(
      lena.getByRole("button", { name: lenas("Jonas aus der Runde nehmen", "Remove Jonas from the circle") }),
    ).toHaveCount(0);
    await jonas.reload();
    await expect(jonas.getByRole("alert")).toHaveText(jonass("Diese Runde gibt es nicht.", "There is no such circle."));
    await lena.getByRole("button", { name: lenas("Runde verlassen", "Leave the circle") }).click();
    await lena.getByRole("button", { name: lenas("Gehen", "Leave"), exact: true }).click();
    await expect(lena).toHaveURL("/");
  });

for (const [name, look] of looks(1))
  test(`${name}: a club evening seats everybody, says why it waits, and shows it on a projector`, async ({ visit }) => {
    const [kai, ute] = [await visit({ ...look, still: true }), await visit({ ...opposite(look), still: true })];
    const [kais, utes] = [to(look), to(opposite(look))];
    const call = (page: Page, name: string) => page.request.post("/api/v1/me", { data: { name } });
    await call(kai, "Kai");
    await call(ute, "Ute");
    const made = await kai.request.post("/api/v1/circles", { data: { name: "Würfelclub", felt: GAME } });
    const { id, link } = (await made.json()) as { id: string; link: string };
    expect(await ute.request.post(`/api/v1/invitations/${link}`)).toBeOK();

    await kai.goto(`/c/${id}`);
    await kai.getByRole("button", { name: kais("Clubabend beginnen", "Begin a club evening") }).click();
    await kai
      .getByRole("dialog")
      .getByRole("button", { name: kais("Clubabend beginnen", "Begin a club evening") })
      .click();
    await expect(kai.getByText(kais("2 Leute an einem Tisch: 2.", "2 people at one table: 2."))).toBeVisible();
    await kai.getByRole("button", { name: kais("Ute macht Pause", "Ute takes a break") }).click();
    await expect(kai.getByText(kais("Mit 1 geht es nicht auf.", "It does not work out with 1."))).toBeVisible();
    await expect(kai.getByRole("button", { name: kais("Runde 1 auslosen", "Draw round 1") })).toBeDisabled();
    await kai.getByRole("button", { name: kais("Ute macht Pause", "Ute takes a break") }).click();
    await kai.getByRole("button", { name: kais("Runde 1 auslosen", "Draw round 1") }).click();
    await expect(kai.getByText(kais("Tisch 1 spielt noch.", "Table 1 is still playing."))).toBeVisible();
    await expect(kai.getByRole("button", { name: kais("Runde 2 auslosen", "Draw round 2") })).toBeDisabled();

    await ute.goto(`/c/${id}/club`);
    await ute.getByRole("link", { name: utes("Hinsetzen", "Sit down") }).click();
    await expect(ute.getByRole("button", { name: utes("Los geht’s", "Let’s go") })).toBeVisible();
    await expect(ute.getByText(utes("Gerade nicht da: Kai.", "Not here just now: Kai."))).toBeVisible();
    await kai.goto(`/c/${id}/screen`);
    await expect(kai.getByText(kais("Später dazukommen", "Join later"))).toBeVisible();
    await expect(kai.getByRole("button", { name: kais(/auslosen/, /^Draw/) })).toHaveCount(0);
    await ute.goto(`/c/${id}/screen`);
    const heading = await ute.getByRole("heading", { name: utes("Clubabend", "Club evening") }).boundingBox();
    expect(heading?.width, "on a phone it is one column").toBeGreaterThan(heading?.height ?? 0);
  });

/** How a club evening looks: its tables round by round, by the numbers of the members. */
interface Evening {
  readonly drawn: readonly {
    readonly tables: readonly { readonly table: string; readonly seats: readonly { readonly member: number }[] }[];
  }[];
}

for (const [name, look] of looks(2))
  test(`${name}: two rounds: who draws a round twice gets one, who is removed is out, and its end can be found again`, async ({
    visit,
  }) => {
    const say = to(look);
    const names = ["Kai", "Ute", "Mia", "Friedrich-Wilhel"];
    const people = await Promise.all(names.map(() => visit({ ...look, still: true })));
    for (const [at, page] of people.entries()) await page.request.post("/api/v1/me", { data: { name: names[at] } });
    const [kai, ute, mia] = people as [Page, Page, Page, Page];
    const made = await kai.request.post("/api/v1/circles", { data: { name: "Würfelclub Nordstadt", felt: GAME } });
    const { id, link } = (await made.json()) as { id: string; link: string };
    for (const page of people.slice(1)) expect(await page.request.post(`/api/v1/invitations/${link}`)).toBeOK();
    const club = `/api/v1/circles/${id}/club`;
    expect(await kai.request.post(club, { data: { rounds: 2 } })).toBeOK();
    const evening = async () => (await (await kai.request.get(club)).json()) as Evening;
    /** Bots play all tables of the last round to their end. */
    const playRound = async () => {
      const { tables } = (await evening()).drawn.at(-1)!;
      const seated = (seats: readonly { readonly member: number }[]) => seats.map((seat) => people[seat.member]!);
      await Promise.all(tables.map(({ table, seats }) => playOutTogether(seated(seats), table)));
    };

    await kai.setViewportSize(PHONE);
    await kai.goto(`/c/${id}/club`);
    const heading = await kai.getByRole("heading", { name: say("Clubabend", "Club evening") }).boundingBox();
    expect(heading?.width, "on a phone the rounds leave room for it").toBeGreaterThan(2 * (heading?.height ?? 0));
    await kai.getByRole("radio", { name: "2", exact: true }).click();
    await kai.getByRole("button", { name: say("Runde 1 auslosen", "Draw round 1") }).click();
    await expect(kai.getByText(say("0 fertig", "0 done"))).toBeVisible();
    await playRound();
    await kai.reload();
    await expect(
      kai.getByRole("radio", { name: "2", exact: true }),
      "as many at a table as in the last round",
    ).toBeChecked();

    const twin = await visit({ ...look, still: true });
    await twin.context().addCookies(await kai.context().cookies());
    await twin.goto(`/c/${id}/club`);
    const draw = (page: Page) => page.getByRole("button", { name: say("Runde 2 auslosen", "Draw round 2") });
    await expect(draw(twin)).toBeEnabled();
    await Promise.all([kai, twin].map((page) => draw(page).click()));
    for (const page of [kai, twin]) await expect(page.getByText(say("Runde 2 von 2", "Round 2 of 2"))).toBeVisible();
    const { drawn } = await evening();
    const pairs = drawn.map((round) =>
      round.tables.map((table) => JSON.stringify(table.seats.map((seat) => seat.member).sort())),
    );
    expect(
      pairs[1]!.filter((pair) => pairs[0]!.includes(pair)),
      "nobody meets again",
    ).toEqual([]);
    const open = (await (await kai.request.get(`/api/v1/circles/${id}`)).json()) as { tables: unknown[] };
    expect(open.tables, "the tables of whoever was slower are gone").toHaveLength(2);

    await mia.goto(`/c/${id}/club`);
    await expect(mia.getByRole("link", { name: say("Hinsetzen", "Sit down") })).toBeVisible();
    expect(await kai.request.post(`/api/v1/circles/${id}/members/2/remove`)).toBeOK();
    await expect(mia.getByRole("alert")).toHaveText(say("Diese Runde gibt es nicht.", "There is no such circle."));
    await expect(mia.getByRole("link", { name: say("Hinsetzen", "Sit down") })).toHaveCount(0);

    await ute.setViewportSize(LARGE);
    await ute.goto(`/c/${id}/screen`);
    expect(await ute.evaluate(() => document.documentElement.scrollHeight), "nobody scrolls there").toBe(LARGE.height);
    await playRound();
    await expect(ute.getByRole("heading", { name: say("Der Abend ist zu Ende", "The evening is over") })).toBeVisible();
    await expect(ute.getByText(say(/gewinn(t|en) mit \d½? Punkt(en)?\.$/, /wins? with \d½? points?\.$/))).toBeVisible();
    await kai.goto(`/c/${id}`);
    await kai.getByRole("link", { name: say("Sein Stand", "Its standings") }).click();
    await expect(kai).toHaveURL(new RegExp(`/c/${id}/club$`));

    const stranger = await visit({ ...look, still: true });
    await stranger.goto(`/c/${id}/screen`);
    await expect(
      stranger.getByText(say("Dann nimm dieses Gerät dazu", "Then add this device")),
      "at the projector nobody is signed in",
    ).toBeVisible();
  });

/** Every page for everyone: no serious finding of axe, light and dark, on a phone and on a desktop. */

import AxeBuilder from "@axe-core/playwright";
import { DESKTOP, expect, PHONE, PROOF, test, type Page } from "./test.ts";
import { peopledPages } from "./people.ts";
import { GAMES, playNow, playOut } from "./play.ts";

async function look(page: Page, where: string): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .setLegacyMode() // no page of its own for the findings of frames: there are none
    .analyze();
  return found.violations
    .filter((one) => one.impact === "serious" || one.impact === "critical")
    .flatMap((one) =>
      one.nodes.map((node) => `${where}: ${one.id} ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
    );
}

const LOOKS = [
  ["phone, light", PHONE, false],
  ["desktop, dark", DESKTOP, true],
] as const;
const PAGES = ["/", "/settings", "/me/devices", "/fair", "/check", "/nothing/here"];

// Both sizes and both themes; their other pairs would say the same again. What is not a board sees one of them
// here, and both in the long proof.
for (const [at, [name, size, dark]] of LOOKS.entries())
  test(`${name}: no page has a serious finding`, async ({ visit }) => {
    test.slow();
    const page = await visit({ size, dark, still: true });
    const found: string[] = [];
    // One rulebook is like the others: a long text.
    const rules = GAMES.slice(0, PROOF ? undefined : 1).map((game) => `/rules/${game}`);
    const paths = [...PAGES, ...rules, ...GAMES.map((game) => `/learn/${game}`)];
    for (const path of paths.filter((_, n) => PROOF || n === 0 || n % LOOKS.length === at)) {
      await page.goto(path);
      await page.locator("h1, h2").first().waitFor();
      await page.waitForTimeout(150);
      found.push(...(await look(page, path)));
    }
    if (PROOF || at === 1) {
      await page.goto("/");
      await page.locator(".box .acts .btn").nth(1).click();
      await page.locator(".qr path").waitFor();
      await page.getByLabel("Platz besetzen").first().click();
      found.push(...(await look(page, "lobby")));
    }
    for (const game of GAMES) {
      await playNow(page, game);
      await expect(page).toHaveTitle(/^●/);
      await page.waitForTimeout(200);
      found.push(...(await look(page, game)));
      // They are the same at every table.
      const panels = ["Menü", "Regeln"].filter((_, n) => PROOF || n === at);
      for (const panel of game === GAMES[0] ? panels : []) {
        await page.getByRole("button", { name: panel }).first().click();
        await page.getByRole("dialog").waitFor();
        found.push(...(await look(page, `${game} ${panel}`)));
        await page.keyboard.press("Escape");
        // The sheet's step back in the history takes its time.
        await page.waitForFunction(() => !(history.state as { layers?: number } | null)?.layers);
      }
    }
    const code = PROOF || at === 0 ? await playOut(page, "twentyone") : null;
    if (code) found.push(...(await look(page, "end")));
    for (const path of code ? ["replay", "check"] : []) {
      await page.goto(`/t/${code}/${path}`);
      await page.locator("h1, h2").first().waitFor();
      await page.waitForTimeout(300);
      found.push(...(await look(page, path)));
    }
    expect(found).toEqual([]);
  });

for (const [name, size, dark] of LOOKS)
  test(`${name}: no page of people has a serious finding`, async ({ visit }) => {
    test.slow();
    const page = await visit({ size, dark, still: true });
    const found: string[] = [];
    for (const path of await peopledPages(page, [await visit(), await visit()])) {
      await page.goto(path);
      await page.locator("h1, h2").first().waitFor();
      await page.waitForTimeout(300);
      found.push(...(await look(page, path)));
    }
    expect(found).toEqual([]);
  });

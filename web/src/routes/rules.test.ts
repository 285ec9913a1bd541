/** The rulebook pages of all games are bound into sections and rules. */

import { describe, expect, it } from "vitest";
import { bound, GAMES_WITH_RULES, rulebook } from "./rules";

const PAGE = `<h1>Toy</h1>
<p>Higher wins.</p>
<h2>Set-up</h2>
<ul><li><strong>H1</strong> <em>Cards.</em> See H2, not H9, not <code>H2</code>.</li><li><p><strong>H2</strong> Draw.</p></li></ul>
<h2>In the record</h2>
<pre><code>{}</code></pre>
<table><tr><td>H1</td></tr></table>
<h2>Die zwei Blätter</h2>
<table><tr><td>🟥 6</td></tr></table><p>Roll 🟦 1, not 🟦.</p>
<h2>At a glance</h2>
<ul><li>Draw.</li></ul>`;

describe("a page", () => {
  const book = bound(PAGE);
  it("has a title and an introduction", () => {
    expect(book.title).toBe("Toy");
    expect(book.intro).toBe("<p>Higher wins.</p>");
  });
  it("begins with its summary", () => {
    expect(book.sections.map((section) => section.title)).toEqual([
      "At a glance",
      "Set-up",
      "In the record",
      "Die zwei Blätter",
    ]);
  });
  it("has an anchor for each rule, and links wherever a rule is named", () => {
    const html = book.sections[1]!.html;
    expect(book.sections[1]!.rules).toEqual(["H1", "H2"]);
    expect(html).toContain('<li class="rule" id="H1"><a class="no" href="#H1">H1</a> <em>Cards.</em>');
    expect(html).toContain('<li class="rule" id="H2"><p><a class="no" href="#H2">H2</a>');
    expect(html).toContain('See <a href="#H2">H2</a>, not H9, not <code>H2</code>');
  });
  it("folds what is for programs, and lets tables scroll by themselves", () => {
    expect(book.sections.map((section) => section.isForPrograms)).toEqual([false, false, true, false]);
    expect(book.sections[2]!.html).toContain('<div class="wide-table"><table>');
  });
  it("can be linked to by the names that GitHub gives its parts", () => {
    expect(book.sections.map((section) => section.id)).toEqual([
      "at-a-glance",
      "set-up",
      "in-the-record",
      "die-zwei-blätter",
    ]);
  });
  it("shows a coloured square and its number as one chip, with the symbol of the colour", () => {
    const html = book.sections[3]!.html;
    expect(html).toMatch(/<td><span class="chip c-red"><svg.*?<\/svg><span class="vh">🟥 <\/span>6<\/span><\/td>/);
    expect(html).toMatch(/Roll <span class="chip c-blue">.*>1<\/span>, not 🟦\./);
  });
});

describe.each(GAMES_WITH_RULES.flatMap((game) => (["de", "en"] as const).map((lang) => [game, lang] as const)))(
  "the page of %s in %s",
  (game, lang) => {
    it("has every rule once, in order", async () => {
      const book = await rulebook(game, lang);
      const rules = book.sections.flatMap((section) => section.rules);
      expect(rules.length).toBeGreaterThan(10);
      expect(rules.map((rule) => Number(rule.slice(1)))).toEqual(rules.map((_, at) => at + 1));
      for (const rule of rules)
        expect(book.sections.filter((part) => part.html.includes(`id="${rule}"`))).toHaveLength(1);
    });
    it("leads nowhere but to a rule or a part of its own", async () => {
      const { sections } = await rulebook(game, lang);
      const targets = new Set(sections.flatMap((part) => [part.id, ...part.rules]));
      const links = sections.flatMap((part) => [...part.html.matchAll(/href="#([^"]+)"/g)].map((found) => found[1]!));
      expect(links.map(decodeURIComponent).filter((link) => !targets.has(link))).toEqual([]);
    });
    it("has a summary, and one part for programs", async () => {
      const { sections, title, intro } = await rulebook(game, lang);
      expect(title && intro).toBeTruthy();
      expect(sections[0]!.title).toBe(lang === "de" ? "Auf einen Blick" : "At a glance");
      expect(sections.filter((section) => section.isForPrograms)).toHaveLength(1);
    });
  },
);

it("every game has a page", async () => {
  expect(GAMES_WITH_RULES.length).toBeGreaterThanOrEqual(3);
  await expect(rulebook("no-such-game", "de")).rejects.toThrow("no-such-game");
});

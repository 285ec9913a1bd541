/** The rulebook pages of the games, as the server has them: found by their folders, cut into sections and rules. */

import type { Lang } from "$lib/settings.svelte";
import { SYMBOLS } from "$ui/shapes";

const PAGES = import.meta.glob<string>("../../../src/pasch/games/*/README*.md", { query: "?html", import: "default" });

export interface Section {
  /** As GitHub names it, so that a link within the page works in both places. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
  /** For those who write programs: shown last and folded. */
  readonly isForPrograms: boolean;
  /** The numbers of the rules that stand here. */
  readonly rules: readonly string[];
}

export interface Rulebook {
  readonly title: string;
  readonly intro: string;
  /** The summary first, then as printed. */
  readonly sections: readonly Section[];
}

/** The ids of the games that have a page. */
export const GAMES_WITH_RULES: readonly string[] = [
  ...new Set(Object.keys(PAGES).map((path) => path.split("/").at(-2)!)),
];

export async function rulebook(game: string, lang: Lang): Promise<Rulebook> {
  const load = PAGES[`../../../src/pasch/games/${game}/README${lang === "en" ? "" : `.${lang}`}.md`];
  if (!load) throw new Error(`There is no rulebook page for ${game}.`);
  return bound(await load());
}

/** A page of HTML as a rulebook. The last section of every page is its summary: here it comes first. */
export function bound(html: string): Rulebook {
  const [head = "", ...rest] = html.split(/<h2[^>]*>/);
  const [title = "", intro = ""] = head.replace(/^\s*<h1[^>]*>/, "").split("</h1>");
  const numbers = new Set([...html.matchAll(RULE)].map((found) => found[2]!));
  const sections = rest.map((part) => section(part, numbers));
  const summary = sections.slice(-1);
  return { title: title.trim(), intro: intro.trim(), sections: [...summary, ...sections.slice(0, -1)] };
}

const RULE = /<li>(<p>)?<strong>([A-Z]+\d+)<\/strong>/g;

/** Coloured squares: what stands in for a die or a field in plain text. */
const SQUARES: Readonly<Record<string, keyof typeof SYMBOLS>> = {
  "🟥": "red",
  "🟨": "yellow",
  "🟩": "green",
  "🟦": "blue",
  "⬜": "white",
  "⬛": "black",
};
const SQUARE = new RegExp(`(${Object.keys(SQUARES).join("|")}) (\\d+)`, "gu");

/** A square and its number as one chip, in the colour and with its symbol. */
function chip(_: string, square: string, number: string): string {
  const colour = SQUARES[square]!;
  const symbol = `<svg viewBox="-13 -13 26 26" aria-hidden="true"><path d="${SYMBOLS[colour]}"/></svg>`;
  return `<span class="chip c-${colour}">${symbol}<span class="vh">${square} </span>${number}</span>`;
}

function section(part: string, numbers: ReadonlySet<string>): Section {
  const [title = "", body = ""] = split(part, "</h2>");
  const rules = [...body.matchAll(RULE)].map((found) => found[2]!);
  const html = linked(body, numbers)
    .replace(RULE, '<li class="rule" id="$2">$1<a class="no" href="#$2">$2</a>')
    .replace(SQUARE, chip)
    .replace(/<table>/g, '<div class="wide-table"><table>')
    .replace(/<\/table>/g, "</table></div>");
  return { id: slug(title), title: title.trim(), html, rules, isForPrograms: body.includes("<pre>") };
}

function slug(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .replace(/\s/g, "-");
}

function split(text: string, at: string): [string, string] {
  const found = text.indexOf(at);
  return found < 0 ? [text, ""] : [text.slice(0, found), text.slice(found + at.length)];
}

/** Wherever a rule's number stands in a sentence, it leads to the rule. */
function linked(html: string, numbers: ReadonlySet<string>): string {
  let tag = "";
  return html
    .split(/(<[^>]+>)/)
    .map((piece) => {
      if (piece.startsWith("<")) {
        tag = piece;
        return piece;
      }
      // What stands in a rule's own tag, or in code, stays as it is.
      if (tag === "<strong>" || tag.startsWith("<code")) return piece;
      return piece.replace(/\b[A-Z]+\d+\b/g, (number) =>
        numbers.has(number) ? `<a href="#${number}">${number}</a>` : number,
      );
    })
    .join("");
}

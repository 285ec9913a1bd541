import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import { levelFor } from "$lib/games.svelte";
import type { ChairInfo, GameInfo, TableInfo } from "$lib/protocol";
import { choose } from "$lib/settings.svelte";
import { W } from "$lib/texts";
import type { AnyModule } from "../games/game";
import { codeIn } from "../routes/mine";
import { clockText } from "./clock";
import { squares } from "$lib/qr";
import { closingOf, outcomeOf, wordsToShare } from "./outcome";
import { playersOf } from "./players";
import { ranked, written } from "./ranking";
import Winner from "./Winner.svelte";

describe("a clock", () => {
  it.each([
    [0, "0:00"],
    [44.2, "0:45"],
    [185, "3:05"],
    [7199, "119:59"],
    [7200, "2 h"],
    [86_400, "24 h"],
    [3 * 86_400, "3 d"],
  ])("%s seconds read %s", (seconds, text) => expect(clockText(seconds)).toBe(text));
});

it("of what there was none nothing is said", () => {
  expect(W.fairFound(119, 0).de).toMatch(/^119 Würfel hat dein Gerät/);
  expect(W.fairFound(0, 1).en).toContain("recomputed 1 card.");
  expect(W.fairFound(2, 30).de).toMatch(/^2 Würfel und 30 Karten /);
});

describe("the code of a table", () => {
  it.each([
    ["knobel-7ab2c", "KNOBEL-7AB2C"],
    ["  KNOBEL-7AB2C ", "KNOBEL-7AB2C"],
    ["knobel 7ab2c", "KNOBEL-7AB2C"],
    ["knobel 7ab2 c9xk", "KNOBEL-7AB2-C9XK"],
    ["http://192.168.0.4:8000/t/KNOBEL-7AB2C", "KNOBEL-7AB2C"],
    ["https://pasch.example/t/KNOBEL-7AB2C/replay?at=3", "KNOBEL-7AB2C"],
  ])("%s", (typed, code) => expect(codeIn(typed)).toBe(code));
  it.each(["", "a", "../../etc", "<script>"])("%s is none", (typed) => expect(codeIn(typed)).toBeNull());
});

describe("the ranking", () => {
  it("shares places and keeps the seats' order among equals", () => {
    const ranks = ranked({ scores: [5, 8, 8, 2], places: [3, 1, 1, 4] });
    expect(ranks.map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [2, 1], [0, 3], [3, 4]]); // prettier-ignore
    expect(ranks.map(({ score }) => score)).toEqual([8, 8, 5, 2]);
  });
  it("writes a score below zero with a real minus", () => {
    expect([written(-20), written(0), written(218)]).toEqual(["−20", "0", "218"]);
  });
});

describe("the people at a table", () => {
  const chair = (more: Partial<ChairInfo>): ChairInfo => ({ kind: "person", colour: "red", ...more });
  const info = (yours: number[], chairs: ChairInfo[]) =>
    ({ yours, chairs, setup: { hints: "rank" } }) as unknown as TableInfo;

  it("one's own seat is called you; the others by name", () => {
    choose({ lang: "en" });
    const players = playersOf(info([0], [chair({ name: "Lena" }), chair({ name: "Jonas", colour: "white" })]));
    expect(players.map(({ name, look, yours }) => [name, look, yours])).toEqual([["You", 0, true], ["Jonas", 2, false]]); // prettier-ignore
  });

  it("on a shared device all have their names", () => {
    const players = playersOf(info([0, 1], [chair({ name: "Lena" }), chair({ name: "Inge", guest: true })]));
    expect(players.map((player) => player.name)).toEqual(["Lena", "Inge"]);
  });

  it("what is shared of a win names the winner: whoever reads it is not me", () => {
    choose({ lang: "de" });
    const won = { winners: [{ seat: 0, place: 1, score: 9 }] };
    const said = wordsToShare(info([0], [chair({ name: "Lena" }), chair({ name: "Jonas" })]), won);
    expect(said).toContain("Lena gewinnt!");
  });

  it("whoever wins together with others is addressed, too", () => {
    choose({ lang: "de" });
    const three = info(
      [1],
      ["Otto", "Lena", "Ida"].map((name) => chair({ name })),
    );
    const module = { unit: () => ({ de: "Punkte", en: "points" }) } as unknown as AnyModule;
    const headline = (places: number[]) =>
      outcomeOf(three, playersOf(three), { scores: [7, 7, 7], places }, module).headline;
    expect(headline([1, 1, 3])).toBe("Du und Otto gewinnt gemeinsam!");
    expect(headline([1, 1, 1])).toBe("Du, Otto und Ida gewinnt gemeinsam!");
    expect(headline([1, 3, 1])).toBe("Otto und Ida gewinnen gemeinsam!");
    expect([headline([2, 1, 3]), headline([1, 2, 3])]).toEqual(["Du gewinnst!", "Otto gewinnt!"]);
  });

  it("says what decided between equal scores", () => {
    choose({ lang: "de" });
    const two = info([1], [chair({ name: "Otto" }), chair({ name: "Lena" })]);
    const unit = () => ({ de: "Säcke", en: "sacks" });
    const sub = (places: number[], scores = [5, 5]) =>
      outcomeOf(two, playersOf(two), { scores, places }, {
        unit,
        tie: { de: "mehr Karten", en: "more cards" },
      } as unknown as AnyModule).sub;
    expect(sub([1, 2])).toBe("5 Säcke wie du, aber mehr Karten.");
    expect(sub([2, 1])).toBe("5 Säcke wie Otto, aber mehr Karten.");
    expect([sub([1, 1]), sub([2, 1], [4, 5])]).toEqual(["5 Säcke.", "5 Säcke – 1 mehr als Otto."]);
  });

  it("says who is away and who is a bot", () => {
    choose({ lang: "en" });
    const chairs = [chair({ name: "Lena", away: true }), chair({ kind: "bot", name: "Knut", level: "strong" })];
    const players = playersOf(info([], chairs));
    expect(players.map(({ note, away }) => [note, away])).toEqual([["a bot stands in", true], ["Bot · strong", false]]); // prettier-ignore
    expect(players.map(({ hints }) => hints)).toEqual([true, false]);
  });
});

describe("the bots that one plays against at once", () => {
  const game = { levels: ["beginner", "easy", "medium", "good", "strong"], usual: "medium" } as unknown as GameInfo;
  const untaught = { levels: ["random", "greedy"], usual: "greedy" } as unknown as GameInfo;

  it("are the usual ones until others are chosen, and where a game does not have those", () => {
    expect(levelFor(game)).toBe("medium");
    choose({ level: "strong" });
    expect([levelFor(game), levelFor(untaught), levelFor(undefined)]).toEqual(["strong", "greedy", ""]);
    choose({ level: "" });
  });

  it("say how good they are, in both languages", () => {
    const words = game.levels.map((level) => W.level(level));
    expect(words.map(({ de }) => de)).toEqual(["Anfänger", "leicht", "mittel", "gut", "stark"]);
    expect(words.map(({ en }) => en)).toEqual([...game.levels]);
  });
});

describe("a QR code", () => {
  it("is one path of unit squares", async () => {
    const { size, path } = await squares("http://192.168.0.4:8000/t/KNOBEL-7AB2C");
    expect(size).toBeGreaterThan(20);
    expect(path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
  });
});

it("a win is celebrated with sparks and dice, a defeat is told without", () => {
  const cheers = (lost: boolean) => {
    const { body } = render(Winner, { props: { headline: "", sub: "", look: 0, looks: [0, 1], lost } });
    return ["burst", 'class="die'].map((sign) => body.includes(sign));
  };
  expect([cheers(false), cheers(true)]).toEqual([[true, true], [false, false]]); // prettier-ignore
});

it("a table that was closed says why, and by whom where somebody did it", () => {
  const told = (["de", "en"] as const).map((lang) => {
    choose({ lang });
    return closingOf({ closed: "standstill" }, "Ann said something.");
  });
  expect(told).toEqual([
    "Der Tisch ist geschlossen: Die Partie kam nicht mehr voran, zuletzt wurde nur noch gepasst.",
    "The table is closed: the match did not go on any more, all that happened was passing.",
  ]);
  expect(closingOf({ closed: "host" }, "Ann has closed the table.")).toBe("Ann has closed the table.");
  expect(closingOf({})).toBe("This table is closed.");
});

import { describe, expect, it } from "vitest";
import { t } from "$lib/settings.svelte";
import { inOrder, leftWords, listed, othersWords, resultWords, sinceWords, whoWaits } from "./show";
import type { FinishedInfo, Mine } from "./types";

const NOW = new Date(2026, 10, 16, 19, 30).getTime() / 1000;
const HOUR = 3600;

const table = (name: string, ...names: string[]): Mine =>
  ({
    table: name,
    game: "g",
    stage: "playing",
    waiting_for_me: true,
    waiting: [0],
    yours: [0],
    chairs: ["me", ...names].map((one) => ({ kind: one.startsWith("Bot") ? "bot" : "person", name: one })),
    touched: NOW,
    since: NOW,
    left: null,
  }) as unknown as Mine;

const match = (seat: number, ...seats: [string, number, number | null][]): FinishedInfo =>
  ({ seat, seats: seats.map(([name, place, score]) => ({ name, place, score })) }) as unknown as FinishedInfo;
const points = (score: number) => t(score === 1 ? "Punkt" : "Punkte", score === 1 ? "point" : "points");

describe("what waits", () => {
  it("puts the shortest clock first, then whoever waits longest, and others' turns apart", () => {
    const [none, long, short, theirs] = ["none", "long", "short", "theirs"].map((name) => table(name, "Ben"));
    const sorted = inOrder([
      { ...none!, since: NOW - 9 },
      { ...long!, left: 22 * HOUR },
      { ...short!, left: 3 * HOUR },
      { ...theirs!, waiting_for_me: false },
      { ...none!, table: "first", since: NOW - 99 },
      { ...none!, table: "gone", stage: "over" },
    ]);
    expect(sorted.turn.map((one) => one.table)).toEqual(["short", "long", "first", "none"]);
    expect(sorted.others.map((one) => one.table)).toEqual(["theirs"]);
  });
  it("says who in one sentence", () => {
    expect(whoWaits([]).de).toMatch(/^Gerade wartet niemand/);
    expect(whoWaits([table("a", "Tobi")])).toEqual(t("Tobi wartet auf dich.", "Tobi is waiting for you."));
    expect(whoWaits([table("a", "Tobi"), table("b", "Inge", "Tobi")]).de).toBe("Tobi und Inge warten auf dich.");
    expect(whoWaits([table("a", "A", "B", "C"), table("b", "D")]).en).toBe("A, B and 2 more are waiting for you.");
    expect(whoWaits([table("a", "Tobi")], true).de).toBe("Tobi und deine Runde warten auf dich.");
    expect(whoWaits([], true).en).toBe("Your circle is waiting for you.");
    expect(whoWaits([table("a", "Bot 1")]).de).toBe("Eine Partie wartet auf dich.");
  });
  it("says since when and how long", () => {
    expect(sinceWords(NOW - 12 * 60, NOW).de).toBe("seit 12 Min.");
    expect(sinceWords(NOW - 22.35 * HOUR, NOW)).toEqual(t("seit gestern, 21:09", "since yesterday, 9:09 pm"));
    expect(sinceWords(NOW - 2 * HOUR, NOW).de).toBe("seit 17:30");
    expect(
      [leftWords(3.5 * HOUR), leftWords(22 * HOUR), leftWords(99 * HOUR)].map((one) => [one.words.de, one.isSoon]),
    ).toEqual([
      ["noch 3 Std.", true],
      ["noch 22 Std.", false],
      ["noch 4 Tage", false],
    ]);
  });
});

describe("how it ended", () => {
  it("is a place with points, a win, a shared one, or time", () => {
    const lost = match(1, ["Inge", 1, 94], ["me", 2, 81]);
    expect(resultWords(lost, points)).toEqual(t("2. Platz, 81 Punkte", "2nd place, 81 points"));
    expect(othersWords(lost).de).toBe("Inge gewinnt mit 94");
    const won = match(0, ["me", 1, 1], ["Jonas", 2, 0], ["Trude", 3, 0]);
    expect(resultWords(won, points).en).toBe("Won, 1 point");
    expect(othersWords(won).de).toBe("vor Jonas und Trude");
    expect(resultWords(match(0, ["me", 1, 5], ["Jonas", 1, 5]), points).de).toBe("Geteilter Sieg, 5 Punkte");
    expect(resultWords(match(0, ["me", 1, null], ["Jonas", 2, null]), points).de).toBe("Gewonnen auf Zeit");
    expect(listed(["A"])).toEqual(t("A", "A"));
  });
});

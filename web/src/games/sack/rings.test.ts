import { describe, expect, it } from "vitest";
import { boardsIn, ringAt } from "./rings";
import type { Move, View } from "./types";

const view = { news: [], boards: [[{}, {}], [{}], [], [], []] } as unknown as View;
const place = (board: number): { move: Move } => ({ move: { type: "place", die: 3, board } });
const replace = (board: number, field: number): { move: Move } => ({ move: { type: "replace", die: 3, board, field } });

describe("the rings of a decision", () => {
  it("lie where the die was placed, and where the better one would have been", () => {
    const marked = { played: place(1), best: place(2) };
    expect(ringAt(marked, view, 1, 2)).toBe("played");
    expect(ringAt(marked, view, 2, 2)).toBe("better");
    expect(ringAt(marked, view, 2, 1)).toBeNull();
  });
  it("lie on the die that was replaced, or should have been", () => {
    expect(ringAt({ played: place(3), best: replace(1, 1) }, view, 1, 1)).toBe("better");
    expect(ringAt({ played: replace(1, 1), best: place(1) }, view, 1, 1)).toBe("played");
  });
  it("are not drawn where the best move was played", () => {
    expect(ringAt({ played: place(1), best: place(1) }, view, 1, 2)).toBeNull();
    expect(boardsIn({ played: place(1), best: place(1) }, view)).toEqual([]);
  });
  it("lie on the boards that a small screen shows", () => {
    expect(boardsIn({ played: place(3), best: replace(1, 1) }, view)).toEqual([3, 1]);
    expect(boardsIn({ played: place(3), best: place(1) }, { ...view, news: [{}] } as unknown as View)).toEqual([]);
    expect(boardsIn(null, view)).toEqual([]);
  });
});

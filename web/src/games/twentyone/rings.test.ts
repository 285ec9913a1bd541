import { describe, expect, it } from "vitest";
import { Hints } from "../../table/hints.svelte";
import { kept, lettersAt, ringAt } from "./rings";
import { STRUCK, type Colour, type Move, type View } from "./types";

const page = (row: readonly (number | null)[]) => ({ sheet: "A", rows: [row, [null, null, null]], at: 0 });
const seen = (row: readonly (number | null)[]) => ({ pages: [page([null, null, null]), page(row)] }) as unknown as View;
const before = seen([3, null, null]);
const mark = (...colours: Colour[]): { move: Move } => ({ move: { type: "mark", colours } });
const at = (place: number, colour: Colour, seat = 1) => [seat, 0, place, colour] as const;

describe("the rings of a decision", () => {
  it("lie where only one of the two moves writes", () => {
    const marked = { seat: 1, before, played: mark("red", "blue"), best: mark("red", "green") };
    const now = seen([3, 2, null]);
    expect(ringAt(marked, now, at(1, "blue"))).toBe("played");
    expect(ringAt(marked, now, at(2, "green"))).toBe("better");
    expect(ringAt(marked, now, at(1, "red"))).toBeNull();
    expect(ringAt(marked, now, at(1, "blue", 0))).toBeNull();
    expect(ringAt(marked, now, at(0, "blue"))).toBeNull();
  });
  it("lie on the field that was struck", () => {
    const marked = { seat: 1, before, played: mark(), best: mark("green") };
    const now = seen([3, STRUCK, null]);
    expect(ringAt(marked, now, at(1, "blue"))).toBe("played");
    expect(ringAt(marked, now, at(2, "green"))).toBe("better");
    expect(ringAt({ ...marked, best: mark("blue") }, now, at(1, "blue"))).toBe("played");
    expect(ringAt({ ...marked, best: mark() }, now, at(1, "blue"))).toBeNull();
  });
  it("are plates of their own for keeping and rolling again", () => {
    const [keep, again]: { move: Move }[] = [{ move: { type: "keep" } }, { move: { type: "reroll" } }];
    const rolled = { ...before, dice: [1, 2, 3, 4, 5, 6], locked: ["red"] } as unknown as View;
    const marked = { seat: 1, before: rolled, played: keep!, best: again! };
    expect(kept(marked)).toEqual({ again: false, rerolls: 5 });
    expect(kept({ ...marked, played: again! })).toBeNull();
    expect(kept({ ...marked, played: mark("red"), best: mark() })).toBeNull();
  });
});

it("letters lie on every field that a shown move enters, and on the strike", () => {
  const hints = new Hints(
    () => {},
    () => {},
  );
  hints.decide("now");
  const moves = [mark("red", "blue"), mark("red"), mark()].map(({ move }) => ({ move: { ...move }, says: [] }));
  hints.hear({ type: "hint", id: "h", table: "T", seat: 0, kind: "three", number: 1, moves });
  expect((["red", "blue", "green", null] as const).map((colour) => lettersAt(hints, colour))).toEqual([
    "AB",
    "A",
    "",
    "C",
  ]);
});

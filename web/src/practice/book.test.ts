import { describe, expect, it } from "vitest";
import type { BookInfo, ExerciseInfo } from "../review/types";
import { minutesFor, nextOnes, pathTo, placeOn, pointsOf, sorted } from "./book";
import { T } from "./texts";

const exercise = (n: number, known: number, days: number | null): ExerciseInfo => ({
  table: "PASCH-2345-6789",
  n,
  turn: n,
  game: "any",
  at: 0,
  loss: 0.06,
  mark: "mistake",
  asks: { de: ["?"], en: ["?"] },
  standing: { known, of: 5, days },
});
const book = (...exercises: ExerciseInfo[]): BookInfo => ({ exercises, unread: 0 });
const numbers = (some: readonly ExerciseInfo[]) => some.map(({ n }) => n);

describe("the exercise book", () => {
  it("has three heaps: due, coming back, known well", () => {
    const heaps = sorted(
      book(
        exercise(1, 0, null),
        exercise(2, 3, 0),
        exercise(3, 0, 1),
        exercise(4, 4, 9),
        exercise(5, 5, 21),
        exercise(6, 5, 0),
      ),
    );
    expect(numbers(heaps.due)).toEqual([1, 2, 6]);
    expect(numbers(heaps.coming)).toEqual([3, 4]);
    expect(numbers(heaps.known)).toEqual([5]);
  });

  it("says when the next ones come", () => {
    expect(nextOnes(book(exercise(1, 0, 1), exercise(2, 2, 2), exercise(3, 0, 1)))).toEqual({ days: 1, count: 2 });
    expect(nextOnes(book(exercise(1, 0, null), exercise(2, 5, 21)))).toEqual({ days: 21, count: 1 });
    expect(nextOnes(book())).toBeNull();
    expect(T.comeBack(1, 2).de).toBe("Morgen kommen 2 wieder.");
    expect(T.comeBack(4, 1).de).toBe("In vier Tagen kommt eine wieder.");
    expect(T.comeBack(21, 1).en).toBe("In 21 days one comes back.");
  });

  it("says of each when it is asked", () => {
    const when = (days: number | null) => T.when({ known: 0, of: 5, days }).de;
    expect([null, 0, 1, 2, 9].map(when)).toEqual(["neu", "heute", "morgen", "in 2 Tagen", "in 9 Tagen"]);
  });

  it("knows the way from one to the next", () => {
    const way = [1, 2, 3].map((n) => pathTo({ table: "A B", n }));
    expect(way[0]).toBe("/t/A%20B/try/1");
    expect(placeOn(way, way[1]!)).toEqual({ at: 1, of: 3, next: way[2] });
    expect(placeOn(way, way[2]!)).toEqual({ at: 2, of: 3, next: null });
    expect(placeOn(way, "/t/A%20B/try/9")).toBeNull();
  });

  it("rounds for people", () => {
    expect([0.0501, 0.115, 0.001].map(pointsOf)).toEqual([5, 12, 1]);
    expect([1, 3, 12].map(minutesFor)).toEqual([1, 4, 16]);
  });
});

describe("what Willi says of a try", () => {
  const standing = (days: number) => ({ known: 1, of: 5, days });
  const said = (verdict: "right" | "nearly" | "other", loss: number, days: number | null, same = false) =>
    T.taken(verdict, loss, same, days === null ? null : standing(days)).de;

  it("says what it cost, and when it is asked again", () => {
    expect(said("right", 0, 4)).toBe("Das ist der beste Zug. In vier Tagen frage ich noch mal.");
    expect(said("right", 0.003, 1)).toBe("So gut wie der beste Zug. Morgen frage ich noch mal.");
    expect(said("nearly", 0.012, 2)).toBe("Nur ein Punkt weniger als der beste Zug. Das zählt als geschafft.");
    expect(said("nearly", 0.018, 2)).toBe("Nur zwei Punkte weniger als der beste Zug. Das zählt als geschafft.");
    expect(said("other", 0.06, 1, true)).toBe("Wie in der Partie, das kostet 6 Punkte. Morgen frage ich noch mal.");
    expect(said("other", 0.021, 1)).toBe("Das kostet 2 Punkte. Morgen frage ich noch mal.");
  });

  it("promises nothing where it is nobody’s exercise", () => {
    expect(said("right", 0, null)).toBe("Das ist der beste Zug.");
    expect(said("nearly", 0.012, null)).toBe("Nur ein Punkt weniger als der beste Zug.");
    expect(said("other", 0.3, null)).toBe("Das kostet 30 Punkte.");
  });
});

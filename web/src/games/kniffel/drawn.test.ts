import { expect, it } from "vitest";
import { cut } from "../sentence";
import { drawn } from "./drawn";

const cards = (sentence: string) => cut(sentence, drawn.find).filter((_, at) => at % 2);

it.each([
  [" wirft 1, 3 und 6 ab und zieht 4 Karten.", ["1, 3 und 6"]],
  ["Du bekommst 5.", ["5"]],
  ["You discard 2 and 2, then draw 2 cards.", ["2 and 2"]],
  ["2 3 5 tauschen, 3 ziehen", ["2 3 5"]],
  ["Swap 2 3 5, draw 4", ["2 3 5"]],
  ["Kleine Straße (1 2 3 4): 30 eintragen, 6 Karten: −2", ["(1 2 3 4)"]],
  [" trägt Sechser ein (6 6 6): 18 Punkte, 2 Strafpunkte.", ["(6 6 6)"]],
  ["Alle bekommen 5 Karten, du fängst an. Du hast 1, 2, 3, 4 und 6.", ["1, 2, 3, 4 und 6"]],
])("the cards in “%s” are drawn", (sentence, found) => expect(cards(sentence)).toEqual(found));

it.each([" hat jetzt 6 Karten.", " holds 6 cards now.", " holds 10 cards now.", "Everybody gets 5 cards, ", " 5, "])(
  "in “%s” there are none",
  (sentence) => expect(cards(sentence)).toEqual([]),
);

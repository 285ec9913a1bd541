import { expect, it } from "vitest";
import { cut } from "../sentence";
import { drawn } from "./drawn";

it.each([
  [" würfelt: rot 4, weiß 1.", [" würfelt: ", "rot 4", ", ", "weiß 1", "."]],
  ["Du trägst grün 3 (Treffer) ein; Reihe", ["Du trägst ", "grün 3 (Treffer)", " ein; Reihe"]],
  [" strikes field 2 (blue); row 1", [" strikes field 2 (", "blue", "); row 1"]],
  ["Gelb 4 und grün 5 eintragen: Reihe dann 9 + 3", ["", "Gelb 4", " und ", "grün 5", " eintragen: Reihe dann 9 + 3"]],
  ["Black is on turn.", ["Black is on turn."]],
  ["Fredo rottet 6 Felder aus.", ["Fredo rottet 6 Felder aus."]],
])("the colours in “%s” are drawn", (sentence, parts) => expect(cut(sentence, drawn.find)).toEqual(parts));

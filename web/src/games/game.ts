/** What a game is for the page: a folder with a box (seen at home) and a module (loaded when it is played). */

import { createContext, type Component } from "svelte";
import type { Word } from "$lib/protocol";
import type { Text } from "$lib/settings.svelte";
import type { Pieces } from "./sentence";
import type { Hints } from "../table/hints.svelte";

/** Somebody at the table, as the boards show them. */
export interface Player {
  readonly name: string;
  /** The seat's colour and emblem, 0 to 5: class `s0` … `s5`. */
  readonly look: number;
  readonly kind: "open" | "bot" | "person";
  /** Under the name: a bot's level, or "a bot stands in". Empty for a person who is there. */
  readonly note: string;
  readonly away: boolean;
  /** A quick word that they are just saying; `Bubble` shows it on their mat. */
  readonly says?: Word | undefined;
  /** May take hints. */
  readonly hints?: boolean;
  /** One of the seats of this device. */
  readonly yours: boolean;
}

/** What a game draws instead of writing it in a sentence: what the first group of `find` matches. */
export interface Drawn {
  readonly find: RegExp;
  readonly Sign: Component<{ name: string }>;
}

/** The latest event of a match. */
export interface News {
  readonly look: number | null;
  readonly pieces: Pieces;
  readonly drawn?: Drawn | undefined;
}

/** A decision that is looked back on: whose it was, what they had before them, the move played, and the best one. */
export interface LookedBack<View, Move> {
  readonly seat: number;
  readonly before: View;
  readonly played: { readonly move: Move };
  readonly best: { readonly move: Move };
}

/** Everything a board is given. It knows no rules: what can be done is `moves`, and it emits one of them. */
export interface BoardContext<View, Move, Effect> {
  /** How it stands, seen by `seat`. */
  readonly view: View;
  /** What the seat had before it at its last deed: what others have changed since then is marked. */
  readonly since: View | null;
  /** What the seat may do now; empty when it has nothing to decide. */
  readonly moves: readonly Move[];
  /** What each of the moves would bring, in the same order. */
  readonly effects: readonly Effect[];
  /** What the seat may do once what happened has been shown: it can be chosen already, and played then. */
  readonly soon: readonly Move[];
  /** Whose eyes these are; null for somebody who only watches. */
  readonly seat: number | null;
  readonly players: readonly Player[];
  /** The seats that the match waits for. */
  readonly waiting: readonly number[];
  /** A move is on its way to the server: show it, accept no other. */
  readonly busy: boolean;
  /** Play one of `moves`. */
  readonly act: (move: Move) => void;
  /** Ask why a move that is not among `moves` is not possible: the server's sentence appears as `refused`. */
  readonly ask: (move: Move) => void;
  /** Take the last choice back, where that is possible. */
  readonly undo: (() => void) | null;
  /** The latest event in sentences, and the look of whoever did it: `News` shows it where the board has room for it. */
  readonly news: News | null;
  /** Why something was refused; empty: nothing was. `Strip` shows it, at the top of the tray with one's own things. */
  readonly refused: string;
  /** Put the refusal away. */
  readonly dismiss: (() => void) | null;
  /** A decision that is looked back on, and that led to this view. */
  readonly marked?: LookedBack<View, Move> | null;
  /** Hints about the decision that is due; `HintTray` shows them. Absent where there are none. */
  readonly hints?: Hints | null;
  /** One's turn is over, and somebody else is to get this device: `PassOn` is the button, where moves are made else. */
  readonly pass: { readonly to: Player; readonly on: () => void } | null;
}

export type AnyContext = BoardContext<any, any, any>; // eslint-disable-line

/** A board that is only looked at. */
export const STILL = {
  since: null,
  moves: [],
  effects: [],
  soon: [],
  busy: false,
  act: () => {},
  ask: () => {},
  undo: null,
  news: null,
  refused: "",
  dismiss: null,
  pass: null,
} satisfies Partial<AnyContext>;

const [boardGiven, giveBoard] = createContext<AnyContext>();
export { giveBoard };

/** The context of the board that a component is part of. A game says its own types once, in its `context.ts`. */
export const boardContext = boardGiven as <View, Move, Effect>() => BoardContext<View, Move, Effect>;

/** A game's box: what the home page and the lobby show. Small, always loaded. */
export interface Box {
  readonly title: Text;
  /** A neutral name, without the publisher's title. */
  readonly plainTitle: Text;
  /** The fewest players, and the most. */
  readonly seats: readonly [number, number];
  readonly pitch: Text;
  readonly minutes: number;
  readonly flavour: Text;
  /** Whose game it is: title, authors, publisher, year. */
  readonly credit: string;
  /** How many bots "play now" invites. */
  readonly bots: number;
  /** What scores are counted in, without the number: "point" for 1, "points" for 8. */
  readonly unit: (score: number) => Text;
  /** What people hold records in, in words, by the names that the server has for it. */
  readonly records: Readonly<Record<string, Text>>;
  /** The drawing on the lid: an SVG with viewBox 0 0 360 190 and class `art`. */
  readonly Art: Component;
  /** The sign on a slip, about 22 px. */
  readonly Sign: Component;
}

/** A game's module: loaded when somebody plays, watches or learns it. */
export interface GameModule<View = never> {
  /** It is given nothing but its context. */
  readonly Board: Component;
  /** Under a player's name at the end: the breakdown of the score. `{view, seat}`. */
  readonly Breakdown: Component<{ view: View; seat: number }>;
  /** What scores are counted in, without the number: "point" for 1, "points" for 8. */
  readonly unit: (score: number) => Text;
  /** What decides between equal scores, where something does: "more cards". */
  readonly tie?: Text;
  /** How far the match is: "Round 6". Where everybody is at another place, for these eyes. */
  readonly progress: (view: View, seat: number | null) => Text;
  /** Whether something was scored in the event that led to this view: a place to jump to in the replay. */
  readonly isScoring: (view: View) => boolean;
  /** A view in which too much happens at once, as several, one after another; the last one tells it all. */
  readonly parts?: (view: View) => readonly View[];
  /** How long a scene stands before the next one, in milliseconds: what needs to be seen takes longer. At most 1200, a scoring 2600. */
  readonly linger: (before: View | null, after: View) => number;
  /** What is heard when this view follows that one. */
  readonly sound: (before: View | null, after: View) => Sound | null;
  /** A move drawn on a slip, where words would be longer. */
  readonly MoveSign?: Component<{ move: any }>; // eslint-disable-line
  /** What its sentences draw. */
  readonly drawn?: Drawn;
  /** Its own keys, and what they do. */
  readonly keys: readonly Key[];
  /** Hidden hands: on a shared device the screen is covered between two people. The board of such a game shows `PassOn`. */
  readonly covers: boolean;
}

/** A key as it is written on it, and what it does. */
export type Key = readonly [key: Text, does: Text];

export type Sound = "roll" | "place" | "card" | "pencil" | "score";

export type AnyModule = GameModule<any>; // eslint-disable-line

/** What happened, as sentences that can be read, heard and drawn. */

/** Text, and the numbers of seats where their names belong. */
export type Pieces = readonly (string | number)[];

export interface Told {
  /** In the third person, with names. */
  readonly told: readonly string[];
  /** The same, said to the seat that looks. */
  readonly pieces?: readonly Pieces[];
}

/** Between two sentences. */
const GAP = " ";

/** All sentences in a row. On a device that several people share nobody is "you": there they go by their names. */
export function piecesOf({ told, pieces }: Told, isShared: boolean): Pieces {
  const sentences = isShared || pieces?.length !== told.length ? told.map((sentence) => [sentence]) : pieces;
  return sentences.flatMap((sentence, at) => (at ? [GAP, ...sentence] : sentence));
}

/** The same from the second sentence on; null where there is none. */
export function withoutFirst(pieces: Pieces): Pieces | null {
  const end = pieces.indexOf(GAP);
  return end < 0 ? null : pieces.slice(end + 1);
}

/** The sentences in words alone. */
export const wordsOf = (pieces: Pieces, names: readonly string[]): string =>
  pieces.map((piece) => (typeof piece === "number" ? (names[piece] ?? "") : piece)).join("");

/** Text cut into what is drawn and what is written: every second part is what `find` found. */
export const cut = (text: string, find: RegExp | undefined): readonly string[] => (find ? text.split(find) : [text]);

/** What happened, as sentences that can be read, heard and drawn. */

/** Text, and the numbers of seats where their names belong. */
export type Pieces = readonly (string | number)[];

export interface Told {
  /** In the third person, with names. */
  readonly told: readonly string[];
  /** The same, said to the seat that looks. */
  readonly pieces?: readonly Pieces[];
}

/** All sentences in a row. On a device that several people share nobody is "you": there they go by their names. */
export function piecesOf({ told, pieces }: Told, isShared: boolean): Pieces {
  const sentences = isShared || pieces?.length !== told.length ? told.map((sentence) => [sentence]) : pieces;
  return sentences.flatMap((sentence, at) => (at ? [" ", ...sentence] : sentence));
}

/** The sentences in words alone. */
export const wordsOf = (pieces: Pieces, names: readonly string[]): string =>
  pieces.map((piece) => (typeof piece === "number" ? (names[piece] ?? "") : piece)).join("");

/** Text cut into what is drawn and what is written: every second part is what `find` found. */
export const cut = (text: string, find: RegExp | undefined): readonly string[] => (find ? text.split(find) : [text]);

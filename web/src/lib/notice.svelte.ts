/** A word that the next page says: what was done on the one before. */

let said = $state("");

export const notice = {
  /** What is to be said; empty: nothing. */
  get now() {
    return said;
  },
  set now(words: string) {
    said = words;
  },
};

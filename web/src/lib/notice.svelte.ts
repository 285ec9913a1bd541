/** A word that the next page says, of what was done on the one before; empty: nothing. */
export const notice = $state({ now: "" });

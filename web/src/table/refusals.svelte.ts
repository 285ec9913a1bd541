/** Refusals at a table: the sentence stands for some seconds, then it is taken away. */

import { reasonOf, Refusal } from "$lib/api";

const STAYS = 6000;

export class Refusals {
  /** Why something was refused; empty: nothing was. */
  sentence = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Say why something was refused; a rule of the game is named by its number. */
  add(reason: string, rule = ""): void {
    this.sentence = /^[A-Z]\d/.test(rule) ? `${reason} (${rule})` : reason;
    this.close();
    this.#timer = setTimeout(this.dismiss, STAYS);
  }

  dismiss = (): void => {
    this.sentence = "";
  };

  /** Do something over HTTP; a refusal appears like any other. */
  async attempt(deed: () => Promise<unknown>): Promise<boolean> {
    try {
      await deed();
      return true;
    } catch (error) {
      this.add(reasonOf(error), error instanceof Refusal ? error.rule : "");
      return false;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

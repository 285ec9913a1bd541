/** Hints at a table, for whoever looks: the question before a mistake, what is shown of it, and the tutor's tips. */

import { LETTERS } from "$lib/hint-texts";
import type { Hinting, HintInfo, Json, Setup } from "$lib/protocol";

/** After so many moves that were made anyway, the coach offers to keep quiet. */
export const OFTEN = 3;

export type Wanted = "three" | "rank" | "tip";

export class Hints {
  /** What lies in the tray: a question, three candidates, a ranking. */
  shown = $state.raw<HintInfo | null>(null);
  #tip = $state.raw<HintInfo | null>(null);
  /** The move that was asked back. */
  meant = $state.raw<Json | null>(null);
  /** "Shall I keep quiet?" */
  offersQuiet = $state(false);
  /** The tutor was sent away. */
  isAlone = $state(false);
  isQuiet = $state(false);
  #setup = $state.raw<Setup | null>(null);
  #anyway = 0;
  #decision: string | null = $state(null);

  /** `ask`: request a hint about the decision of these eyes, with the move that is meant. */
  constructor(
    private readonly ask: (kind: Wanted, meant?: Json) => void,
    private readonly play: (move: Json) => void,
  ) {}

  get kind(): Hinting {
    return this.#setup?.hints ?? "off";
  }

  /** The tutor's tip for the decision that is due. It gives way to what lies in the tray: nobody speaks twice at once. */
  get tip(): HintInfo | null {
    return this.shown ? null : this.#tip;
  }

  /** Whether a move is to be judged before it is played. */
  get isAsking(): boolean {
    return this.kind === "ask" && !this.isQuiet;
  }

  /** The kind of hint that can be taken now without being asked. */
  get offered(): "three" | "rank" | null {
    const { kind } = this;
    return (kind === "three" || kind === "rank") && this.#decision !== null && !this.shown ? kind : null;
  }

  /** The letters of the candidates that are shown and touch something; empty: none of them does. */
  letters = <Move>(touches: (move: Move) => boolean): string => {
    const hint = this.shown;
    if (hint?.kind !== "three" && hint?.kind !== "rank") return "";
    return LETTERS.filter((_, at) => hint.moves?.[at] && touches(hint.moves[at].move as Move)).join("");
  };

  settle(setup: Setup): void {
    this.#setup = setup;
  }

  /** The decision that these eyes have to make, told apart from others by these words; null: none with a choice. */
  decide(decision: string | null): void {
    if (decision === this.#decision) return;
    this.#decision = decision;
    this.shown = this.#tip = this.meant = null;
    if (decision === null) return;
    this.offersQuiet = false;
    if (this.#setup?.tutor && !this.isAlone) this.ask("tip");
  }

  hear(hint: HintInfo): void {
    if (this.#decision === null) return;
    if (hint.kind === "tip") this.#tip = this.isAlone ? null : hint;
    else this.shown = hint;
    if (hint.kind === "question") this.meant = hint.meant?.move ?? null;
  }

  take = (kind: Wanted): void => this.ask(kind, this.meant ?? undefined);

  /** Make the move that was meant, whatever the coach says. */
  anyway = (): void => {
    const { meant } = this;
    this.shown = null;
    if (meant === null) return;
    this.#anyway += 1;
    this.offersQuiet = this.#anyway === OFTEN;
    this.play(meant);
  };

  close = (): void => {
    this.shown = null;
  };

  quiet = (yes: boolean): void => {
    this.isQuiet = yes;
    this.offersQuiet = false;
  };

  goAlone = (): void => {
    this.isAlone = true;
    this.#tip = null;
  };
}

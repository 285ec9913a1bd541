/** The connection to one table: the version this page knows, and the move that is on its way. */

import type { Acknowledged, Chatted, HintInfo, Json, Present, Reacted, RefusedInfo, Update } from "$lib/protocol";
import type { Word } from "$lib/protocol";
import { settings, type Lang } from "$lib/settings.svelte";
import { listen, newId, request, send } from "$lib/socket.svelte";

interface Pending {
  readonly id: string;
  readonly kind: "move" | "undo" | "why";
}

export type Deed = { type: "move"; move: Json; ask?: Lang | null } | { type: "undo" };

/** What the table wants to hear of it. */
export interface Hears {
  /** `isFirst`: nothing was known before. */
  update: (update: Update, isFirst: boolean) => void;
  chat: (said: Chatted) => void;
  present: (present: Present) => void;
  reacted: (reacted: Reacted) => void;
  refused: (refusal: RefusedInfo) => void;
  hinted: (hint: HintInfo) => void;
  /** The line was gone and is there again. */
  back: () => void;
}

export class Connection {
  pending = $state.raw<Pending | null>(null);
  #version: number | null = null;
  #stop: () => void;
  #tips = new Set<string>();

  constructor(
    readonly table: string,
    private readonly hears: Hears,
  ) {
    this.#stop = listen(table, {
      version: () => this.#version,
      update: (update) => this.#receive(update),
      chat: hears.chat,
      present: hears.present,
      reacted: hears.reacted,
      answered: (answer) => this.#answered(answer),
      back: hears.back,
    });
  }

  /** A move is on its way; a question keeps nobody from moving. */
  get isBusy(): boolean {
    return this.pending !== null && this.pending.kind !== "why";
  }

  /** Whether something can be sent: there is a version to say it at, and nothing else is on its way. */
  get isReady(): boolean {
    return this.#version !== null && !this.isBusy;
  }

  send(kind: Pending["kind"], seat: number, message: Deed): void {
    if (this.#version === null) return;
    this.pending = { id: newId(), kind };
    request({ ...message, id: this.pending.id, table: this.table, seat, version: this.#version });
  }

  /** Ask for a hint. A tip that does not come is not missed. */
  hint(kind: "three" | "rank" | "tip", seat: number, move: Json | null): void {
    if (this.#version === null) return;
    const id = newId();
    if (kind === "tip") this.#tips.add(id);
    request({ type: "hint", id, table: this.table, seat, version: this.#version, kind, lang: settings.lang, move });
  }

  say(text: string): void {
    request({ type: "say", id: newId(), table: this.table, text });
  }

  react(word: Word): void {
    send({ type: "react", table: this.table, word });
  }

  close(): void {
    this.#stop();
  }

  #receive(update: Update): void {
    this.#settle(update.ack);
    const before = this.#version;
    if (before !== null && update.version < before) return;
    this.#version = update.version;
    this.hears.update(update, before === null);
  }

  #answered(answer: Acknowledged | RefusedInfo | HintInfo): void {
    this.#settle(answer.id);
    const isTip = this.#tips.delete(answer.id ?? "");
    if (answer.type === "hint") this.hears.hinted(answer);
    if (answer.type === "refused" && !isTip) this.hears.refused(answer);
  }

  #settle(id: string | null | undefined): void {
    if (id != null && id === this.pending?.id) this.pending = null;
  }
}

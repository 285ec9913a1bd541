/** A table as this page knows it: who sits there, how the match stands for these eyes, what happened, what is on its way. */

import { api, reasonOf, Refusal } from "$lib/api";
import type {
  Acknowledged,
  Chatted,
  ClockInfo,
  Json,
  RefusedInfo,
  Result,
  SeatNews,
  Story,
  TableInfo,
  Update,
} from "$lib/protocol";
import { moves as mayMove, say, settings } from "$lib/settings.svelte";
import { line, listen, newId, tell } from "$lib/socket.svelte";
import { play } from "$lib/sound";
import { W } from "$lib/words";
import { load } from "../games";
import type { AnyModule, Player } from "../games/game";
import { keepSeal } from "./seal";
import { playersOf } from "./players";
import { Playback, type Scene } from "./playback.svelte";

/** What lies on the felt now, for one pair of eyes. */
interface Shown {
  readonly view: Json;
  readonly moves: readonly Json[];
  readonly effects: readonly Json[];
  readonly undo: boolean;
}

interface Pending {
  readonly id: string;
  readonly kind: "move" | "undo" | "why";
}

export interface LogLine {
  readonly n: number;
  readonly by: number | null;
  readonly told: readonly string[];
}

export interface Clock extends ClockInfo {
  /** When these numbers were true, by this device's own clock. */
  readonly at: number;
}

const STRIP_STAYS = 6000;
const LONGEST_SCENE = 2600;
/** For whoever is in a hurry: this part of the usual time. */
const QUICK = 0.12;

export class TableState {
  info = $state.raw<TableInfo | null>(null);
  module = $state.raw<AnyModule | null>(null);
  waiting = $state.raw<readonly number[]>([]);
  clocks = $state.raw<readonly Clock[]>([]);
  result = $state.raw<Result | null>(null);
  chat = $state.raw<readonly Chatted[]>([]);
  shown = $state.raw<Shown | null>(null);
  /** The latest sentence, and whose deed it was. */
  news = $state.raw<{ by: number | null; sentence: string } | null>(null);
  /** The latest sentences, for those who listen instead of looking. */
  announced = $state.raw<readonly { n: number; sentence: string }[]>([]);
  refused = $state("");
  /** There is no such table, or it may not be watched. */
  missing = $state("");
  pending = $state.raw<Pending | null>(null);
  /** Whose eyes these are; null: a spectator's. */
  eyes = $state<number | null>(null);
  /** On a shared device: who is about to take it. The felt is covered until they have. */
  handover = $state<number | null>(null);
  /** Whether what happened has been shown to its end. */
  isSettled = $state(true);
  readonly players: readonly Player[] = $derived.by(() => (this.info ? playersOf(this.info) : []));

  #version: number | null = null;
  #latest = new Map<number | null, SeatNews>();
  #log = $state.raw<ReadonlyMap<number | null, readonly LogLine[]>>(new Map());
  #playback: Playback<Json>;
  #stop: () => void;
  #strip: ReturnType<typeof setTimeout> | undefined;
  #loading: string | null = null;
  /** On a shared device with hidden hands: who has said that they hold it; null: nobody yet, and nothing is shown. */
  #holder: number | null = null;

  constructor(readonly id: string) {
    this.#playback = new Playback<Json>(
      (scene) => this.#show(scene),
      () => this.#settle(),
    );
    this.#stop = listen(id, {
      version: () => this.#version,
      update: (update) => this.#receive(update),
      chat: (said) => (this.chat = [...this.chat, said]),
      answered: (answer) => this.#answered(answer),
      back: () => void this.#recall(),
    });
    void this.#recall();
  }

  close(): void {
    this.#stop();
    this.#playback.clear();
    clearTimeout(this.#strip);
  }

  get log(): readonly LogLine[] {
    return this.handover === null ? (this.#log.get(this.eyes) ?? []) : [];
  }

  /** A move is on its way; a question keeps nobody from moving. */
  get isBusy(): boolean {
    return this.pending !== null && this.pending.kind !== "why";
  }

  get isMyTurn(): boolean {
    return this.eyes !== null && this.waiting.includes(this.eyes) && !this.result;
  }

  /** Play one of the moves that were offered. */
  act = (move: Json): void => this.#send("move", { type: "move", move });

  /** Ask why a move is not possible: at this version it is refused, with the rule's own sentence. */
  ask = (move: Json): void => this.#send("why", { type: "move", move });

  undo = (): void => this.#send("undo", { type: "undo" });

  say(text: string): void {
    tell({ type: "say", id: newId(), table: this.id, text });
  }

  skip = (): void => this.#playback.skip();

  dismiss = (): void => {
    this.refused = "";
  };

  /** Whoever was called has the device now. */
  takeOver = (): void => {
    this.#holder = this.handover;
    this.handover = null;
    this.#rest();
    this.#tellLatest();
    void this.readLog().catch(() => {});
  };

  /** What HTTP said about the table, until the socket says more. */
  learn(info: TableInfo): void {
    this.info = info;
    keepSeal(info);
    if (this.#loading !== info.setup.game) void this.#load(info.setup.game);
    if (this.eyes === null || !info.yours.includes(this.eyes)) this.eyes = info.yours[0] ?? null;
  }

  /** The log in the language of the page. */
  async readLog(): Promise<void> {
    if (!this.info || this.info.stage === "lobby") return;
    const eyes = this.eyes;
    const whose = eyes === null ? "" : `&seat=${eyes}`;
    const story = await api.get<Story>(`/tables/${this.id}/story?lang=${settings.lang}${whose}`);
    const lines = story.scenes
      .filter((scene) => scene.told.length)
      .map(({ n, seat, told }) => ({ n: n ?? -1, by: seat, told }));
    const last = lines.at(-1)?.n ?? -1;
    const newer = (this.#log.get(eyes) ?? []).filter((line) => line.n > last);
    this.#log = new Map(this.#log).set(eyes, [...lines, ...newer]);
    if (eyes === this.eyes && this.isSettled) this.#tellLatest();
  }

  #tellLatest(): void {
    const latest = this.log.at(-1);
    this.news = latest ? { by: latest.by, sentence: latest.told.join(" ") } : null;
  }

  async #recall(): Promise<void> {
    try {
      this.learn(await api.get<TableInfo>(`/tables/${this.id}`));
      this.chat = await api.get<Chatted[]>(`/tables/${this.id}/chat`);
      await this.readLog();
    } catch (error) {
      if (error instanceof Refusal) this.missing ||= this.info ? "" : error.reason;
    }
  }

  async #load(game: string): Promise<void> {
    this.#loading = game;
    try {
      const module = await load(game);
      if (this.#loading !== game) return;
      this.module = module;
    } catch {
      // Without a net, or after an update of the server: the next word from it tries again.
      this.#loading = null;
      return;
    }
    if (!this.#playback.isRunning) this.#settle();
  }

  #send(kind: Pending["kind"], message: { type: "move"; move: Json } | { type: "undo" }): void {
    if (this.isBusy || this.eyes === null || this.#version === null || !this.isSettled) return;
    if (kind === "why" && line.condition !== "connected") return this.refuse(say(W.broken));
    if (kind !== "undo") this.refused = "";
    this.pending = { id: newId(), kind };
    tell({ ...message, id: this.pending.id, table: this.id, seat: this.eyes, version: this.#version });
  }

  #receive(update: Update): void {
    const isFirst = this.#version === null;
    if (update.ack && update.ack === this.pending?.id) this.pending = null;
    if (this.#version !== null && update.version < this.#version) return;
    this.#version = update.version;
    this.missing = "";
    if (update.info) this.learn(update.info);
    this.waiting = update.waiting;
    this.clocks = (update.clocks ?? []).map((clock) => ({ ...clock, at: performance.now() }));
    this.result = update.result ?? null;
    for (const news of update.seats) this.#keep(news);
    const mine = update.seats.find((news) => news.seat === this.eyes);
    const scenes = isFirst || this.handover !== null ? [] : this.#scenes(mine);
    if (scenes.length) {
      this.isSettled = false;
      this.#playback.add(scenes);
    } else if (!this.#playback.isRunning) this.#settle();
  }

  #keep(news: SeatNews): void {
    this.#latest.set(news.seat, news);
    const lines = this.#scenes(news)
      .filter((scene) => scene.told.length)
      .map(({ n, by, told }) => ({ n, by, told }));
    if (!lines.length) return;
    const before = (this.#log.get(news.seat) ?? []).filter((line) => line.n < (lines[0]?.n ?? 0));
    this.#log = new Map(this.#log).set(news.seat, [...before, ...lines]);
  }

  #scenes(news: SeatNews | undefined): Scene<Json>[] {
    const by = new Map(news?.events.map((event) => [event.n as number, (event.seat as number | undefined) ?? null]));
    return (news?.scenes ?? []).map(({ n, view, told }) => ({ n, view, told, by: by.get(n) ?? null }));
  }

  /** Show one scene; how long it stands. */
  #show(scene: Scene<Json>): number {
    const before = this.shown?.view ?? null;
    this.shown = { view: scene.view, moves: [], effects: [], undo: false };
    if (scene.told.length) {
      this.news = { by: scene.by, sentence: scene.told.join(" ") };
      this.#announce(scene.told.join(" "));
    }
    const sound = this.module?.sound(before as never, scene.view as never);
    if (sound) play(sound);
    if (document.visibilityState !== "visible") return 0;
    const ms = Math.min(this.module?.linger(before as never, scene.view as never) ?? 0, LONGEST_SCENE);
    return ms * (settings.quick ? QUICK : mayMove() ? 1 : 0.5);
  }

  #announce(sentence: string): void {
    this.announced = [...this.announced.slice(-3), { n: (this.announced.at(-1)?.n ?? 0) + 1, sentence }];
  }

  /** All is shown: now whoever is to decide can. */
  #settle(): void {
    if (!this.module) return;
    const next = this.#nextEyes();
    const isShared = this.module.covers && (this.info?.yours.length ?? 0) > 1 && !this.result;
    if (isShared && next !== this.#holder) this.#cover(next);
    else this.handover = null;
    this.eyes = next;
    this.#rest();
  }

  /** Nothing of a hand stays on the page, in the news or in the live region until its owner has the device. */
  #cover(next: number | null): void {
    this.handover = next;
    this.#holder = null;
    this.shown = this.news = null;
    this.announced = [];
  }

  #rest(): void {
    const news = this.#latest.get(this.eyes);
    const wasMine = this.isSettled && (this.shown?.moves.length ?? 0) > 0;
    this.isSettled = true;
    if (!news || this.handover !== null) return;
    this.shown = { view: news.view, moves: news.moves, effects: news.effects ?? [], undo: news.undo ?? false };
    if (news.moves.length && !wasMine) play("turn");
  }

  /** Of my seats the one that is to decide; else the one that looked last. */
  #nextEyes(): number | null {
    const yours = this.info?.yours ?? [];
    if (!yours.length) return null;
    if (this.eyes !== null && yours.includes(this.eyes) && this.waiting.includes(this.eyes)) return this.eyes;
    const asked = yours.find((seat) => this.waiting.includes(seat));
    return asked ?? (this.eyes !== null && yours.includes(this.eyes) ? this.eyes : (yours[0] ?? null));
  }

  #answered(answer: Acknowledged | RefusedInfo): void {
    const isPending = answer.id != null && answer.id === this.pending?.id;
    if (isPending) this.pending = null;
    if (answer.type !== "refused") return;
    if (answer.rule === "missing" && !this.info) this.missing = answer.reason;
    else this.refuse(answer.reason, answer.rule);
  }

  /** Say why something was refused; it stays for some seconds. */
  refuse(reason: string, rule = ""): void {
    this.refused = /^[A-Z]\d/.test(rule) ? `${reason} (${rule})` : reason;
    clearTimeout(this.#strip);
    this.#strip = setTimeout(this.dismiss, STRIP_STAYS);
  }

  /** Do something over HTTP; a refusal appears like any other. */
  async attempt(deed: () => Promise<unknown>): Promise<boolean> {
    try {
      const answer = await deed();
      if (answer && typeof answer === "object" && "chairs" in answer) this.learn(answer as TableInfo);
      return true;
    } catch (error) {
      this.refuse(reasonOf(error), error instanceof Refusal ? error.rule : "");
      return false;
    }
  }
}

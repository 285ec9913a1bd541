/** A table as this page knows it: who sits there, how the match stands for these eyes, what is shown of it. */

import { api, Refusal } from "$lib/api";
import type { Chatted, ClockInfo, Json, NewSitter, Reacted, RefusedInfo, Result, SeatNews, Story } from "$lib/protocol";
import type { TableInfo, Update } from "$lib/protocol";
import { mayAnimate, say, settings } from "$lib/settings.svelte";
import { line } from "$lib/socket.svelte";
import { play } from "$lib/sound";
import { W } from "$lib/texts";
import { load } from "../games";
import type { AnyModule, Player } from "../games/game";
import { piecesOf, wordsOf, type Pieces, type Told } from "../games/sentence";
import { Connection, type Deed } from "./connection.svelte";
import { Handover, nextEyes } from "./handover.svelte";
import { Hints } from "./hints.svelte";
import { Log, scenesOf, type LogLine } from "./log.svelte";
import { Playback, type Scene } from "./playback.svelte";
import { People } from "./people.svelte";
import { playersOf } from "./players";
import { Refusals } from "./refusals.svelte";
import { addToDice, keepDraws, lookAnew } from "./dice";

/** What lies on the felt now, for one pair of eyes. */
interface Shown {
  readonly view: Json;
  readonly moves: readonly Json[];
  readonly effects: readonly Json[];
  readonly undo: boolean;
  /** The moves that are there as soon as all is shown. */
  readonly soon: readonly Json[];
  /** The seats that the match waits for in what is shown: not ahead of it. */
  readonly waiting: readonly number[];
}

export interface Clock extends ClockInfo {
  /** When these numbers were true, by this device's own clock. */
  readonly at: number;
}

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
  /** How many lines of it have been looked at; what was said before one came is no news. Null: it is not there yet. */
  heard = $state<number | null>(null);
  shown = $state.raw<Shown | null>(null);
  /** There is no such table, or it may not be watched. */
  missing = $state("");
  /** Whether what happened has been shown to its end. */
  isSettled = $state(true);
  readonly people = new People();
  readonly players: readonly Player[] = $derived.by(() => (this.info ? playersOf(this.info, this.people) : []));

  readonly log = new Log((line) => this.words(line));
  readonly handover = new Handover();
  readonly refusals = new Refusals();
  readonly connection: Connection;
  readonly hints = new Hints(
    (kind, meant) => this.handover.eyes !== null && this.connection.hint(kind, this.handover.eyes, meant ?? null),
    (move) => this.#send("move", { type: "move", move }),
  );
  readonly playback = new Playback<Json>(
    (scene) => this.#show(scene),
    () => this.#settle(),
  );
  #latest = new Map<number | null, SeatNews>();
  #loading: string | null = null;
  #since = $state.raw<ReadonlyMap<number, Json>>(new Map());

  constructor(readonly id: string) {
    this.connection = new Connection(id, {
      update: (update, isFirst) => this.#receive(update, isFirst),
      chat: (said) => (this.chat = [...this.chat, said]),
      present: (present) => this.people.hear(present),
      reacted: (reacted) => this.#reacted(reacted),
      refused: (refusal) => this.#refused(refusal),
      hinted: (hint) => hint.seat === this.handover.eyes && this.hints.hear(hint),
      back: () => {
        lookAnew(id);
        void this.#recall();
      },
    });
    void this.#recall();
  }

  close(): void {
    this.connection.close();
    this.playback.clear();
    this.people.close();
    this.refusals.close();
  }

  /** What whoever looks had before them at their last deed. */
  get since(): Json | null {
    const { eyes } = this.handover;
    return eyes === null ? null : (this.#since.get(eyes) ?? null);
  }

  /** The log for whoever looks; nobody's while the device goes from hand to hand. */
  get lines(): readonly LogLine[] {
    return this.handover.isCovered ? [] : this.log.of(this.handover.eyes);
  }

  /** The sentences of a line, for whoever looks. */
  pieces(line: Told): Pieces {
    return piecesOf(line, (this.info?.yours.length ?? 0) > 1);
  }

  /** The same in words. */
  words(line: Told): string {
    return wordsOf(
      this.pieces(line),
      this.players.map((player) => player.name),
    );
  }

  get isMyTurn(): boolean {
    const { eyes } = this.handover;
    return eyes !== null && this.waiting.includes(eyes) && !this.result;
  }

  /** Play one of the moves that were offered. */
  act = (move: Json): void => {
    this.hints.close();
    this.#send("move", { type: "move", move, ask: this.hints.isAsking ? settings.lang : null });
  };

  /** Ask why a move is not possible: at this version it is refused, with the rule's own sentence. */
  ask = (move: Json): void => this.#send("why", { type: "move", move });

  undo = (): void => this.#send("undo", { type: "undo" });

  /** Whoever looks gives the device to the next. Of their hand nothing stays on the page. */
  passOn = (): void => {
    this.handover.pass();
    this.#settle();
  };

  /** Whoever was called has the device now. */
  takeOver = (): void => {
    this.handover.take();
    this.#rest();
    this.log.recall(this.handover.eyes);
    void this.readLog().catch(() => {});
  };

  /** What HTTP said about the table, unless the socket has said more. */
  learn(info: TableInfo): void {
    if (!this.info || info.version >= this.info.version) this.#take(info);
  }

  #take(info: TableInfo): void {
    this.info = info;
    this.hints.settle(info.setup);
    void addToDice(info);
    if (this.#loading !== info.setup.game) void this.#load(info.setup.game);
    this.handover.seat(info.yours);
  }

  /** The log in the language of the page. */
  async readLog(): Promise<void> {
    if (!this.info || this.info.stage === "lobby") return;
    const { eyes } = this.handover;
    const whose = eyes === null ? "" : `&seat=${eyes}`;
    const story = await api.get<Story>(`/tables/${this.id}/story?lang=${settings.lang}${whose}`);
    keepDraws(
      this.id,
      story.scenes.map(({ n, seat, event }) => ({ ...event, n, seat })),
    );
    this.log.read(eyes, story);
    if (eyes === this.handover.eyes && this.isSettled && !this.handover.isCovered) this.log.recall(eyes);
  }

  /** Change the table over HTTP; a refusal appears like any other. */
  attempt(deed: () => Promise<unknown>): Promise<boolean> {
    return this.refusals.attempt(async () => {
      const answer = await deed();
      if (answer && typeof answer === "object" && "chairs" in answer) this.learn(answer as TableInfo);
    });
  }

  /** Let somebody else, or nobody, sit on a seat. */
  seat(seat: number, sitter: NewSitter): Promise<boolean> {
    return this.attempt(() => api.post(`/tables/${this.id}/seats/${seat}`, sitter));
  }

  async #recall(): Promise<void> {
    try {
      this.learn(await api.get<TableInfo>(`/tables/${this.id}`));
      this.chat = await api.get<Chatted[]>(`/tables/${this.id}/chat`);
      this.heard ??= this.chat.length;
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
    if (!this.playback.isRunning) this.#settle();
  }

  #send(kind: "move" | "undo" | "why", message: Deed): void {
    const { eyes } = this.handover;
    if (eyes === null || !this.connection.isReady || !this.isSettled) return;
    if (kind === "why" && line.condition === "broken") return this.refusals.add(say(W.broken));
    if (kind !== "undo") this.refusals.dismiss();
    if (kind === "move" && this.shown) this.#acted(eyes, this.shown.view);
    this.connection.send(kind, eyes, message);
  }

  #receive(update: Update, isFirst: boolean): void {
    this.missing = "";
    if (update.info) this.#take(update.info);
    this.waiting = update.waiting;
    this.clocks = (update.clocks ?? []).map((clock) => ({ ...clock, at: performance.now() }));
    this.result = update.result ?? null;
    for (const news of update.seats) {
      this.#latest.set(news.seat, news);
      keepDraws(this.id, news.events);
      this.log.add(news);
    }
    const mine = update.seats.find((news) => news.seat === this.handover.eyes);
    const scenes = isFirst || this.handover.isCovered || !mine ? [] : this.#scenesOf(mine, update.waiting);
    if (mine && this.#stands(mine)) {
      scenes.forEach((scene) => this.log.announce(scene));
      this.#settle();
    } else if (scenes.length) {
      this.isSettled = false;
      this.playback.add(scenes);
    } else if (!this.playback.isRunning) this.#settle();
  }

  #scenesOf(news: SeatNews, waiting: readonly number[]): Scene<Json>[] {
    const parts = this.module?.parts;
    const scenes = scenesOf(news, waiting);
    if (!parts) return scenes;
    return scenes.flatMap((scene) =>
      parts(scene.view).map((view, at) => ({ ...scene, view, told: at === 0 ? scene.told : [] })),
    );
  }

  /** Whether only others chose, and what could be done here can still be done: nothing of it is taken away meanwhile. */
  #stands(news: SeatNews): boolean {
    const { shown } = this;
    const chose = news.events.some((event) => event.seat === news.seat && event.type !== "table");
    if (!shown || !this.isSettled || chose) return false;
    const isSame = JSON.stringify(news.moves) === JSON.stringify(shown.moves) && (news.undo ?? false) === shown.undo;
    return isSame && (shown.moves.length > 0 || shown.undo);
  }

  #reacted(reacted: Reacted): void {
    const name = this.players[reacted.seat]?.name;
    if (!settings.reactions || !name) return;
    this.people.say(reacted);
    this.log.speakUp(`${name}: ${say(W.quickWords[reacted.word])}`);
  }

  #refused(refusal: RefusedInfo): void {
    if (refusal.rule === "missing" && !this.info) this.missing = refusal.reason;
    else this.refusals.add(refusal.reason, refusal.rule);
  }

  /** Show one scene; how long it stands. */
  #show(scene: Scene<Json>): number {
    const before = this.shown?.view ?? null;
    const soon = this.#latest.get(this.handover.eyes)?.moves ?? [];
    this.hints.decide(null);
    this.shown = { view: scene.view, moves: [], effects: [], undo: false, soon, waiting: scene.waiting };
    this.log.announce(scene);
    const sound = this.module?.sound(before, scene.view);
    if (sound) play(sound);
    if (document.visibilityState !== "visible") return 0;
    const ms = Math.min(this.module?.linger(before, scene.view) ?? 0, LONGEST_SCENE);
    return ms * (settings.quick ? QUICK : mayAnimate() ? 1 : 0.5);
  }

  #acted(seat: number, view: Json): void {
    this.#since = new Map(this.#since).set(seat, view);
  }

  /** All is shown: now whoever is to decide can. Of a hand nothing stays on the page until its owner has the device. */
  #settle(): void {
    if (!this.module) return;
    const yours = this.info?.yours ?? [];
    const isHidden = this.module.covers && yours.length > 1 && !this.result;
    this.handover.turnTo(nextEyes(this.handover.eyes, yours, this.waiting), isHidden);
    if (this.handover.isCovered) {
      this.shown = null;
      this.log.cover();
    }
    this.#rest();
  }

  #rest(): void {
    const news = this.#latest.get(this.handover.eyes);
    const wasMine = this.isSettled && (this.shown?.moves.length ?? 0) > 0;
    this.isSettled = true;
    if (!news || this.handover.isCovered) return this.hints.decide(null);
    const { view, moves, effects = [], undo = false } = news;
    if (news.seat !== null && !this.#since.has(news.seat)) this.#acted(news.seat, view);
    this.shown = { view, moves, effects, undo, soon: [], waiting: this.waiting };
    this.hints.decide(moves.length > 1 ? JSON.stringify([news.seat, view, moves.length]) : null);
    if (news.moves.length && !wasMine) play("turn");
  }
}

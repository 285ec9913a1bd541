/** The line to the server: one WebSocket for the whole page, that comes back by itself. */

import type { Acknowledged, Chatted, HintInfo, Incoming, Move, Outgoing, Present, Reacted } from "./protocol";
import type { RefusedInfo, Say, TakeHint, Undo, Update } from "./protocol";
import { PROTOCOL } from "./protocol";
import { settings } from "./settings.svelte";

/** What a table wants to hear. */
export interface Listener {
  /** The last version it knows; null: nothing yet. */
  version: () => number | null;
  update: (update: Update) => void;
  chat: (said: Chatted) => void;
  present: (present: Present) => void;
  reacted: (reacted: Reacted) => void;
  answered: (answer: Acknowledged | RefusedInfo | HintInfo) => void;
  /** The line was gone and is there again: what only HTTP knows (chat, the whole log) may have been missed. */
  back: () => void;
}

type Answerable = Move | Undo | Say | TakeHint;
/** `stuck`: there is a line, but the server cannot store anything. */
export type Condition = "connecting" | "connected" | "stuck" | "broken";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const PATIENCE = 6000;
const ASK_AGAIN = 1500;

/** `unanswered`: how many moves and words wait for their answer. `isKnown`: whether the server knows who is on this line. */
const state = $state({ condition: "connecting" as Condition, unanswered: 0, isKnown: null as boolean | null });
export const line: Readonly<typeof state> = state;
const tables = new Map<string, Listener>();
/** Those who want to know when the open tables change. */
const lookers = new Set<() => void>();
/** Moves and words without an answer yet: after a break they are sent again, with the same id, so that nothing is lost or doubled. */
const unanswered = new Map<string, Answerable>();

let socket: WebSocket | null = null;
let wait = FIRST_WAIT;
let later: ReturnType<typeof setTimeout> | undefined;
let pinging: ReturnType<typeof setInterval> | undefined;
let patience: ReturnType<typeof setTimeout> | undefined;

/** Hear what happens at a table, until the returned function is called. */
export function listen(table: string, listener: Listener): () => void {
  tables.set(table, listener);
  if (isOpen()) watch(table, listener);
  else connect();
  return () => {
    if (tables.get(table) !== listener) return;
    tables.delete(table);
    for (const [id, message] of unanswered) if (message.table === table) forget(id);
    send({ type: "leave", table });
    if (!isWanted()) hangUp();
  };
}

/** Hear when the open tables change, until the returned function is called. */
export function browse(changed: () => void): () => void {
  lookers.add(changed);
  if (isOpen()) send({ type: "browse", on: true });
  else connect();
  return () => {
    lookers.delete(changed);
    if (!lookers.size) send({ type: "browse", on: false });
    if (!isWanted()) hangUp();
  };
}

/** Send what must be answered: now, or as soon as there is a line again. */
export function request(message: Answerable): void {
  unanswered.set(message.id, message);
  state.unanswered = unanswered.size;
  send(message);
}

/** A bot stands in for me: from now on I play myself again. */
export function comeBack(table: string): void {
  send({ type: "back", table });
}

/** Ask for a table again from the beginning: in another language, say. */
export function tune(table: string): void {
  const listener = tables.get(table);
  if (!listener) return;
  send({ type: "hello", protocol: PROTOCOL, lang: settings.lang });
  watch(table, listener);
}

/** Somebody has become known, or is somebody else now: the server must see the new cookie. */
export function renew(): void {
  if (!socket) return;
  drop();
  if (isWanted()) connect();
}

/** A new id for a move or a word. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes));
}

function connect(): void {
  clearTimeout(later);
  if (socket) return;
  const opened = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/v1/socket`);
  socket = opened;
  opened.onmessage = (event) => socket === opened && hear(JSON.parse(event.data as string) as Outgoing);
  opened.onopen = () => socket === opened && greet();
  opened.onclose = () => socket === opened && broken();
  expectSoon();
}

function greet(): void {
  heard();
  wait = FIRST_WAIT;
  const wasBroken = state.condition === "broken";
  state.condition = "connected";
  send({ type: "hello", protocol: PROTOCOL, lang: settings.lang });
  for (const [table, listener] of tables) watch(table, listener);
  if (lookers.size) send({ type: "browse", on: true });
  for (const message of unanswered.values()) send(message);
  if (wasBroken) {
    for (const listener of tables.values()) listener.back();
    for (const changed of lookers) changed();
  }
  clearInterval(pinging);
  pinging = setInterval(ping, PING_EVERY);
}

function watch(table: string, listener: Listener): void {
  send({ type: "watch", table, version: listener.version(), effects: true, tell: settings.lang, people: true });
}

function hear(message: Outgoing): void {
  heard();
  switch (message.type) {
    case "update":
      if (message.ack) forget(message.ack);
      tables.get(message.table)?.update(message);
      unstick();
      break;
    case "ack":
    case "refused":
    case "hint":
      answered(message);
      break;
    case "welcome":
      state.isKnown = message.name !== null;
      break;
    case "chat":
      tables.get(message.table)?.chat(message);
      break;
    case "present":
      tables.get(message.table)?.present(message);
      break;
    case "reaction":
      tables.get(message.table)?.reacted(message);
      break;
    case "open":
      for (const changed of lookers) changed();
      break;
    case "goodbye":
      wait = Math.max(FIRST_WAIT, message.wait * 1000);
      broken();
      break;
  }
}

function answered(answer: Acknowledged | RefusedInfo | HintInfo): void {
  const asked = answer.id ? unanswered.get(answer.id) : undefined;
  if (answer.type === "refused" && answer.rule === "unavailable") return stuck(answer, asked);
  if (answer.id) forget(answer.id);
  unstick();
  const table = answer.table ?? asked?.table;
  if (table) tables.get(table)?.answered(answer);
}

/** Nothing could be stored just now: the same again, with the same id, a little later; or the table that was asked for. */
function stuck({ table }: RefusedInfo, asked: Answerable | undefined): void {
  state.condition = "stuck";
  setTimeout(() => {
    const listener = table ? tables.get(table) : undefined;
    if (!asked && listener) watch(table!, listener);
    else if (asked && unanswered.has(asked.id)) send(asked);
  }, ASK_AGAIN);
}

/** Something came through: unless a move still waits, all is well again. */
function unstick(): void {
  if (state.condition === "stuck" && !unanswered.size) state.condition = "connected";
}

function forget(id: string): void {
  unanswered.delete(id);
  state.unanswered = unanswered.size;
}

const isWanted = () => tables.size > 0 || lookers.size > 0;
const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** Where there is no line now, nothing is sent: once there is one again, `greet` says all that matters. */
export function send(message: Incoming): void {
  if (isOpen()) socket!.send(JSON.stringify(message));
}

function ping(): void {
  if (!isOpen()) return;
  send({ type: "ping" });
  expectSoon();
}

/** No word within some seconds means that the line is dead, whatever the browser believes. */
function expectSoon(): void {
  clearTimeout(patience);
  patience = setTimeout(broken, PATIENCE);
}

function heard(): void {
  clearTimeout(patience);
}

function drop(): void {
  clearInterval(pinging);
  clearTimeout(patience);
  clearTimeout(later);
  const old = socket;
  socket = null;
  if (old) {
    old.onclose = old.onmessage = old.onopen = null;
    old.close();
  }
}

function broken(): void {
  drop();
  if (!isWanted()) return;
  state.condition = "broken";
  later = setTimeout(connect, wait * (0.7 + Math.random() * 0.6));
  wait = Math.min(wait * 1.7, LONGEST_WAIT);
}

function hangUp(): void {
  drop();
  state.condition = "connecting";
}

/** Awake again, or back in the net: look at once. */
function look(): void {
  if (document.visibilityState !== "visible" || !isWanted()) return;
  wait = FIRST_WAIT;
  if (isOpen()) ping();
  else if (!socket) connect();
}

if (typeof window !== "undefined") {
  for (const event of ["online", "pageshow", "focus"]) addEventListener(event, look);
  document.addEventListener("visibilitychange", look);
  addEventListener("offline", () => socket && broken());
}

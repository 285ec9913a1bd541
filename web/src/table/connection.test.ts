import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { HintInfo, Outgoing, RefusedInfo, Update } from "$lib/protocol";
import { line } from "$lib/socket.svelte";
import { Connection } from "./connection.svelte";

/** The browser's socket, with the server's end in the hands of the test. */
class Wire {
  static readonly OPEN = 1;
  static now: Wire;
  readyState = 0;
  sent: { type: string; id?: string; [key: string]: unknown }[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    Wire.now = this;
  }
  open(): void {
    this.readyState = Wire.OPEN;
    this.onopen?.();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  hear(message: Partial<Outgoing>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {
    this.readyState = 3;
  }
  of(type: string) {
    return this.sent.filter((message) => message.type === type);
  }
}

const update = (version: number, ack?: string): Update => ({
  type: "update",
  table: "T",
  version,
  waiting: [],
  rule: "",
  seats: [],
  ...(ack ? { ack } : {}),
});

let connection: Connection;
let heard: { versions: [number, boolean][]; refused: string[]; hints: string[]; back: number };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  heard = { versions: [], refused: [], hints: [], back: 0 };
  connection = new Connection("T", {
    update: (said, isFirst) => heard.versions.push([said.version, isFirst]),
    chat: () => {},
    present: () => {},
    reacted: () => {},
    refused: (refusal) => heard.refused.push(refusal.reason),
    hinted: (hint) => heard.hints.push(hint.kind),
    back: () => heard.back++,
  });
  Wire.now.open();
});
afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the connection to a table", () => {
  it("sends nothing before it knows a version to say it at", () => {
    expect(connection.isReady).toBe(false);
    connection.send("move", 0, { type: "move", move: { die: 3 } });
    expect([connection.pending, Wire.now.of("move")]).toEqual([null, []]);
    Wire.now.hear(update(4));
    connection.send("move", 0, { type: "move", move: { die: 3 } });
    expect(Wire.now.of("move")).toMatchObject([{ table: "T", seat: 0, version: 4, move: { die: 3 } }]);
  });

  it("is busy until its own move comes back, or is refused", () => {
    Wire.now.hear(update(1));
    connection.send("move", 0, { type: "move", move: {} });
    Wire.now.hear(update(2, "somebody else's"));
    expect(connection.isBusy).toBe(true);
    Wire.now.hear(update(3, connection.pending!.id));
    expect(connection.pending).toBe(null);
    connection.send("undo", 0, { type: "undo" });
    const refusal = { type: "refused", id: connection.pending!.id, table: "T", rule: "undo", reason: "Too late." };
    Wire.now.hear(refusal as RefusedInfo);
    expect([connection.pending, heard.refused]).toEqual([null, ["Too late."]]);
  });

  it("a question keeps nobody from moving", () => {
    Wire.now.hear(update(1));
    connection.send("why", 0, { type: "move", move: {} });
    expect([connection.pending?.kind, connection.isBusy, connection.isReady]).toEqual(["why", false, true]);
  });

  it("a move that is asked back is on its way no more, and a tip that is refused is not missed", () => {
    Wire.now.hear(update(1));
    connection.send("move", 0, { type: "move", move: { die: 3 }, ask: "de" });
    const { id } = connection.pending!;
    Wire.now.hear({ type: "hint", id, table: "T", seat: 0, kind: "question", number: 1 } as HintInfo);
    expect([connection.isBusy, heard.hints, line.unanswered]).toEqual([false, ["question"], 0]);
    for (const kind of ["tip", "three"] as const) connection.hint(kind, 0, null);
    for (const asked of Wire.now.of("hint"))
      Wire.now.hear({ type: "refused", id: asked.id, table: "T", rule: "table", reason: "Late." } as RefusedInfo);
    expect(heard.refused).toEqual(["Late."]);
  });

  it("passes on what is new, and says what comes first", () => {
    for (const version of [3, 2, 3, 4]) Wire.now.hear(update(version));
    expect(heard.versions).toEqual([
      [3, true],
      [3, false],
      [4, false],
    ]);
  });

  it("while nothing can be stored its move waits, and goes out again under the same id", () => {
    Wire.now.hear(update(7));
    connection.send("move", 0, { type: "move", move: {} });
    const { id } = connection.pending!;
    Wire.now.hear({ type: "refused", id, table: "T", rule: "unavailable", reason: "" } as RefusedInfo);
    expect([line.condition, line.unanswered, connection.isBusy, heard.refused]).toEqual(["stuck", 1, true, []]);
    Wire.now.hear(update(8, "somebody else's"));
    vi.advanceTimersByTime(1500);
    expect([line.condition, Wire.now.of("move").map((move) => move.id)]).toEqual(["stuck", [id, id]]);
    Wire.now.hear(update(9, id));
    expect([line.condition, line.unanswered, connection.isBusy]).toEqual(["connected", 0, false]);
  });

  it("asks again for a table that could not be read, until it is there", () => {
    Wire.now.hear({ type: "refused", table: "T", rule: "unavailable", reason: "" } as RefusedInfo);
    vi.advanceTimersByTime(1500);
    expect([line.condition, Wire.now.of("watch").length]).toEqual(["stuck", 2]);
    Wire.now.hear(update(1));
    expect(line.condition).toBe("connected");
  });

  it("after a break it asks from where it was, and sends again what was not answered, with the same id", () => {
    Wire.now.hear(update(7));
    connection.send("move", 0, { type: "move", move: {} });
    const { id } = connection.pending!;
    Wire.now.onclose?.();
    expect(line.condition).toBe("broken");
    vi.advanceTimersByTime(1000);
    Wire.now.open();
    expect(Wire.now.of("watch")).toMatchObject([{ table: "T", version: 7 }]);
    expect(Wire.now.of("move").map((message) => message.id)).toEqual([id]);
    expect([line.condition, heard.back, connection.isBusy]).toEqual(["connected", 1, true]);
  });
});

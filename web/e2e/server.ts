/** The real server as a process of its own, for one worker of the tests: it can be killed and started again. */

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer as createSite, type Server as Site } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const PASCH = process.env.PASCH ?? resolve(import.meta.dirname, "../../.venv/bin/pasch");

export class Server {
  readonly data = mkdtempSync(join(tmpdir(), "pasch-e2e-"));
  port = 0;
  /** Where circles may send word to; it takes everything. */
  webhook = "";
  #site: Site | null = null;
  #process: ChildProcess | null = null;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    this.webhook ||= await this.#takeWord();
    const asked = [
      "--bot-pause",
      "0",
      "--coach-share",
      "1",
      "--limits",
      "10000",
      "--host",
      "127.0.0.1",
      "--bot-workers",
      "1",
      "--tutored",
      "0",
      "--contact",
      "host@example.org",
      "--webhook",
      `http://${this.webhook}`,
    ];
    const child = spawn(PASCH, ["serve", "--port", String(this.port), "--data", this.data, ...asked], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    let said = "";
    await new Promise<void>((ready, fail) => {
      child.stderr.on("data", (chunk) => (said += chunk));
      child.stdout.on("data", (chunk) => {
        said += chunk;
        if (said.includes(this.url)) ready();
      });
      child.on("exit", (code) => fail(new Error(`pasch serve ended with ${code}: ${said}`)));
    });
  }

  /** Without a goodbye, as when the plug is pulled. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = null;
    child.removeAllListeners("exit");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  #takeWord(): Promise<string> {
    return new Promise((ready) => {
      const site = createSite((_, answer) => answer.end()).listen(0, "127.0.0.1", () => {
        ready(`127.0.0.1:${(site.address() as { port: number }).port}`);
      });
      this.#site = site;
    });
  }

  async end(): Promise<void> {
    await this.kill("SIGTERM");
    this.#site?.close();
    rmSync(this.data, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

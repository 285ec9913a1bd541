// What the page costs: `make client && node benchmarks/client.mjs [runs] [game …]` prints the first load of the front page
// and of a match, on a processor four times slower and a phone's network, as medians of several cold loads.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "../web/node_modules/@playwright/test/index.mjs";

const RUNS = Number(process.argv[2] ?? 5);
const ONLY = process.argv.slice(3);
const SLOWER = 4;
/** 9 Mbit/s down, 1.5 Mbit/s up, 60 ms: what a phone has on 4G. */
const NETWORK = { offline: false, latency: 60, downloadThroughput: (9e6 / 8) | 0, uploadThroughput: (1.5e6 / 8) | 0 };
const BUDGET = { js: 150_000, interactive: 2000 };
const ROOT = resolve(import.meta.dirname, "..");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

async function served(use) {
  const data = mkdtempSync(join(tmpdir(), "pasch-bench-"));
  const port = 18_000 + (process.pid % 2000);
  const asked = ["serve", "--port", String(port), "--host", "127.0.0.1", "--data", data, "--limits", "1000", "--dice-wait", "0"];
  const server = spawn(process.env.PASCH ?? join(ROOT, ".venv/bin/pasch"), asked, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((gone) => server.once("exit", gone));
  const ready = new Promise((said) => server.stdout.once("data", said));
  await Promise.race([ready, ended.then((code) => Promise.reject(new Error(`the server ended with ${code}`)))]);
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    server.kill();
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

/** One cold load: what was sent, and when somebody could do something. */
async function load(browser, url, path, ready) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "de-DE", serviceWorkers: "block" });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", NETWORK);
  await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const sent = { js: 0, css: 0, font: 0, other: 0 };
  const kinds = new Map();
  line.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  line.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = { Script: "js", Stylesheet: "css", Font: "font" }[kinds.get(requestId)] ?? "other";
    sent[kind] += encodedDataLength;
  });
  await page.addInitScript(() => {
    globalThis.seen = { shift: 0, long: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.seen.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.seen.long += Math.max(0, entry.duration - 50);
    }).observe({ type: "longtask", buffered: true });
  });
  await page.goto(url + path, { waitUntil: "commit" });
  const interactive = await page.evaluate(
    (selector) =>
      new Promise((done) => {
        const look = () => {
          const button = document.querySelector(selector);
          // Two frames after it is there it is painted and its listeners are attached.
          if (button && !button.disabled) requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
          else setTimeout(look, 10);
        };
        look();
      }),
    ready,
  );
  await page.waitForTimeout(700);
  const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN);
  const { shift, long } = await page.evaluate(() => globalThis.seen);
  await context.close();
  return { ...sent, interactive, painted, shift, long };
}

async function measure(browser, url, name, path, ready) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await load(browser, url, path, ready));
  const of = (key) => median(runs.map((run) => run[key]));
  const cells = [name, kb(of("js")), kb(of("css")), kb(of("font")), `${of("painted").toFixed(0)} ms`];
  cells.push(`${of("interactive").toFixed(0)} ms`, `${of("long").toFixed(0)} ms`, of("shift").toFixed(3));
  console.log(`| ${cells.join(" | ")} |`);
  return { js: of("js"), interactive: of("interactive") };
}

await served(async (url) => {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    process.exitCode = (await pages(browser, url)) ? 0 : 1;
  } finally {
    await browser.close(); // each row was printed when it was measured
  }
});

/** The front page and a match of each game; whether the budget was kept. */
async function pages(browser, url) {
  const games = await (await fetch(`${url}/api/v1/games`)).json();
  const known = await fetch(`${url}/api/v1/me`, { method: "POST", body: '{"name":"Ann"}', headers: { "content-type": "application/json" } });
  const cookie = known.headers.get("set-cookie").split(";")[0];
  const post = async (path, body) =>
    (await fetch(`${url}/api/v1${path}`, { method: "POST", body, headers: { "content-type": "application/json", cookie } })).json();

  console.log(`median of ${RUNS} cold loads, processor ${SLOWER} × slower, ${(NETWORK.downloadThroughput * 8) / 1e6} Mbit/s, ${NETWORK.latency} ms`);
  console.log("| page | JavaScript | CSS | fonts | first paint | interactive | blocked | layout shift |");
  console.log("|---|---|---|---|---|---|---|---|");
  const front = await measure(browser, url, "front page", "/", ".box .btn.gold");
  const shown = ONLY.length ? ONLY : readdirSync(join(ROOT, "web/src/games"));
  for (const { id } of games.filter((game) => shown.includes(game.id))) {
    const table = await post("/tables", JSON.stringify({ game: id, seats: 2, bots: ["greedy"] }));
    await post(`/tables/${table.id}/begin`, "{}");
    await measure(browser, url, `match of ${id}, watched`, `/t/${table.id}`, "main.felt .news");
  }
  const holds = front.js <= BUDGET.js && front.interactive <= BUDGET.interactive;
  console.log(`budget of the first load: ≤ ${kb(BUDGET.js)} JavaScript, interactive within ${BUDGET.interactive} ms: ${holds ? "kept" : "BROKEN"}`);
  return holds;
}

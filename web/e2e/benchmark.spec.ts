/** The benchmark of the page runs, in its smallest form: one cold load of each page. Its figures mean nothing here. */

import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";

const ROOT = resolve(import.meta.dirname, "../..");

test("the benchmark of the page measures the front page and a match", async () => {
  // Its exit code is the verdict on the budget, and this machine may be busy.
  const env = { ...process.env, CHROMIUM: test.info().project.use.launchOptions!.executablePath };
  const asked = ["benchmarks/client.mjs", "1", "twentyone"];
  const run = promisify(execFile)("node", asked, { cwd: ROOT, env, timeout: 200_000 });
  const { stdout } = await run.catch((failed: { stdout: string }) => failed);
  const rows = stdout.split("\n").filter((line) => /^\| (front page|match of twentyone, watched) \|/.test(line));
  expect(rows, stdout).toHaveLength(2);
  for (const row of rows) expect(row).toMatch(/\d kB .* \d+ ms/);
  expect(stdout).toMatch(/budget of the first load: .*: (kept|BROKEN)/);
});

import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Debian's Chromium, the light one without windows if it is there, or another: Playwright's own is not downloaded. */
const CHROMIUM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find(existsSync);

/**
 * On every change the pages are laid out but not painted, for nobody looks at them, and V8 keeps to one thread: a quarter
 * less work. The proof paints them, as does `PAINT=1 npm run e2e`, with a picture of what has failed.
 */
const PAINTS = !!(process.env.PROOF || process.env.PAINT);
export const PAINTED = ["--no-sandbox", "--disable-gpu"];
const UNPAINTED = ["--force-gpu-mem-available-mb=0", "--js-flags=--single-threaded"];

export default defineConfig({
  testDir: "e2e",
  // Long enough for a whole match beside the Python tests on two cores.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // A page waits more than it works.
  workers: 2,
  // Real matches with real dice on machines that others use, too: what fails once is tried again, and named as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? CHROMIUM,
      args: [...PAINTED, ...(PAINTS ? [] : UNPAINTED)],
    },
    screenshot: PAINTS ? "only-on-failure" : "off",
    locale: "de-DE",
  },
});

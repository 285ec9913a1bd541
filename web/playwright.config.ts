import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Debian's Chromium, the light one without windows if it is there, or another: Playwright's own is not downloaded. */
const CHROMIUM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find(existsSync);

/** What takes longest: it runs first, so that no worker is left alone with it at the end. */
const LONG = /(axe|tables|matches|after)\.spec/;

export default defineConfig({
  testDir: "e2e",
  // Long enough for a whole match beside the Python tests on two cores.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // A page waits more than it works.
  workers: 2,
  projects: [
    { name: "long", testMatch: LONG },
    { name: "short", testIgnore: LONG },
  ],
  // Real matches with real dice on machines that others use, too: what fails once is tried again, and named as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  reporter: [["list"]],
  outputDir: "test-results",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: process.env.CHROMIUM ?? CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] },
    screenshot: "only-on-failure",
    locale: "de-DE",
  },
});

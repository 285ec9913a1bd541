/** Not a test: takes the pictures of every screen for docs/pictures. `npm run pictures`. */

import { defineConfig } from "@playwright/test";
import usual, { PAINTED } from "../playwright.config.ts";

export default defineConfig({
  ...usual,
  testDir: ".",
  workers: 1,
  timeout: 400_000,
  fullyParallel: false,
  use: { ...usual.use, launchOptions: { ...usual.use?.launchOptions, args: PAINTED } },
});

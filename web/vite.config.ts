import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { customMedia, markdown, shell } from "./plugins.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [markdown(), svelte(), shell(here("sw.js"))],
  resolve: { alias: { $lib: here("src/lib"), $ui: here("src/ui") } },
  css: { postcss: { plugins: [customMedia(here("src/styles/media.css"))] } },
  build: {
    outDir: here("../src/pasch/server/client"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8421", ws: true } }, fs: { allow: [".."] } },
  // The files of one worker share what they import: none of them needs it fresh, in whatever order they run.
  test: { include: ["src/**/*.test.ts"], environment: "node", isolate: false },
});

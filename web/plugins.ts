/** What the build adds to Vite: pages of the rulebook as HTML, media queries by name, the service worker's list of files, compressed files. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { marked } from "marked";
import type { Plugin } from "vite";

/** A page of the rulebook as HTML: `import rules from "…/README.md?html"`. */
export function markdown(): Plugin {
  return {
    name: "markdown",
    async load(id) {
      if (!id.endsWith(".md?html")) return null;
      const text = await readFile(id.slice(0, -"?html".length), "utf8");
      return `export default ${JSON.stringify(await marked.parse(text))}`;
    },
  };
}

/** Media queries by name: `@media (--phone)` becomes what `@custom-media --phone …;` in the file says. */
export function customMedia(file: string) {
  const queries = new Map<string, string>();
  for (const [, name, query] of readFileSync(file, "utf8").matchAll(/@custom-media (--[\w-]+) ([^;]+);/g))
    queries.set(name!, query!);
  const spelt = (name: string) => {
    const query = queries.get(name);
    if (!query) throw new Error(`There is no media query called ${name} in ${file}.`);
    return query;
  };
  return {
    postcssPlugin: "custom-media",
    AtRule: {
      media(rule: { params: string }) {
        rule.params = rule.params.replace(/\((--[\w-]+)\)/g, (_, name: string) => spelt(name));
      },
    },
  };
}

/** The service worker with the list of all files of this build. */
export function shell(worker: string): Plugin {
  let out = "";
  return {
    name: "shell",
    apply: "build",
    configResolved(config) {
      out = config.build.outDir;
    },
    writeBundle() {
      const files = all(out).filter((file) => !/LICENSE|sw\.js|index\.html|\.(br|gz)$/.test(file));
      const name = createHash("sha256");
      for (const file of [...files, "index.html"]) name.update(file).update(readFileSync(join(out, file)));
      const paths = ["/", ...files.map((file) => `/${file}`)];
      const text = readFileSync(worker, "utf8")
        .replace("/* files */ []", JSON.stringify(paths))
        .replace('/* name */ "dev"', JSON.stringify(name.digest("hex").slice(0, 16)));
      writeFileSync(join(out, "sw.js"), text);
      for (const file of all(out)) if (/\.(js|css|html|svg|webmanifest|json)$/.test(file)) compress(join(out, file));
    },
  };
}

function compress(path: string): void {
  const raw = readFileSync(path);
  if (raw.length < 600) return;
  const best = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length };
  writeFileSync(`${path}.br`, brotliCompressSync(raw, { params: best }));
  writeFileSync(`${path}.gz`, gzipSync(raw, { level: 9 }));
}

function all(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

/** Tests in the browser against the real server. A page that complains on its console fails its test. */

import { test as plain, expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { Server } from "./server.ts";

export { expect, type Page };

export const PHONE = { width: 360, height: 640 };
export const DESKTOP = { width: 1280, height: 800 };
export const LARGE = { width: 1920, height: 1080 };
export type Lang = "de" | "en";

/** The long proof: everything with motion and the service worker, and every game at every size. */
export const PROOF = !!process.env.PROOF;
const LOCALES = { de: "de-DE", en: "en-GB" };

export interface Person {
  size?: { width: number; height: number };
  lang?: Lang;
  dark?: boolean;
  /** Without motion: so on every change, unless a test is about it. */
  still?: boolean;
  /** With the service worker, which costs more than the page: where a test is about it. */
  worker?: boolean;
}

export interface Look {
  readonly size: { width: number; height: number };
  readonly lang: Lang;
  readonly dark: boolean;
}
const LOOKS: readonly [name: string, look: Look][] = [
  ["phone, German, light", { size: PHONE, lang: "de", dark: false }],
  ["desktop, English, dark", { size: DESKTOP, lang: "en", dark: true }],
  ["phone, English, dark", { size: PHONE, lang: "en", dark: true }],
  ["desktop, German, light", { size: DESKTOP, lang: "de", dark: false }],
];

/** How a path is gone: in one of four ways on every change, each path in another one, and in all of them by the proof. */
export const looks = (at: number): typeof LOOKS => (PROOF ? LOOKS : [LOOKS[at % LOOKS.length]!]);

/** The other size, language and light: of whoever else is at the table. */
export const opposite = ({ size, lang, dark }: Look): Look => ({
  size: size === PHONE ? DESKTOP : PHONE,
  lang: lang === "de" ? "en" : "de",
  dark: !dark,
});

/** What the page says to somebody. */
export const to =
  ({ lang }: Look) =>
  <Said>(de: Said, en: Said): Said =>
    lang === "de" ? de : en;

interface Fixtures {
  /** Somebody with a browser of their own. */
  visit: (person?: Person) => Promise<Page>;
}

export const test = plain.extend<Fixtures, { server: Server }>({
  server: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: "worker" },
  ],
  visit: async ({ browser, server }, use) => {
    const complaints: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (person = {}) => {
      const context = await open(browser, server, person);
      contexts.push(context);
      const page = await context.newPage();
      page.on("pageerror", (error) => complaints.push(`${error.name}: ${error.message}`));
      page.on("console", (message) => {
        // A server that was killed on purpose is not a complaint; a violated policy or a fault of ours is.
        if (message.type() === "error" && !/WebSocket|Failed to load resource|ERR_CONNECTION/.test(message.text()))
          complaints.push(message.text());
      });
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(complaints).toEqual([]);
  },
});

async function open(browser: Browser, server: Server, person: Person): Promise<BrowserContext> {
  const { size = DESKTOP, lang = "de", dark = false, still = !PROOF, worker = PROOF } = person;
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: size,
    locale: LOCALES[lang],
    hasTouch: size.width < 600,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: still ? "reduce" : "no-preference",
    serviceWorkers: worker ? "allow" : "block",
  });
  // Others' moves pass by quickly; motion and all else is as for everybody.
  await context.addInitScript(() => {
    const kept = JSON.parse(localStorage.getItem("pasch.settings") ?? "{}") as object;
    localStorage.setItem("pasch.settings", JSON.stringify({ quick: true, ...kept }));
  });
  return context;
}

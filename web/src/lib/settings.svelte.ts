/** What a person has chosen on this device: language, light, sound, motion, size, names, bots. Kept in the browser only. */

export type Lang = "de" | "en";
/** A text in both languages. */
export type Text = { readonly de: string; readonly en: string };
export const t = (de: string, en: string): Text => ({ de, en });

export interface Settings {
  lang: Lang;
  theme: "auto" | "light" | "dark";
  sound: boolean;
  motion: "auto" | "off";
  big: boolean;
  plain: boolean;
  /** Others' moves are shown quickly, for whoever is in a hurry. */
  quick: boolean;
  /** Quick words of others are shown, and one's own can be said. */
  reactions: boolean;
  /** How well the bots play that one meets with a single tap; empty: as is usual. */
  level: string;
  /** The lucky words: they stay on this device until a match begins, and hold for the next one too. */
  words: string;
}

const KEY = "pasch.settings";
const browser = typeof window !== "undefined";

function kept(): Partial<Settings> {
  if (!browser) return {};
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

function spoken(): Lang {
  return browser && /^de/i.test(navigator.language) ? "de" : "en";
}

export const settings: Settings = $state({
  lang: spoken(),
  theme: "auto",
  sound: false,
  motion: "auto",
  big: false,
  plain: false,
  quick: false,
  reactions: true,
  level: "",
  words: "",
  ...kept(),
});

const DARK = "(prefers-color-scheme: dark)";
const STILL = "(prefers-reduced-motion: reduce)";
const asksFor = (query: string) => browser && matchMedia(query).matches;

export function isDark(): boolean {
  return settings.theme === "dark" || (settings.theme === "auto" && asksFor(DARK));
}

/** Whether things may move on the screen. */
export function mayAnimate(): boolean {
  return settings.motion !== "off" && !asksFor(STILL);
}

/** A text in the language of the page. */
export function say(text: Text): string {
  return text[settings.lang];
}

/** Change some of them, show it at once, and remember it. */
export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change);
  if (!browser) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  show();
}

/** Put the choice on the page. */
export function show(): void {
  if (!browser) return;
  const root = document.documentElement;
  root.lang = settings.lang;
  root.dataset.theme = isDark() ? "dark" : "light";
  root.toggleAttribute("data-big", settings.big);
  if (mayAnimate()) delete root.dataset.motion;
  else root.dataset.motion = "off";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", isDark() ? "#2A1F17" : "#E6CFA6");
}

if (browser) {
  for (const query of [DARK, STILL]) matchMedia(query).addEventListener("change", show);
  addEventListener("storage", (event) => {
    if (event.key === KEY) {
      Object.assign(settings, kept());
      show();
    }
  });
}

/** Links that others can open. */

import { api } from "$lib/api";
import type { Address } from "$lib/protocol";

const LOOPBACK = /^(localhost|127\.|\[::1\])/;

/** Where other devices find this page. Whoever looks at this very machine needs an address that others can reach. */
export async function originForOthers(): Promise<string> {
  if (!LOOPBACK.test(location.hostname)) return location.origin;
  try {
    return (await api.get<Address>("/address")).lan ?? location.origin;
  } catch {
    // Then the link works on this machine only, as the page itself does.
    return location.origin;
  }
}

/** The link to a table. */
export const linkTo = async (table: string): Promise<string> => `${await originForOthers()}/t/${table}`;

/** Hand a link on with some words about it: by the device's own way of sharing, or by the clipboard. */
export async function share(url: string, words: string): Promise<"shared" | "copied" | "not"> {
  if (navigator.share) {
    try {
      await navigator.share({ title: "Pasch", text: words, url });
      return "shared";
    } catch {
      return "not";
    }
  }
  return (await copy(`${words} ${url}`)) ? "copied" : "not";
}

/** Put something into the clipboard. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without HTTPS there is no clipboard: the old way still works.
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}

/** Where we are: the path of the page, without loading another one. */

import { isLayered } from "./layers";

const at = $state({ path: location.pathname, query: location.search });

/** The path and query that are shown now. */
export const here = {
  get path() {
    return at.path;
  },
  get query() {
    return new URLSearchParams(at.query);
  },
};

function arrive(): void {
  at.path = location.pathname;
  at.query = location.search;
}

/** Go to a page of ours. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(history.state, "", path);
  else if (isLayered()) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  arrive();
  if (!replace) scrollTo(0, 0);
}

addEventListener("popstate", arrive);

/** Links to our own pages are followed without a new load; all others, and those with a modifier key, as ever. */
addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  const to = new URL(link.href, location.href);
  const isOurs = to.origin === location.origin && !to.pathname.startsWith("/api/");
  if (!isOurs || (to.pathname === location.pathname && to.hash)) return;
  event.preventDefault();
  go(to.pathname + to.search + to.hash);
});

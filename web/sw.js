// The shell of the page, kept on the device: it opens without a network, and says that there is none.
// The build writes the list of files and their common name into this file.

const FILES = /* files */ [];
const CACHE = "pasch-" + /* name */ "dev";
/** What the front page needs to know; everything else about matches is only true when it is fresh. */
const KEPT = ["/api/v1/games"];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(freshOrKept(event.request, "/"));
  else if (KEPT.includes(url.pathname)) event.respondWith(freshOrKept(event.request, url.pathname));
  else if (FILES.includes(url.pathname)) event.respondWith(keptOrFresh(event.request));
});

async function freshOrKept(request, name) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && KEPT.includes(name)) void cache.put(name, answer.clone()).catch(() => {});
    return answer;
  } catch (error) {
    const kept = await cache.match(name);
    if (kept) return kept;
    throw error;
  }
}

async function keptOrFresh(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

// A nudge: what the server says is always shown, one for each table or circle, and leads there.

self.addEventListener("push", (event) => {
  const { title = "Pasch", body = "", table = "", circle = "" } = read(event.data);
  const path = table ? `/t/${encodeURIComponent(table)}` : circle ? `/c/${encodeURIComponent(circle)}` : "/";
  const tag = table || circle;
  const shown = { body, tag, renotify: Boolean(tag), icon: "/icon-192.png", data: { path } };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? "/"));
});

function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

async function openPage(path) {
  const open = await self.clients.matchAll({ type: "window" });
  const there = open.find((one) => new URL(one.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

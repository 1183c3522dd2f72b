// Keeps what a page fetched, for the next visit and for one without a network: a service worker for the lessons. Files whose names
// change with what is in them come from what is kept; pages come from the network, and from what is kept where there is none.
const SITE = {/* site */};
const ROOT = new URL(".", location.href);
const CACHE = `landships-lab ${ROOT.pathname}`;
const FILES = new Set(SITE.map((path) => new URL(path, new URL("live/", ROOT)).href));

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { url, method } = event.request;
  if (method !== "GET") return;
  if (FILES.has(url)) event.respondWith(keptFirst(event));
  else if (url.startsWith(ROOT.href)) event.respondWith(newestFirst(event));
});

// Drops the files of an earlier build.
async function tidy() {
  const cache = await caches.open(CACHE);
  const old = (await cache.keys()).filter(({ url }) => !FILES.has(url.replace(/\.compiled$/, "")) && !url.endsWith(".html"));
  await Promise.all(old.map((it) => cache.delete(it)));
}

async function keptFirst(event) {
  return (await caches.match(event.request)) ?? newestFirst(event);
}

async function newestFirst(event) {
  const plain = event.request.url.split("#")[0];
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keep(plain, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.match(plain);
    if (kept) return kept;
    throw error;
  }
}

async function keep(url, answer) {
  const cache = await caches.open(CACHE);
  await cache.put(url, answer).catch(() => {}); // where the browser has no room
}

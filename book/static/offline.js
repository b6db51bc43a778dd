// Keeps the page "Score a hand" for the next visit, with or without a network. `make book` writes the files' names and
// the digest of all of them: a new book is a new cache.

const FILES = [];
const DIGEST = "";
const CACHE = `cardlab-${DIGEST}`;

async function tidy() {
  const old = (await caches.keys()).filter((name) => name.startsWith("cardlab-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const kept = await caches.open(CACHE);
  return (await kept.match(request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

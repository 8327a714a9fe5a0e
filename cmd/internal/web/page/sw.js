// @ts-nocheck: the types of a worker are not those of a page.
// The service worker: when the table does not answer, it shows the page that says so
// instead of the browser's own. It keeps nothing else, and all else goes to the table.
const kept = ["/page/away.html", "/page/away.bundle.css", "/page/away.js", "/page/theme.js", "/page/icon.svg", "/page/figtree.woff2"];
const cache = `away ${kept[0]}`;

addEventListener("install", (e) => e.waitUntil(caches.open(cache).then((c) => c.addAll(kept)).then(() => self.skipWaiting())));
addEventListener("activate", (e) => e.waitUntil(caches.keys().then((names) => Promise.all(names.filter((n) => n !== cache).map((n) => caches.delete(n))))));
addEventListener("fetch", (e) => {
  const { request } = e;
  const here = new URL(request.url);
  if (request.mode === "navigate") e.respondWith(fetch(request).catch(() => caches.match(kept[0])));
  else if (kept.includes(here.pathname)) e.respondWith(caches.match(here.pathname).then((a) => a ?? fetch(request)));
});

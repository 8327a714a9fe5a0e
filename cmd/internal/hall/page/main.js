// The hall's page: all tables live, and all finished games.

import { get, post } from "../../web/page/ask.js";
import { button, element, html, setText } from "../../web/page/draw.js";
import { dateOf, player } from "../../web/page/games.js";
import { attempt, tell } from "../../web/page/toast.js";
import { present } from "../../web/page/words.js";
import { Everywhere } from "./everywhere.js";
import { outcome, Place, trouble } from "./table.js";
import { Tournaments } from "./tournaments.js";
import { named, say, speak } from "./words.js";

/** @import { Order, Table } from "./table.js" */

/** @type {Map<string, Place>} */
const places = new Map();
let role = "look";

/** @param {string} name @param {Order} what */
function order(name, what) {
  (what === "remove" ? post(`/api/tables/${name}/remove`, {}) : post(`/api/tables/${name}/command`, { do: what })).catch((e) => tell(say("refused", { table: name, why: e.message })));
}

const cups = new Tournaments(() => [...places.keys()], (name) => {
  const p = places.get(name);
  if (!p) return { away: "", busy: false };
  return { away: trouble(p.table, performance.now() - p.heard), busy: !!p.table.state && p.table.state.turns > 0 && !p.table.state.result };
});
const everywhere = new Everywhere(() => places.size, () => [...places].flatMap(([name, p]) => p.table.health ? [[name, p.table.health]] : []));

function summary() {
  let playing = 0;
  for (const p of places.values()) {
    if (!trouble(p.table, performance.now() - p.heard) && !["over", "clear", "off"].includes(p.table.state?.phase ?? "off")) playing++;
  }
  setText("summary", say("summary", { playing, all: places.size }));
  element("empty").hidden = places.size > 0;
}

/** Takes a table off the page that was removed.
 * @param {string} name */
function remove(name) {
  places.get(name)?.element.remove();
  places.delete(name);
  summary();
}

/** @param {string} name @param {Table} table */
function show(name, table) {
  let p = places.get(name);
  if (!p) {
    p = new Place(name, order);
    places.set(name, p);
    const next = [...places.keys()].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    element("tables").replaceChildren(...next.map((n) => /** @type {Place} */ (places.get(n)).element));
  }
  const over = p.table.state && table.state?.result && table.state.result !== p.table.state.result;
  p.show(table, role);
  summary();
  if (over) setTimeout(() => { search(); cups.refresh(); }, 2000); // the game is on its way
}

/** The hall says every 15 seconds that it is there. */
const quiet = 40_000;
let heard = 0;

function listen() {
  heard = performance.now();
  const told = new Set(); // since the stream was opened
  const events = new EventSource("/api/events");
  for (const event of ["table", "pulse"]) events.addEventListener(event, () => { heard = performance.now(); });
  events.addEventListener("table", (e) => {
    const { name, table } = JSON.parse(e.data);
    told.add(name);
    if (table) show(name, table);
    else remove(name);
  });
  events.addEventListener("pulse", (e) => {
    const { connected, disk } = JSON.parse(e.data);
    element("offline").hidden = connected;
    element("full").hidden = disk;
  });
  events.addEventListener("open", async () => {
    element("offline").hidden = true;
    told.clear();
    const now = await get("/api/tables").catch(() => null); // some may have been removed meanwhile
    for (const name of now ? [...places.keys()] : []) if (!now[name] && !told.has(name)) remove(name);
  });
  events.addEventListener("error", () => { element("offline").hidden = false; });
  return events;
}

/** @import { Game } from "../../web/contract.d.ts" */

async function search() {
  const query = element("query", HTMLInputElement).value;
  /** @type {{ games: (Game & { table: string })[], all: number }} */
  const found = await get(`/api/games?q=${encodeURIComponent(query)}`).catch(() => null);
  if (!found || query !== element("query", HTMLInputElement).value) return;
  setText("found", found.all > found.games.length ? say("foundSome", { n: found.all, shown: found.games.length }) : say("library.count", { n: found.all }));
  element("list").replaceChildren(...found.games.map((g) => html("tr", {},
    ...[dateOf(g), g.table, named(`game.${g.game}`, g.game), player(g.black), player(g.white), outcome(g.result), String(g.turns)].map((textContent) => html("td", { textContent })),
    html("td", {}, html("a", { href: `/api/games/${g.table}/${g.id}.sgf`, textContent: "SGF" })))));
}

/** @param {string} now */
function become(now) {
  role = now;
  button("enter").hidden = role !== "look";
  button("exit").hidden = role === "look";
  for (const p of places.values()) p.offer(role);
  cups.show(role);
  everywhere.show(role);
}

const dialog = element("login", HTMLDialogElement);
button("enter").addEventListener("click", () => dialog.showModal());
button("login-cancel").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => { // who opens it next is to know the password
  element("password", HTMLInputElement).value = "";
  setText("login-wrong", "");
});
button("exit").addEventListener("click", () => attempt(async () => become((await post("/api/logout", {})).role)));
element("login-form").addEventListener("submit", (e) => {
  e.preventDefault();
  post("/api/login", { password: element("password", HTMLInputElement).value }).then((a) => {
    become(a.role);
    dialog.close();
  }, (problem) => setText("login-wrong", problem.message));
});
button("language").addEventListener("click", () => {
  speak(present() === "zh" ? "en" : "zh");
  for (const p of places.values()) p.show({ ...p.table, silent_ms: performance.now() - p.heard, state_ms: performance.now() - p.shown }, role);
  summary();
  search();
  become(role);
});
let typed = 0;
element("query").addEventListener("input", () => {
  clearTimeout(typed);
  typed = setTimeout(search, 200);
});
element("search").addEventListener("submit", (e) => e.preventDefault());

speak();
summary();
get("/api/me").then((a) => become(a.role), () => {});
let events = listen();
search();
cups.refresh();
setInterval(() => {
  // A browser does not try again where a proxy has answered for the hall, and may not notice that a connection is dead.
  if (events.readyState === EventSource.CLOSED || performance.now() - heard > quiet) {
    events.close();
    element("offline").hidden = false;
    events = listen();
  }
  // A login ends after hours, or in another window.
  get("/api/me").then((a) => { if (a.role !== role) become(a.role); }, () => {});
  cups.refresh();
  everywhere.look();
}, 10000);
setInterval(() => {
  for (const p of places.values()) p.tick();
  summary();
}, 250);

// The hall's page: all tables live, and all finished games.

import { button, element, html, setText } from "../../web/page/draw.js";
import { Place, trouble } from "./table.js";
import { Tournaments } from "./tournaments.js";
import { change, named, present, say, write } from "./words.js";

/** @import { Table } from "./table.js" */

/** @type {Map<string, Place>} */
const places = new Map();
let role = "look";

/** Asks the hall; what it refuses is an error with its sentence.
 * @param {string} path
 * @param {object} [body] */
async function ask(path, body) {
  const answer = await fetch(path, body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error || answer.statusText);
  return said;
}

let quiet = 0;
/** @param {string} sentence */
function notice(sentence) {
  setText("notice", sentence);
  element("notice").hidden = false;
  clearTimeout(quiet);
  quiet = setTimeout(() => { element("notice").hidden = true; }, 8000);
}

/** @param {string} name @param {object} command */
function order(name, command) {
  ask(`/api/tables/${name}/command`, command).catch((e) => notice(`${name}: ${e.message}`));
}

const cups = new Tournaments(ask, notice, () => [...places.keys()]);

function summary() {
  let playing = 0;
  for (const p of places.values()) {
    if (!trouble(p.table, performance.now() - p.heard) && !["over", "clear", "off"].includes(p.table.state?.phase ?? "off")) playing++;
  }
  setText("summary", say("summary", { playing, all: places.size }));
  element("empty").hidden = places.size > 0;
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
  const over = table.state?.result && table.state.result !== p.table.state?.result;
  p.show(table, role);
  summary();
  if (over) setTimeout(() => { search(); cups.refresh(); }, 2000); // the game is on its way
}

function listen() {
  const events = new EventSource("/api/events");
  events.addEventListener("table", (e) => {
    const { name, table } = JSON.parse(e.data);
    show(name, table);
  });
  events.addEventListener("pulse", (e) => { element("offline").hidden = JSON.parse(e.data); });
  events.addEventListener("open", () => { element("offline").hidden = true; });
  events.addEventListener("error", () => { element("offline").hidden = false; });
}

/** One finished game, as docs/fleet.md has it.
 * @typedef {{ table: string, id: string, game: string, ended: string, black: string, white: string, result: string, turns: number }} Game */

async function search() {
  const query = element("query", HTMLInputElement).value;
  /** @type {{ games: Game[], all: number }} */
  const found = await ask(`/api/games?q=${encodeURIComponent(query)}`).catch(() => null);
  if (!found || query !== element("query", HTMLInputElement).value) return;
  setText("found", found.all > found.games.length ? say("foundSome", { n: found.all, shown: found.games.length }) : say("found", { n: found.all }));
  element("list").replaceChildren(...found.games.map((g) => html("tr", {},
    ...[new Date(g.ended).toLocaleString(present() === "zh" ? "zh-CN" : "en-GB"), g.table, named(`game.${g.game}`, g.game), g.black, g.white,
      named(`result.${g.result}`, g.result), String(g.turns)].map((textContent) => html("td", { textContent })),
    html("td", {}, html("a", { href: `/api/games/${g.table}/${g.id}.sgf`, textContent: "SGF" })))));
}

/** @param {string} now */
function become(now) {
  role = now;
  button("enter").hidden = role !== "look";
  button("exit").hidden = role === "look";
  for (const p of places.values()) p.offer(role);
  cups.show(role);
}

const dialog = element("login", HTMLDialogElement);
button("enter").addEventListener("click", () => dialog.showModal());
button("login-cancel").addEventListener("click", () => dialog.close());
button("exit").addEventListener("click", () => ask("/api/logout", {}).then((a) => become(a.role)));
element("login-form").addEventListener("submit", (e) => {
  e.preventDefault();
  const password = element("password", HTMLInputElement);
  ask("/api/login", { password: password.value }).then((a) => {
    become(a.role);
    setText("login-wrong", "");
    password.value = "";
    dialog.close();
  }, (problem) => setText("login-wrong", problem.message));
});
button("language").addEventListener("click", () => {
  change();
  setText("language", say("language"));
  for (const p of places.values()) p.show({ ...p.table, silent_ms: performance.now() - p.heard }, role);
  summary();
  search();
  cups.show(role);
});
let typed = 0;
element("query").addEventListener("input", () => {
  clearTimeout(typed);
  typed = setTimeout(search, 200);
});
element("search").addEventListener("submit", (e) => e.preventDefault());

write();
setText("language", say("language"));
summary();
ask("/api/me").then((a) => become(a.role));
listen();
search();
cups.refresh();
setInterval(() => cups.refresh(), 10000);
setInterval(() => {
  for (const p of places.values()) p.tick();
  summary();
}, 250);

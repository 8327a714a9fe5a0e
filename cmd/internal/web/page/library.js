// The library: the games that were played here and those that people brought, to be
// found by player, event, game and date, opened, added and deleted.

import { addGames, deleteGame, gameTree, libraryOf } from "./ask.js";
import { confirmed } from "./dialog.js";
import { element, html, pip } from "./draw.js";
import { dayOf, player } from "./games.js";
import { attempt, refused } from "./toast.js";
import { named, present, say, side } from "./words.js";

/** @import { Shelved, Uploaded } from "../contract.d.ts" */

const pause = 250; // ms after the last key until the list is asked for
const part = 50; // games in one answer

/** How a game ended, in words, from SGF's RE: as it stands where it says something else.
 * @param {string} said */
export function resultWords(said) {
  const [, who, how] = /^([BW])\+(.*)$/i.exec(said) ?? [];
  if (!who) return said === "0" || /^draw$/i.test(said) ? say("draw") : /^void$/i.test(said) ? say("void") : said === "?" ? "" : said;
  const winner = side(who.toUpperCase() === "B" ? "black" : "white");
  if (/^\d/.test(how)) return say("library.byPoints", { side: winner, n: how });
  const reason = /^r/i.test(how) ? "resign" : /^t/i.test(how) ? "time" : "";
  return reason ? named(`library.by.${reason}`, "").replace("{side}", winner) : say("wins", { side: winner });
}

/** What is known of a game beside its players, how it ended first. The name of a game that
 * was played here is its id, which tells nobody anything.
 * @param {Shelved} g */
export const aboutGame = (g) => [resultWords(g.result), named(`game.${g.game}`, g.game), g.name === g.id ? "" : g.name, g.event, g.round, g.place, dayOf(g)].filter(Boolean).join(" · ");

/** @type {Shelved[]} */
let games = [];
let total = 0;
let asked = 0;
let known = false; // the table has told its games
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

const dialog = () => element("library-dialog", HTMLDialogElement);
/** @param {string} id */
const value = (id) => /** @type {HTMLInputElement} */ (element(id)).value.trim();

/** Whether the address leads to the library. */
const isWanted = () => location.hash === "#library";

/** @param {Shelved} g */
function row(g) {
  /** @param {string} name @param {string} rank */
  const who = (name, rank) => [player(name) || "–", rank].filter(Boolean).join(" ");
  const open = html("a", { href: `#tree/${encodeURIComponent(g.id)}`, className: "open" },
    html("span", {}, pip("black"), ` ${who(g.black, g.black_rank)} `, pip("white"), ` ${who(g.white, g.white_rank)}`),
    html("small", { textContent: aboutGame(g) }));
  const parts = [open];
  if (g.source === "file") {
    const gone = html("button", { type: "button", className: "quiet", textContent: say("library.delete"), onclick: () => remove(g) });
    gone.setAttribute("aria-label", say("library.deleteLabel", { black: who(g.black, ""), white: who(g.white, "") }));
    parts.push(/** @type {any} */ (gone));
  }
  return html("li", {}, ...parts);
}

function show() {
  const none = html("li", { className: "empty", textContent: say("library.none") });
  element("library-list").replaceChildren(...(games.length || !known ? games.map(row) : [none]));
  element("library-count").textContent = known ? say("library.count", { n: total }) : "";
  element("library-more").hidden = games.length >= total;
}

/** Asks for the games that are looked for.
 * @param {boolean} [more] those after the ones that are shown */
async function fetchList(more = false) {
  const mine = ++asked;
  const query = new URLSearchParams({ limit: String(part), offset: String(more ? games.length : 0) });
  for (const name of ["player", "text", "game", "from", "to"]) if (value(`library-${name}`)) query.set(name, value(`library-${name}`));
  await attempt(async () => {
    const answer = await libraryOf(query.toString());
    if (mine !== asked) return;
    games = more ? [...games, ...answer.games] : answer.games;
    total = answer.total;
    known = true;
    show();
    tellProblems(answer.problems);
  });
}

/** @param {import("../contract.d.ts").Worded[]} problems */
function tellProblems(problems) {
  const place = element("library-problems");
  place.hidden = !problems.length;
  place.replaceChildren(html("summary", { textContent: say("tree.problems", { n: problems.length }) }), html("ul", {}, ...problems.map((p) => html("li", { textContent: p[present()] }))));
}

/** @param {Shelved} g */
async function remove(g) {
  if (!(await confirmed(say("library.askDelete", { black: player(g.black) || "–", white: player(g.white) || "–" }), say("library.delete")))) return;
  await attempt(async () => {
    const { rev } = await gameTree(g.id);
    await deleteGame(g.id, rev);
    await fetchList();
  });
}

/** @param {FileList | File[]} files */
async function upload(files) {
  /** @type {Uploaded[]} */
  const added = [];
  /** @type {Error[]} */
  const wrong = [];
  for (const file of files) {
    try {
      added.push(await addGames(file));
    } catch (error) {
      wrong.push(error instanceof Error ? new Error(`${file.name}: ${error.message}`, { cause: error.cause }) : new Error(file.name));
    }
  }
  if (wrong.length) refused(new Error(wrong.map((e) => e.message).join(" "), { cause: wrong[0].cause }));
  if (!added.length) return;
  const one = added.length === 1 && added[0].games.length === 1 ? added[0] : null;
  if (one && !one.problems.length) {
    location.hash = `#tree/${encodeURIComponent(one.games[0].id)}`;
    return;
  }
  await fetchList();
  tellProblems(added.flatMap((a) => a.problems));
  element("library-said").textContent = say("library.added", { n: added.reduce((sum, a) => sum + a.games.length, 0) });
}

/** The table is there again, after it was away. */
export function libraryAgain() {
  if (dialog().open && !known) fetchList();
}

/** Opens or closes the library as the address says. */
function follow() {
  if (isWanted() && !dialog().open) {
    element("library-said").textContent = "";
    dialog().showModal();
    showLibrary();
    fetchList();
  } else if (!isWanted() && dialog().open) {
    dialog().close();
  }
}

/** Writes the library in the page's present language. */
export function showLibrary() {
  const select = element("library-game", HTMLSelectElement);
  const kinds = ["", "go", "connect6", "connect6-fives", "gomoku", "gomoku-standard", "renju"];
  const chosen = select.value;
  select.replaceChildren(...kinds.map((kind) => html("option", { value: kind, textContent: kind ? named(`game.${kind}`, kind) : say("library.allGames") })));
  select.value = chosen;
  show();
}

/** Makes the library work. */
export function playLibrary() {
  addEventListener("hashchange", follow);
  dialog().addEventListener("close", () => {
    if (isWanted()) location.hash = "";
  });
  element("library-close").addEventListener("click", () => dialog().close());
  element("library-more").addEventListener("click", () => fetchList(true));
  element("library-form").addEventListener("submit", (e) => {
    e.preventDefault();
    fetchList();
  });
  element("library-form").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => fetchList(), pause);
  });
  const files = element("library-file", HTMLInputElement);
  element("library-add").addEventListener("click", () => files.click());
  files.addEventListener("change", async () => {
    await upload([...(files.files ?? [])]);
    files.value = "";
  });
  dialog().addEventListener("dragover", (e) => e.preventDefault());
  dialog().addEventListener("drop", (e) => {
    e.preventDefault();
    if (e.dataTransfer?.files.length) upload(e.dataTransfer.files);
  });
  follow();
}

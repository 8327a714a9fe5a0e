// The finished games, each to be had as SGF.

import { finishedGames } from "./ask.js";
import { html, pip } from "./draw.js";
import { present, say, side } from "./words.js";

let games = [];

const player = (name) => (name === "human" ? say("you") : name);

function row(game) {
  const when = new Date(game.ended);
  const date = Number.isNaN(when.getTime()) || when.getFullYear() < 1971 ? game.id
    : when.toLocaleString(present() === "zh" ? "zh-CN" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
  const result = game.result === "draw" ? say("draw") : say("wins", side(game.result));
  const link = html("a", { href: `/api/games/${encodeURIComponent(game.id)}.sgf`, download: `${game.id}.sgf`, textContent: say("download") });
  link.setAttribute("aria-label", say("downloadLabel", date));
  return html("li", {},
    html("span", {}, pip("black"), ` ${player(game.black)} `, pip("white"), ` ${player(game.white)}`),
    html("small", { textContent: `${result} · ${say("turns", game.turns)} · ${date}` }), link);
}

/** Shows the games that are known already, in the page's present language. */
export function showGames() {
  const list = document.getElementById("games");
  list.replaceChildren(...(games.length ? games.map(row) : [html("li", { className: "empty", textContent: say("noGames") })]));
}

/** Asks the machine for the games and shows them. */
export async function fetchGames() {
  try {
    games = (await finishedGames()) ?? [];
    showGames();
  } catch {
    // The list is asked for again when the machine is back.
  }
}

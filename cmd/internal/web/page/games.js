// The finished games, each to be looked back at and to be had as SGF.

import { finishedGames } from "./ask.js";
import { html, pip } from "./draw.js";
import { present, say } from "./words.js";

let games = [];

/** The address under which a game is looked back at. */
export const addressOf = (id) => `#game/${encodeURIComponent(id)}`;

/** Who played, in words. */
export const player = (name) => (name === "human" ? say("you") : name);

/** When a game ended, in words; its id where that is not known. */
export function dateOf(game) {
  const when = new Date(game.ended);
  return Number.isNaN(when.getTime()) || when.getFullYear() < 1971 ? game.id
    : when.toLocaleString(present() === "zh" ? "zh-CN" : "en-GB", { dateStyle: "medium", timeStyle: "short" });
}

function row(game) {
  const date = dateOf(game);
  const result = say("ended", game.result);
  const link = html("a", { href: `/api/games/${encodeURIComponent(game.id)}.sgf`, download: `${game.id}.sgf`, textContent: say("download") });
  link.setAttribute("aria-label", say("downloadLabel", date));
  const back = html("a", { href: addressOf(game.id), className: "back" },
    html("span", {}, pip("black"), ` ${player(game.black)} `, pip("white"), ` ${player(game.white)}`),
    html("small", { textContent: `${result} · ${say("turns", game.turns)} · ${date}` }));
  back.title = say("lookBack");
  return html("li", {}, back, link);
}

/** Whether a game is among the finished ones. */
export const isFinished = (id) => games.some((game) => game.id === id);

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

// The finished games: each can be reviewed, and downloaded as SGF.

import { finishedGames } from "./ask.js";
import { element, html, pip } from "./draw.js";
import { en } from "./en.js";
import { mindNames } from "./faces.js";
import { locale, named, say, turnsWord } from "./words.js";

/** @import { Game } from "../contract.d.ts" */

/** @type {Game[]} */
let games = [];

/** The address under which a game is looked back at: Go, of which no turn is judged, in
 * the library's way.
 * @param {{ id: string, game: string }} game */
export const addressOf = ({ id, game }) => `#${game === "go" ? "tree" : "game"}/${encodeURIComponent(id)}`;

/** The codes of the players that have names of their own, by their English ones, which
 * records have.
 * @type {Map<string, string>} */
const minds = new Map(mindNames.map((name) => [/** @type {Record<string, string>} */ (en)[`mind.${name}`], `mind.${name}`]));

/** Who played, in the reader's language: the record of a game names the players in the
 * table's language, several of them where they took turns.
 * @param {string} names
 * @returns {string} */
export const player = (names) => (minds.has(names) ? [names] : names.split(/, |、/)).map((name) => {
  const mind = minds.get(name);
  if (mind) return named(mind, name);
  const level = /^Stonehand (?:level |等级)?(\d+)级?$/.exec(name);
  if (level) return `Stonehand ${say("level", { n: level[1] })}`;
  return ["human", "人"].includes(name) ? say("you") : ["remote opponent", "远程对手"].includes(name) ? say("remote") : name;
}).join(say("comma"));

/** When a game ended, in words; its id where that is not known. Of a game that was not
 * played here only the day is known, and it begins and ends as that day does in UTC.
 * @param {Pick<Game, "id" | "started" | "ended">} game */
export function dateOf({ id, started, ended }) {
  const when = new Date(ended);
  if (Number.isNaN(when.getTime()) || when.getFullYear() < 1971) return id;
  return when.toLocaleString(locale(), started === ended ? { dateStyle: "medium", timeZone: "UTC" } : { dateStyle: "medium", timeStyle: "short" });
}

/** When a game of the library was played, in words: the day of its record, as that says it
 * where it is no whole day, and to the minute where it was played here.
 * @param {{ id: string, date: string }} game */
export function dayOf({ id, date }) {
  const here = finishedGame(id);
  return here ? dateOf(here) : /^\d{4}-\d\d-\d\d$/.test(date) ? dateOf({ id: date, started: date, ended: date }) : date;
}

/** How a game ended, in words: "" while it has not.
 * @param {string} result */
export function outcome(result) {
  switch (result) {
    case "draw": case "void": case "unfinished": return say(result);
    case "black": case "white": return say("wins", { side: say(result) });
  }
  return "";
}

/** @param {Game} game */
function row(game) {
  const date = dateOf(game);
  const link = html("a", { href: `/api/games/${encodeURIComponent(game.id)}.sgf`, download: `${game.id}.sgf`, textContent: say("download") });
  link.setAttribute("aria-label", say("downloadLabel", { when: date }));
  const back = html("a", { href: addressOf(game), className: "back" },
    html("span", {}, pip("black"), ` ${player(game.black)} `, pip("white"), ` ${player(game.white)}`),
    html("small", { textContent: `${outcome(game.result)} · ${turnsWord(game.turns)} · ${date}` }));
  back.title = say("lookBack");
  return html("li", {}, back, link);
}

/** A finished game; undefined for one that is not among them.
 * @param {string} id */
export const finishedGame = (id) => games.find((game) => game.id === id);

/** Shows the games that are known already, in the page's present language. */
export function showGames() {
  element("games").replaceChildren(...(games.length ? games.map(row) : [html("li", { className: "empty", textContent: say("noGames") })]));
}

/** Asks the table for the games and shows them. */
export async function fetchGames() {
  try {
    games = (await finishedGames()) ?? [];
    showGames();
  } catch {
    // The list is asked for again when the table is back.
  }
}

// The turns played so far, two to a row, which bears the number of its first turn.

import { element, html, pip } from "./draw.js";
import { lessons, taught } from "./lessons.js";
import { playerName } from "./plates.js";
import { present, say } from "./words.js";

/** @import { State } from "../contract.d.ts" */

/** @param {string[] | null | undefined} turn @param {string} color @param {boolean} now */
const cell = (turn, color, now) =>
  turn ? html("span", { className: now ? "now" : "" }, pip(color), turn.join(" ") || say("passed")) : "";

let shown = "";
/** @type {ResizeObserver | undefined} */
let resized;

/** Shows the moves of a state, and who plays.
 * @param {State} state */
export function showMoves(state) {
  element("players").replaceChildren(pip("black"), ` ${playerName(state, "black")}  `, pip("white"), ` ${playerName(state, "white")}`);
  // A position that was set up may leave the first turn to White.
  const late = state.first === "white" && state.moves?.length ? 1 : 0;
  const moves = late ? [null, ...state.moves] : state.moves ?? [];
  const key = JSON.stringify([moves, state.game, present()]);
  if (key === shown) return;
  shown = key;
  const rows = [];
  for (let i = 0; i < moves.length; i += 2) {
    rows.push(html("li", {}, html("b", { textContent: `${Math.max(1, i + 1 - late)}.` }),
      cell(moves[i], "black", i === moves.length - 1), cell(moves[i + 1], "white", i + 1 === moves.length - 1)));
  }
  const list = element("moves");
  if (!resized) {
    resized = new ResizeObserver(toEnd);
    resized.observe(list);
  }
  list.replaceChildren(...(rows.length ? rows : [html("li", { className: "empty" }, ...rule(state))]));
  toEnd();
}

/** What somebody needs to know who has never heard of the game, in the place of its moves.
 * @param {State} state */
function rule(state) {
  const [first, second] = lessons[taught(state.game)].steps;
  return [html("b", { textContent: say(first.title) }), html("p", { textContent: say(second.text) })];
}

// Shows the last rows, the first of them whole. A list that is shown, or given
// another height, does so again.
function toEnd() {
  const list = element("moves");
  const rows = /** @type {HTMLElement[]} */ ([...list.children]);
  const last = rows[rows.length - 1];
  if (!last || last.className === "empty") return;
  last.style.marginBottom = "";
  const rest = list.scrollHeight - list.clientHeight;
  const top = rows.map((row) => row.offsetTop - rows[0].offsetTop).find((y) => y >= rest) ?? 0;
  last.style.marginBottom = `${top - Math.min(rest, top)}px`;
  list.scrollTop = top;
}

// The turns played so far, two to a row.

import { element, html, pip } from "./draw.js";
import { lessons, stepsFor, taught } from "./lessons.js";
import { playerName } from "./plates.js";
import { movers } from "./weiqi.js";
import { present, say } from "./words.js";

/** @import { State } from "../contract.d.ts" */

/** @param {string[]} turn @param {string} color @param {boolean} now */
const cell = (turn, color, now) => html("span", { className: now ? "now" : "" }, pip(color), turn.join(" ") || say("passed"));

/** The turns in rows of one of Black and the next of White, by the colours that play them.
 * A row bears the number of its first turn.
 * @param {string[]} colors
 * @returns {Array<{ number: number, black?: number, white?: number }>} */
export function inRows(colors) {
  /** @type {Array<{ number: number, black?: number, white?: number }>} */
  const rows = [];
  colors.forEach((color, i) => {
    const last = rows.at(-1);
    if (color === "black") rows.push({ number: i + 1, black: i });
    else if (last && last.white === undefined) last.white = i;
    else rows.push({ number: i + 1, white: i });
  });
  return rows;
}

let shown = "";
/** @type {ResizeObserver | undefined} */
let resized;

/** Shows the moves of a state, and who plays.
 * @param {State} state */
export function showMoves(state) {
  element("players").replaceChildren(pip("black"), ` ${playerName(state, "black")}  `, pip("white"), ` ${playerName(state, "white")}`);
  const colors = movers(state);
  const key = JSON.stringify([state.moves, colors, state.game, state.go?.capture, present()]);
  if (key === shown) return;
  shown = key;
  const rows = inRows(colors).map(({ number, black, white }) => {
    /** @param {number | undefined} i @param {string} color */
    const turn = (i, color) => (i === undefined ? html("i") : cell(state.moves[i], color, i === state.moves.length - 1));
    return html("li", {}, html("b", { textContent: `${number}.` }), turn(black, "black"), turn(white, "white"));
  });
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
  const name = taught(state.game);
  const [steps, [title, text]] = [stepsFor(name, state), lessons[name].short];
  if (state.go?.capture) return [html("b", { textContent: say("goFirstTo", { n: state.go.capture }) }), html("p", { textContent: say(steps[0].title) })];
  return [html("b", { textContent: say(steps[title].title) }), html("p", { textContent: say(steps[text].text) })];
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

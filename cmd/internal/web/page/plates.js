// The plates of the two players: who plays, with which stones, and what time is left.
// The lower one is the person's who plays here alone; else it is Black's.

import { showChance, standing } from "./chance.js";
import { element, html, pip } from "./draw.js";
import { face, faceName } from "./faces.js";
import { halves, matchGame, matchPoints } from "./match.js";
import { programName, programPlate } from "./programs.js";
import { named, present, say, side } from "./words.js";

/** @import { State } from "../contract.d.ts" */
/** @typedef {"black" | "white"} Color */

/** The colour of the lower plate.
 * @param {State} state
 * @returns {Color} */
export const lower = (state) => (state.human?.length === 1 ? state.human[0] : state.elsewhere ? other(state.elsewhere.color) : "black");

/** @param {string} color
 * @returns {Color} */
const other = (color) => (color === "black" ? "white" : "black");

/** Who plays a colour: a name, what it is, and a sentence.
 * @param {State} state
 * @param {Color} color
 * @returns {{ name: string, tag: string, kind: string, about: string, face?: number | string }} */
function player(state, color) {
  if (state.elsewhere?.color === color) return { name: state.elsewhere.name || say("remote"), tag: "", kind: "remote", about: side(color) };
  if (programName(state, color)) return programPlate(state, color);
  if (!state.human?.includes(color)) return { name: faceName(state.level) || say("machine"), face: state.level, tag: say("level", { n: state.level }), kind: "machine", about: named(`level.${state.level}`, "") };
  const alone = state.human.length === 1;
  return { name: alone ? say("youName") : side(color), tag: alone ? side(color) : "", kind: alone ? "you" : "person", about: "" };
}

/** The name of who plays a colour.
 * @param {State} state
 * @param {Color} color */
export const playerName = (state, color) => player(state, color).name;

/** The same, and in a match of programs how that stands.
 * @param {State} state
 * @param {Color} color */
function matched(state, color) {
  const p = player(state, color);
  const points = matchPoints(state, color);
  return points === null ? p : { ...p, tag: say("match.points", { n: halves(points) }), about: matchGame(state, color) };
}

/** Shows both plates.
 * @param {State} state */
export function showPlates(state) {
  const mine = lower(state);
  const chance = element("chance"); // stays when a plate changes
  for (const [id, color] of /** @type {Array<[string, Color]>} */ ([["me", mine], ["opponent", other(mine)]])) {
    const p = matched(state, color);
    const plate = element(id);
    const key = JSON.stringify([p, color, present()]);
    if (plate.dataset.key === key) continue;
    plate.dataset.key = key;
    plate.dataset.kind = p.kind;
    const clock = plate.querySelector(".clock-place") ?? html("div", { className: "clock-place" });
    const name = html("p", { className: "name" }, pip(color), html("b", { textContent: p.name }), p.tag ? html("span", { className: "tag", textContent: p.tag }) : "");
    const about = p.about ? html("p", { className: "about", textContent: p.about }) : "";
    plate.replaceChildren(p.face ? face(p.face) : "", html("div", { className: "player" }, name, about, id === "opponent" ? chance : ""), clock);
  }
  // At the end the block is the winner's, where one person plays.
  const won = state.human?.length === 1 && ["black", "white"].includes(state.result);
  const actor = state.phase === "over" ? (won ? (state.human?.[0] === state.result ? "you" : state.elsewhere ? "" : "machine") : "") : !state.to_move || !state.human?.includes(state.to_move) ? "machine" : "you";
  element("status").dataset.actor = actor || "none";
}

/** Shows who is ahead in the table's game, while it is played.
 * @param {State} state @param {number | null} black Black's chance to win, from 0 to 1; null where nothing is known */
export function showStanding(state, black) {
  const known = ["over", "attract", "review"].includes(state.phase) ? null : black;
  const you = state.human?.length === 1 ? state.human[0] : "";
  showChance(known, known === null ? "" : standing(known, (color) => player(state, /** @type {Color} */ (color)).name, you));
}

/** Where the clock of a colour has its place.
 * @param {State} state
 * @param {string} color */
export const clockPlace = (state, color) => element(color === lower(state) ? "me" : "opponent").querySelector(".clock-place");

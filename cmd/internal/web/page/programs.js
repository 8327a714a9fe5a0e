// Other programs at the table: which of them plays which colour in the game that the
// dialog is about to begin or to change.

import { element } from "./draw.js";
import { keep, kept } from "./settings.js";
import { named, say } from "./words.js";

/** @import { State } from "../contract.d.ts" */
/** @typedef {"black" | "white"} Color */

const colors = /** @type {const} */ (["black", "white"]);

/** @param {Color} color */
const choice = (color) => element(`program-${color}`, HTMLSelectElement);

/** What people read of the program that plays a colour; "" for none.
 * @param {State} state
 * @param {Color} color */
export const programName = (state, color) => {
  const name = state.programs?.[color];
  return name ? shown(state.players?.find((p) => p.name === name) ?? { name }) : "";
};

/** What people read of a player: of our own ones in their language.
 * @param {{ name: string, shown?: string }} p */
const shown = (p) => named(`mind.${p.name}`, p.shown || p.name);

/** The programs that play a game.
 * @param {State} state
 * @param {string} game */
export const ablePrograms = (state, game) => (state.players ?? []).filter((p) => p.games.includes(game));

/** Offers the programs that play a game; those that are chosen stay, if they can.
 * @param {State} state
 * @param {string} game
 * @param {boolean} fresh begins with those that play now */
export function offerPrograms(state, game, fresh) {
  const able = ablePrograms(state, game);
  for (const color of colors) {
    const before = fresh ? (state.programs?.[color] ?? "") : choice(color).value;
    choice(color).replaceChildren(new Option(say("program.none"), ""), ...able.map((p) => new Option(shown(p), p.name)));
    choice(color).value = able.some((p) => p.name === before) ? before : "";
  }
  element("program-fields").hidden = able.length === 0;
  tellPrograms();
}

/** Chooses no program for a colour.
 * @param {Color} color */
export function chooseNone(color) {
  choice(color).value = "";
}

/** Whom hints are asked of: "" for whom the table's settings name. */
export const adviser = () => (element("adviser-setting").hidden ? "" : element("adviser", HTMLSelectElement).value);

let offered = "";

/** Offers those who can give hints in the present game; what was chosen before stays for the
 * games in which it can.
 * @param {State} state */
export function offerAdvisers(state) {
  const able = ablePrograms(state, state.game);
  /** @type {[string, string][]} */
  const list = [["", say("adviser.table")], ["machine", say("machine")], ...able.map((p) => /** @type {[string, string]} */ ([p.name, shown(p)]))];
  element("adviser-setting").hidden = able.length === 0;
  if (offered === JSON.stringify(list)) return;
  offered = JSON.stringify(list);
  const select = element("adviser", HTMLSelectElement);
  select.replaceChildren(...list.map(([name, text]) => new Option(text, name)));
  select.value = list.some(([name]) => name === kept("adviser")) ? kept("adviser") : "";
  select.onchange = () => keep("adviser", select.value);
}

/** Says what those are that are chosen. */
function tellPrograms() {
  const about = new Set(colors.map((color) => choice(color).value && named(`mindAbout.${choice(color).value}`, "")));
  element("program-about").textContent = [...about].filter(Boolean).join(" ");
}

/** What a command says of programs and of people: where a program plays, no person does.
 * Nothing of programs where none can be chosen.
 * @param {string} human who would play without programs
 * @returns {{ human: string, players?: { black?: string, white?: string } }} */
export function chosenPrograms(human) {
  if (element("program-fields").hidden) return { human };
  /** @type {{ black?: string, white?: string }} */
  const players = {};
  for (const color of colors) if (choice(color).value) players[color] = choice(color).value;
  const people = colors.filter((color) => (human === "both" || human === color) && !players[color]);
  return { human: people.length === 2 ? "both" : people[0] ?? "none", players };
}

/** How many games a new game is to be the first of, where nobody but programs plays.
 * @param {string} human who plays beside them
 * @returns {{ games?: number }} */
export function chosenGames(human) {
  const games = Number(element("games-of", HTMLInputElement).value);
  return human === "none" && !element("games-field").hidden && games > 1 ? { games } : {};
}

/** Makes the choices work.
 * @param {() => void} changed */
export function playPrograms(changed) {
  for (const color of colors) choice(color).addEventListener("change", () => {
    tellPrograms();
    changed();
  });
}

/** Says a colour's program in its plate.
 * @param {State} state
 * @param {Color} color */
export const programPlate = (state, color) => ({ name: programName(state, color), tag: say("program.tag"), kind: "machine", about: named(color, color), face: state.programs?.[color] });

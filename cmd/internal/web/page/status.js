// Whose turn it is and what the person at the board should do.

import { element, html, pip, setText, svg } from "./draw.js";
import { hasLost } from "./ending.js";
import { outcome } from "./games.js";
import { openingHeadline } from "./opening.js";
import { playerName } from "./plates.js";
import { askedPoints } from "./question.js";
import { shapes } from "./stones.js";
import { named, present, say, side, told } from "./words.js";

/** @import { State } from "../contract.d.ts" */
/** @import { Position } from "./stones.js" */

/** That the one person who plays has lost to somebody, by name.
 * @param {State} state */
function opponentWon(state) {
  if (state.elsewhere && !state.elsewhere.name) return say("end.opponentWon");
  return say("end.won", { name: playerName(state, state.result === "white" ? "white" : "black") });
}

/** A state as it is said: while it is asked whether the game goes on from other stones than
 * its own, nothing else is due.
 * @template {State} S
 * @param {S} state @returns {S} */
export const asSaid = (state) => (state.question?.kind === "set-up" && ["human", "thinking", "place", "elsewhere", "choose"].includes(state.phase) ? { ...state, phase: "repair" } : state);

/** What stands over the message, in a few words.
 * @param {State} state */
export function headline(state) {
  const who = { side: side(state.to_move) };
  const opening = openingHeadline(state);
  if (opening) return opening;
  switch (state.phase) {
    case "human":
      if (state.human?.length === 1 && state.human[0] === state.to_move) return say("guest.yours");
      return say(state.phase, who);
    case "thinking": return say(state.phase, who);
    case "clear": return say(state.helping ? "clearing" : "phase.clear");
    case "place": return say(state.arm || state.helping ? "armPlaces" : "place", who);
    case "over": {
      const won = state.human?.length === 1 && state.human[0] === state.result; // the one person who plays
      return won ? say("youWon") : hasLost(state) ? opponentWon(state) : outcome(state.result) || say("phase.over");
    }
  }
  return named(`phase.${state.phase}`, state.phase);
}

/** How many stones of the present turn are there.
 * @param {State} state @param {number} due */
const there = (state, due) => (state.phase === "place" ? due - (state.wanted?.length ?? 0) : (state.partial?.length ?? 0));

/** @param {State} state */
function pips(state) {
  const color = state.phase === "over" ? state.result : state.to_move;
  if (!color || ["draw", "void", "unfinished"].includes(color) || ["lost", "clear", "repair", "off", "calibrate", "choose", "review"].includes(state.phase)) return [];
  if (state.phase === "over") return [pip(color)];
  const due = Math.max(state.due ?? 1, 1);
  return Array.from({ length: due }, (_, i) => pip(color, i < there(state, due) ? "down" : state.phase === "thinking" ? "" : "due"));
}

/** @param {State} state */
function count(state) {
  const due = state.due ?? 0;
  if (due < 2 || !["human", "place"].includes(state.phase)) return "";
  return there(state, due) >= due ? "" : say("countOf", { n: there(state, due) + 1, due });
}

/** Shows the status of a state.
 * @param {State} now */
export function showStatus(now) {
  const state = asSaid(now);
  setText("headline", headline(state));
  setText("message", told(state).message);
  setText("count", count(state));
  element("pips").replaceChildren(...pips(state));
  element("status").dataset.phase = state.phase;
}

/** Says under the board what the marks on it mean.
 * @param {Position} position */
export function showLegend(position) {
  /** @param {string} kind @param {unknown} any */
  const one = (kind, any) => (any ? [kind] : []);
  const kinds = new Set([...one("wanted", position.wanted?.length), ...one("asked", askedPoints(position).size), ...(position.marks ?? []).map((m) => m.kind),
    ...one("forbidden", position.forbidden?.length), ...one("allowed", position.opening?.allowed?.length)]);
  kinds.delete("accepted"); // over in a moment, and nothing to be done about
  const legend = element("legend");
  /** @param {string} kind */
  const color = (kind) => position.marks?.find((m) => m.kind === kind)?.color ?? position.to_move;
  const key = [...kinds].map((kind) => kind + color(kind)).join() + present();
  if (legend.dataset.kinds === key) return;
  legend.dataset.kinds = key;
  legend.replaceChildren(...[...kinds].filter((k) => shapes[k]).map((kind) =>
    html("li", {}, legendDrawing(kind, color(kind)), named(`legend.${kind}`, kind))));
}

/** @param {string} kind @param {string} [color] */
function legendDrawing(kind, color) {
  const g = svg("g", { class: kind }, ...shapes[kind](25, 25, color || "black"));
  return svg("svg", { class: "drawing", viewBox: "-4 -4 58 58", "aria-hidden": "true" }, g);
}

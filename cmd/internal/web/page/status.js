// Whose turn it is and what the person at the board should do.

import { html, pip, svg } from "./draw.js";
import { openingHeadline } from "./opening.js";
import { askedPoints } from "./question.js";
import { shapes } from "./stones.js";
import { present, say, side, told } from "./words.js";

const element = (id) => document.getElementById(id);

// won is whether the one person who plays has won.
const won = (state) => state.human?.length === 1 && state.human[0] === state.result;

function headline(state) {
  const who = side(state.to_move);
  const opening = openingHeadline(state);
  if (opening) return opening;
  switch (state.phase) {
    case "human": return say("human", who);
    case "thinking": return say("thinking", who);
    case "place": return say(state.arm || state.helping ? "armPlaces" : "place", who);
    case "over": return won(state) ? say("youWon") : say("ended", state.result) || say("over");
  }
  return say(state.phase) ?? state.phase;
}

function pips(state) {
  const color = state.phase === "over" ? state.result : state.to_move;
  if (!color || ["draw", "void", "unfinished"].includes(color) || ["lost", "clear", "off", "calibrate", "choose"].includes(state.phase)) return [];
  if (state.phase === "over") return [pip(color)];
  const due = Math.max(state.due ?? 1, 1);
  const there = state.phase === "place" ? due - (state.wanted?.length ?? 0) : (state.partial?.length ?? 0);
  return Array.from({ length: due }, (_, i) => pip(color, i < there ? "down" : state.phase === "thinking" ? "" : "due"));
}

function count(state) {
  const due = state.due ?? 0;
  if (due < 2 || !["human", "place"].includes(state.phase)) return "";
  const there = state.phase === "place" ? due - (state.wanted?.length ?? 0) : (state.partial?.length ?? 0);
  return there >= due ? "" : say("countOf", there + 1, due);
}

function setText(e, text) {
  // A live region speaks when it changes, so it must not change without need.
  if (e.textContent !== text) e.textContent = text;
}

/** Shows the status of a state. */
export function showStatus(state) {
  setText(element("headline"), headline(state));
  setText(element("message"), told(state).message);
  setText(element("count"), count(state));
  element("pips").replaceChildren(...pips(state));
  element("status").dataset.phase = state.phase;
}

/** Says under the board what the marks of a state mean. */
export function showLegend(state) {
  const kinds = new Set([...(state.wanted?.length ? ["wanted"] : []), ...(askedPoints(state).size ? ["asked"] : []), ...(state.marks ?? []).map((m) => m.kind), ...(state.forbidden?.length ? ["forbidden"] : []), ...(state.opening?.allowed?.length ? ["allowed"] : [])]);
  kinds.delete("accepted"); // over in a moment, and nothing to be done about
  const legend = element("legend");
  const color = (kind) => state.marks?.find((m) => m.kind === kind)?.color ?? state.to_move;
  const key = [...kinds].map((kind) => kind + color(kind)).join() + present();
  if (legend.dataset.kinds === key) return;
  legend.dataset.kinds = key;
  legend.replaceChildren(...[...kinds].filter((k) => shapes[k]).map((kind) =>
    html("li", {}, legendDrawing(kind, color(kind)), say("legend")[kind])));
}

function legendDrawing(kind, color) {
  const g = svg("g", { class: kind }, ...shapes[kind](25, 25, color || "black"));
  return svg("svg", { class: "drawing", viewBox: "-4 -4 58 58", "aria-hidden": "true" }, g);
}

// Whose turn it is and what the person at the board should do.

import { timeWarning } from "./clocks.js";
import { html, pip, svg } from "./draw.js";
import { openingHeadline, openingSentence } from "./opening.js";
import { askedPoints, questionText } from "./question.js";
import { shapes } from "./stones.js";
import { points, present, say, side, stoneWord } from "./words.js";

const element = (id) => document.getElementById(id);

function headline(state) {
  const who = side(state.to_move);
  const opening = openingHeadline(state);
  if (opening) return opening;
  switch (state.phase) {
    case "human": return say("human", who);
    case "thinking": return say("thinking", who);
    case "place": return say(state.arm ? "armPlaces" : "place", who);
    case "over": return say("ended", state.result) || say("over");
  }
  return say(state.phase) ?? state.phase;
}

// sentence is what the machine would say, for a page in another language than
// the machine's.
function sentence(state) {
  const due = state.due ?? 0;
  const there = state.partial?.length ?? 0;
  if (state.question) return questionText(state);
  switch (state.phase) {
    case "clear": return say("sayClear");
    case "human": return openingSentence(state) && !there ? openingSentence(state) : there ? say("sayRest", there, due) : say("sayHuman", side(state.to_move), due);
    case "thinking": return say("sayThinking");
    case "place": return say(state.arm ? "sayArm" : "sayPlace", stoneWord(state.to_move), points(state.wanted ?? []));
    case "paused": return say("sayPaused");
    case "repair": return say("sayRepair");
    case "lost": return say("sayLost");
    case "off": return say("sayOff");
    case "over": {
      const won = ["draw", "void", "unfinished"].includes(state.result) ? "" : state.result;
      const ending = say("sayOver")[state.reason] ?? say("sayOver").full;
      return ending(side(won), side(won === "black" ? "white" : "black"), /gomoku|renju/.test(state.game ?? ""));
    }
  }
  return state.message;
}

const chinese = /[\u3400-\u9fff]/;

/** The sentence for the person, in the page's language wherever possible. */
export function message(state) {
  const own = () => [sentence(state), timeWarning(state)].filter(Boolean).join(say("space"));
  if (!state.message) return own();
  return chinese.test(state.message) === (present() === "zh") ? state.message : own();
}

function pips(state) {
  const color = state.phase === "over" ? state.result : state.to_move;
  if (!color || ["draw", "void", "unfinished"].includes(color) || ["lost", "clear", "off", "calibrate", "choose"].includes(state.phase)) return [];
  if (state.phase === "over") return [pip(color)];
  const due = Math.max(state.due ?? 1, 1);
  const there = state.phase === "place" ? due - (state.wanted?.length ?? 0) : (state.partial?.length ?? 0);
  return Array.from({ length: due }, (_, i) => pip(color, i < there || state.phase === "thinking" ? "" : "due"));
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
  setText(element("message"), message(state));
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

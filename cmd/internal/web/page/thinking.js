// What the machine is thinking, live.

import { element, html, pip, setBar } from "./draw.js";
import { say, side } from "./words.js";

/** @import { Candidate, State, Thought } from "../contract.d.ts" */
/** @import { Mark } from "./stones.js" */

/** @param {number} n */
const large = (n) => (n >= 1e6 ? `${(n / 1e6).toFixed(n >= 1e8 ? 0 : 1)} M` : n >= 1e4 ? `${Math.round(n / 1e3)} k` : String(n ?? 0));

/** @param {number} n */
const signed = (n) => (n < 0 ? `−${large(-n)}` : n > 0 ? `+${large(n)}` : "0");

let ends = 0; // when the budget will be spent, on performance.now()'s clock
let total = 0;
let running = false;
/** The time left is written in tenths of a second.
 * @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The last thought, with the colour that thought it.
 * @type {(Thought & { color?: string, program?: boolean }) | null} */
let shown = null;

/** A chance to win is all that a score tells a person. Of other programs, which people
 * know by their numbers, the score is shown where there is no chance.
 * @param {Thought & { program?: boolean }} thought @param {string} [color] */
function chance(thought, color) {
  const { chance: p, score, program } = thought;
  if (p === undefined) return program ? `${side(color)} ${signed(score)}` : "–";
  return `${side(color)} ${p === 1 ? say("winning") : p === 0 ? say("losing") : `${Math.round(100 * p)} %`}`;
}

function bar() {
  const left = running ? Math.max(0, ends - performance.now()) : 0;
  const part = total ? Math.min(1, left / total) : 0;
  setBar("left", part);
  element("left-text").textContent = running ? `${(left / 1000).toFixed(left < 9950 ? 1 : 0)} ${say("seconds")}` : "–";
  clearTimeout(timer);
  if (running) timer = setTimeout(bar, 100);
}

/** The value of each candidate, at its points: the chance to win in hundredths, or else the
 * score. Of points that are in several, the best candidate counts.
 * @param {{ candidates?: Candidate[] } | null | undefined} thought
 * @returns {Mark[]} */
export function candidateMarks(thought) {
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  for (const c of thought?.candidates ?? []) {
    const text = c.chance === undefined ? signed(c.score) : String(Math.round(100 * c.chance));
    for (const point of c.points) if (!marks.has(point)) marks.set(point, { point, kind: "candidate", text });
  }
  return [...marks.values()];
}

/** Says whether the machine thinks now.
 * @param {State} state */
export function showThinking(state) {
  const now = state.phase === "thinking";
  element("thinking").dataset.now = now ? "yes" : "no";
  if (now && !running) {
    running = true;
    total = (state.time ?? 0) * 1000;
    ends = performance.now() + total;
    bar();
  } else if (!now) {
    running = false;
    if (!state.moves?.length && state.phase !== "place") shown = null;
  }
  write();
}

/** Shows a thought about a state.
 * @param {Thought} thought @param {State | null} state */
export function showThought(thought, state) {
  shown = { ...thought, color: state?.to_move, program: Boolean(state?.to_move && state.programs?.[state.to_move]) };
  total = thought.total_ms;
  ends = performance.now() + thought.left_ms;
  write();
}

function write() {
  // A turn from the book, or of a player that does not look ahead, was not searched.
  const searched = shown && (shown.depth > 0 || shown.nodes > 0) ? shown : null;
  element("depth").textContent = searched ? String(searched.depth) : "–";
  element("score").textContent = searched ? chance(searched, searched.color) : "–";
  element("speed").textContent = searched ? large(searched.nps) : "–";
  element("nodes").textContent = searched ? large(searched.nodes) : "–";
  const colors = shown?.color === "white" ? ["white", "black"] : ["black", "white"];
  element("line").replaceChildren(...(shown?.line ?? []).map((turn, i) => html("li", {}, pip(colors[i % 2]), turn.join(" "))));
  if (!running) bar();
}

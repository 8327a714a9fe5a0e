// The hand over a simulated board: a tap on an empty point puts a stone down, a tap
// on a stone lifts it.

import { lift, put } from "./ask.js";
import { element } from "./draw.js";
import { stone } from "./stones.js";
import { refused } from "./toast.js";
import { toggles } from "./weiqi.js";

/** @import { State } from "../contract.d.ts" */
/** @import { Board } from "./board.js" */
/** @import { Stones } from "./stones.js" */

// Settling takes the board a moment; a stone that never settles must not look as if
// it were coming for ever.
const settles = 4000; // ms

/** The colour of the stone that is to go to a point: what a mark there asks for, or stood
 * there before the game was counted, else what the present turn needs.
 * @param {Pick<State, "marks" | "question" | "to_move" | "phase" | "record">} state
 * @param {string} point */
export function due(state, point) {
  const mark = (state.marks ?? []).find((m) => m.point === point && m.color && (m.kind === "missing" || m.kind === "wrong"));
  const option = state.question?.options.find((o) => o.point === point && o.color);
  const counted = state.phase === "count" ? (state.record ?? []).find((s) => s.point === point) : undefined;
  return (mark?.color ?? option?.color ?? counted?.color ?? state.to_move) || "black";
}

const forced = () => /** @type {HTMLInputElement | null} */ (document.querySelector('input[name="hand"]:checked'))?.value ?? "";

/** Lets the hand play on a board.
 * @param {Board} board
 * @param {Stones} stones
 * @param {() => State | null} current the state
 * @param {() => void} again draws once more */
export function playHand(board, stones, current, again) {
  /** @param {State} state @param {string} point */
  const holds = (state, point) => forced() || due(state, point);

  /** @param {string} point */
  async function tap(point) {
    const state = current();
    if (!state?.sim || stones.pending.has(point) || toggles(state, point)) return;
    if (state.helping && state.wanted?.includes(point)) return; // the helping hands are on their way there
    const there = stones.on.has(point);
    const color = there ? "" : holds(state, point);
    stones.pending.set(point, color);
    clear();
    again();
    try {
      await (there ? lift(point) : put(point, color));
      setTimeout(() => stones.pending.delete(point) && again(), settles);
    } catch (error) {
      stones.pending.delete(point);
      again();
      refused(error);
    }
  }

  // Takes every stone off, one after the other as a hand does.
  async function sweep() {
    for (const point of [...stones.on.keys()]) {
      if (!["clear", "over"].includes(current()?.phase ?? "")) return;
      if (stones.on.has(point)) await tap(point);
    }
  }
  element("sweep").onclick = sweep;

  /** The stone that is shown under the mouse, and where.
   * @type {SVGElement | null} */
  let shown = null;
  let at = "";
  function clear() {
    shown?.remove();
    shown = null;
    at = "";
  }

  /** @param {Event} e */
  const pointOf = (e) => (e.target instanceof SVGElement && e.target.dataset.point) || "";
  board.grid.addEventListener("click", (e) => pointOf(e) && tap(pointOf(e)));
  board.grid.addEventListener("pointerleave", clear);
  board.grid.addEventListener("pointermove", (e) => {
    const point = pointOf(e);
    const state = current();
    if (e.pointerType !== "mouse" || !point || !state?.sim || point === at) return;
    clear();
    at = point;
    if (stones.on.has(point) || stones.pending.has(point)) return;
    const { x, y } = board.at(point);
    shown = stone(holds(state, point), x, y);
    shown.setAttribute("class", "hint");
    board.layers.ghosts.append(shown);
  });
}

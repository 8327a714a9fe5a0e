// The hand over a simulated board: a tap on an empty point puts a stone down,
// a tap on a stone lifts it.

import { lift, put } from "./ask.js";
import { stone } from "./stones.js";

/** The colour a hand would hold for this point: what a mark there asks for,
 * else what the present turn needs. */
function due(state, point) {
  const mark = (state.marks ?? []).find((m) => m.point === point && m.color && (m.kind === "missing" || m.kind === "wrong"));
  const option = state.question?.options.find((o) => o.point === point && o.color);
  return mark?.color ?? option?.color ?? state.to_move ?? "black";
}

const forced = () => document.querySelector('input[name="hand"]:checked')?.value ?? "";

/**
 * Lets the hand play on a board. current() returns the state, stones draws,
 * again() draws once more, complain(error) says what went wrong.
 */
export function playHand(board, stones, { current, again, complain }) {
  const holds = (state, point) => forced() || due(state, point) || "black";

  async function tap(point) {
    const state = current();
    if (!state?.sim || stones.pending.has(point)) return;
    if (state.helping && state.wanted?.includes(point)) return; // the helping hands are on their way there
    const there = stones.on.has(point);
    const color = there ? "" : holds(state, point);
    stones.pending.set(point, color);
    clear();
    again();
    try {
      await (there ? lift(point) : put(point, color));
      // Settling takes the board a moment; a stone that never settles must not
      // look as if it were coming for ever.
      setTimeout(() => stones.pending.delete(point) && again(), 4000);
    } catch (error) {
      stones.pending.delete(point);
      again();
      complain(error);
    }
  }

  // Takes every stone off, one after the other as a hand does.
  async function sweep() {
    for (const point of [...stones.on.keys()]) {
      if (!["clear", "over"].includes(current()?.phase)) return;
      if (stones.on.has(point)) await tap(point);
    }
  }
  document.getElementById("sweep").onclick = sweep;

  let shown = null;
  let at = "";
  function clear() {
    shown?.remove();
    shown = null;
    at = "";
  }

  board.grid.addEventListener("click", (e) => e.target.dataset.point && tap(e.target.dataset.point));
  board.grid.addEventListener("pointerleave", clear);
  board.grid.addEventListener("pointermove", (e) => {
    const point = e.target.dataset?.point;
    const state = current();
    if (e.pointerType !== "mouse" || !point || !state?.sim) return;
    if (point === at) return;
    clear();
    at = point;
    if (stones.on.has(point) || stones.pending.has(point)) return;
    const { x, y } = board.at(point);
    shown = stone(holds(state, point), x, y);
    shown.setAttribute("class", "hint");
    board.layers.ghosts.append(shown);
  });
}

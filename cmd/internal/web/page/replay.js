// A recorded game on the physical board: the buttons that lead through it.

import { command } from "./ask.js";
import { button, element } from "./draw.js";
import { attempt } from "./toast.js";

/** @import { State } from "../contract.d.ts" */

/** Shows how far a replay is, if there is one.
 * @param {State | null} state */
export function showReplay(state) {
  const review = state?.phase === "review" ? state.review : undefined;
  element("replay").hidden = !review;
  button("replay-back").disabled = !review?.at;
  button("replay-on").disabled = !review || review.at === review.all;
  element("replay-guess").setAttribute("aria-pressed", String(Boolean(review?.guess)));
}

/** What the page's board shows of a state: in a replay, nothing of the game on record.
 * @template {State} S
 * @param {S} state @returns {S} */
export const shownState = (state) => (state.phase === "review" ? { ...state, moves: [], line: [], result: "", to_move: "", marks: state.marks } : state);

/** Makes the buttons work.
 * @param {(state: State) => void} done takes the state after a command */
export function playReplay(done) {
  for (const answer of ["on", "back", "guess", "end"]) {
    element(`replay-${answer}`).addEventListener("click", () => attempt(async () => done(await command({ do: "review", answer }))));
  }
}

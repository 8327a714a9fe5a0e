// A hint for the person whose turn it is: where to play, and why.

import { command } from "./ask.js";
import { button, element, html } from "./draw.js";
import { adviser, offerAdvisers } from "./programs.js";
import { attempt } from "./toast.js";
import { present, say, told } from "./words.js";

/** @import { State } from "../contract.d.ts" */
/** @import { Mark } from "./stones.js" */

/** Makes the button.
 * @param {(state: State) => void} done takes the state after a command */
export function playHint(done) {
  const ask = html("button", { id: "hint-ask", type: "button", onclick: () => attempt(async () => done(await command(adviser() ? { do: "hint", adviser: adviser() } : { do: "hint" }))) });
  ask.dataset.text = "hint.ask";
  const said = html("p", { id: "hint-said" });
  said.setAttribute("aria-live", "polite");
  element("undo").after(ask);
  element("legend").before(html("section", { id: "hint" }, said));
}

/** Shows the hint, and whether one can be asked for.
 * @param {State | null} state null when the table is away */
export function showHint(state) {
  const person = Boolean(state?.human?.length) && state?.phase !== "over" && state?.phase !== "review";
  const remote = Boolean(state?.elsewhere && !state.elsewhere.guest);
  element("hint").hidden = !person;
  if (state) offerAdvisers(state);
  const ask = button("hint-ask");
  ask.textContent = say("hint.ask");
  ask.disabled = remote || !state || !["human", "choose"].includes(state.phase) || state.hint?.why === "sought";
  const hint = state?.hint?.said[present()] ?? "";
  // What the table says already is not said twice.
  const text = remote ? say("hint.remote") : state && told(state).message.includes(hint) ? "" : hint;
  const said = element("hint-said");
  if (said.textContent !== text) said.textContent = text;
}

/** What a hint marks on the board.
 * @param {State} state
 * @returns {Mark[]} */
export const hintMarks = (state) => (state.hint?.points ?? []).map((point) => ({ point, kind: "suggested", color: state.to_move }));

/** The line of a hint, a list of turns.
 * @param {State} state */
export const hintLine = (state) => (state.hint?.line ?? []).map((point) => [point]);

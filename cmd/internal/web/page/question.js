// The question that is being asked at the board, and buttons that answer it.

import { command } from "./ask.js";
import { element, html } from "./draw.js";
import { openingChoice } from "./opening.js";
import { attempt } from "./toast.js";
import { named, present, say, side, told } from "./words.js";

/** @import { Option, Question, State } from "../contract.d.ts" */

/** What an action of the menu or of a button is called.
 * @param {string} action */
export const actionName = (action) => named(`action.${action}`, action);

/** What the button for an answer says.
 * @param {Option} option
 * @param {Pick<Question, "kind">} q */
export function answerName({ answer, text }, q) {
  if (q.kind === "calibration") return named(`calibration.${answer}`, text);
  if (q.kind === "choice") return openingChoice(answer);
  if (q.kind === "menu") return answer === "yes" ? say("yes") : named(`action.${answer}`, text);
  switch (answer) {
    case "yes": case "no": return say(answer);
    case "black": case "white": return say("toMove", { side: side(answer) });
  }
  return say("yesOn", { point: answer });
}

/** Points where a stone answers, and those that the question is about.
 * @param {{ question?: { points: string[], options: Array<{ point?: string }> } | null }} state */
export const askedPoints = ({ question: q }) => new Set([...(q?.points ?? []), ...(q?.options ?? []).flatMap((o) => o.point || [])]);

let shown = "";

/** Shows the question of a state, if there is one.
 * @param {State | null} state
 * @param {(state: State) => void} done takes the state after an answer */
export function showQuestion(state, done) {
  const q = state?.question;
  const key = q ? `${q.id} ${present()} ${q.kind === "calibration" ? told(state).message : ""}` : "";
  if (key === shown) return;
  shown = key;
  const place = element("answers");
  place.hidden = !q;
  const buttons = (q?.options ?? []).map((option) => {
    const b = html("button", { type: "button", textContent: answerName(option, q ?? { kind: "menu" }) });
    b.dataset.answer = option.answer;
    b.addEventListener("click", async () => {
      for (const each of buttons) each.disabled = true;
      await attempt(async () => done(await command({ do: "answer", question: q?.id, answer: option.answer })));
      for (const each of buttons) each.disabled = false;
    });
    return b;
  });
  place.replaceChildren(...buttons);
  place.setAttribute("aria-label", q ? told(state).message : say("controls"));
}

// The question that is being asked at the board, and buttons that answer it.

import { command } from "./ask.js";
import { element, html } from "./draw.js";
import { attempt } from "./toast.js";
import { present, say, told } from "./words.js";

/** @import { Option, State } from "../contract.d.ts" */

/** What the button for an answer says.
 * @param {Option} option */
export const answerName = ({ text, said }) => said?.[present()] ?? text;

/** The answers that a page may give: that everyone is clear of the arm is said at the board.
 * @param {State["question"] | undefined} question */
export const answersHere = (question) => (question?.options ?? []).filter(({ answer }) => answer === "no" || question?.path.join() !== "move-arm");

/** Points where a stone answers, and those that the question is about.
 * @param {{ question?: { points: string[], options: Array<{ point?: string }> } | null }} state */
export const askedPoints = ({ question: q }) => new Set([...(q?.points ?? []), ...(q?.options ?? []).flatMap((o) => o.point || [])]);

/** The question that buttons answer. That a paused game can be resumed is none: the usual
 * buttons do it.
 * @param {State | null} state */
export const askedHere = (state) => (state?.question?.path?.join() === "resume" ? null : state?.question);

let shown = "";

/** Shows the question of a state, if there is one.
 * @param {State | null} state
 * @param {(state: State) => void} done takes the state after an answer */
export function showQuestion(state, done) {
  const q = askedHere(state);
  const key = q && state ? `${q.id} ${present()} ${q.kind === "calibration" ? told(state).message : ""}` : "";
  if (key === shown) return;
  shown = key;
  const place = element("answers");
  place.hidden = !q;
  const buttons = answersHere(q).map((option) => {
    const b = html("button", { type: "button", textContent: answerName(option) });
    b.dataset.answer = option.answer;
    b.addEventListener("click", async () => {
      for (const each of buttons) each.disabled = true;
      await attempt(async () => done(await command({ do: "answer", question: q?.id, answer: option.answer })));
      for (const each of buttons) each.disabled = false;
    });
    return b;
  });
  place.replaceChildren(...buttons);
  place.setAttribute("aria-label", state && q ? told(state).message : say("controls"));
}

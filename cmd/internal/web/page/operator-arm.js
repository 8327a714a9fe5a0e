// The arm in the operator's hands: only after a person at the board has said that nobody is
// near, in short steps, for as long as a key is held, and with a way to stop it always.

import { post } from "./ask.js";
import { button, element, html, setText } from "./draw.js";
import { attempt } from "./toast.js";
import { named, say } from "./words.js";

/** @import { State } from "../contract.d.ts" */

const steps = [0.5, 1, 2, 5]; // mm
const keys = /** @type {const} */ ([["x", -1, "←"], ["x", 1, "→"], ["y", -1, "↓"], ["y", 1, "↑"], ["z", -1, "▼"], ["z", 1, "▲"]]);

/** @param {object} body */
const order = (body) => post("/api/arm", body);

const size = () => steps[Number(element("arm-step", HTMLInputElement).value)];

/** Moves the arm step by step while a key is held; each step is asked for when the last
 * one has been made.
 * @param {HTMLButtonElement} key @param {string} axis @param {number} sign */
function holdable(key, axis, sign) {
  let held = false;
  const release = () => {
    held = false;
    key.dataset.held = "no";
  };
  const hold = async () => {
    if (held) return;
    held = true;
    key.dataset.held = "yes";
    await attempt(async () => {
      while (held) await order({ do: "jog", axis, mm: sign * size() });
    });
    release();
  };
  key.addEventListener("pointerdown", (e) => {
    if (e.button !== 0) return; // over the menu that another one opens, its release is not heard
    key.setPointerCapture(e.pointerId);
    hold();
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture", "blur", "keyup"]) key.addEventListener(kind, release);
  document.addEventListener("visibilitychange", release);
  key.addEventListener("contextmenu", (e) => e.preventDefault()); // a long press on a phone
  key.addEventListener("keydown", (e) => {
    if ((e.key === "Enter" || e.key === " ") && !e.repeat) hold();
    if (e.key === "Enter" || e.key === " ") e.preventDefault();
  });
}

/** Shows the arm of a state.
 * @param {State} state */
export function showArm(state) {
  element("arm").hidden = !state.arm_state;
  if (!state.arm_state) return;
  const on = state.arm_manual === "on" || state.arm_manual === "moving";
  const stopped = state.arm_state === "stopped" || (state.arm_state === "held" && state.arm_cause !== "");
  setText("arm-says", named(`op.armIs.${state.arm_state}`, state.arm_state));
  setText("arm-how", state.arm_manual === "asked" ? say("op.armAsked") : on ? say("op.armOn") : say("op.armOff"));
  element("arm-jog").hidden = !on;
  button("arm-ask").hidden = state.arm_manual !== "" && state.arm_manual !== undefined;
  button("arm-home").hidden = !on;
  button("arm-end").hidden = !state.arm_manual;
  button("arm-resume").hidden = !stopped;
  showStep();
}

function showStep() {
  setText("step-label", say("op.step", { mm: size() }));
  const buttons = element("arm-jog").querySelectorAll(".keys button");
  for (const [i, [axis, sign]] of keys.entries()) buttons[i].setAttribute("aria-label", say("op.move", { axis: axis.toUpperCase(), sign: sign > 0 ? "+" : "−" }));
}

/** Makes the card work. */
export function playArm() {
  const group = element("arm-jog").querySelector(".keys");
  group?.replaceChildren(...keys.map(([axis, sign, sign2]) => {
    const key = html("button", { type: "button", textContent: `${axis.toUpperCase()} ${sign2}` });
    holdable(key, axis, sign);
    return key;
  }));
  element("arm-step").addEventListener("input", showStep);
  for (const what of /** @type {const} */ (["ask", "home", "end", "stop"])) button(`arm-${what}`).addEventListener("click", () => attempt(() => order({ do: what })));
}

// The clocks of both sides, at the board's edge. The table tells what is left when
// something changes; in between the page counts by itself.

import { after, digits, low, overtime, timed } from "./clock-time.js";
import { element, html } from "./draw.js";
import { clockPlace } from "./plates.js";
import { say, side } from "./words.js";

/** @import { Clock, State } from "../contract.d.ts" */

const sides = /** @type {const} */ (["black", "white"]);

let each = 1; // stones of a turn

/** As the table told it.
 * @type {Clock | null} */
let clock = null;
let heard = 0; // when, on performance.now()'s clock
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

/** @param {Clock} c */
function write(c) {
  const ms = c.running ? performance.now() - heard : 0;
  for (const color of sides) {
    const running = c.running === color;
    const now = after(c[color], running ? ms : 0, c.period_ms, c.canadian);
    const box = element(`clock-${color}`);
    box.dataset.running = running ? "yes" : "no";
    box.dataset.low = low(now, c) || now.left === 0 ? "yes" : "no";
    const [left, periods] = box.children;
    left.textContent = digits(now.left);
    // A clock that has lost a digit stays as wide as it was, so that nothing beside it moves.
    box.dataset.digits = String(Math.max(left.textContent.length, Number(box.dataset.digits ?? 0)));
    const over = overtime(now, c, each);
    periods.textContent = over ? say(...over) : "";
  }
}

/** @param {State} state */
function build(state) {
  for (const color of sides) {
    const place = clockPlace(state, color);
    let box = document.getElementById(`clock-${color}`);
    if (!box) {
      box = html("div", { id: `clock-${color}`, className: "clock" }, html("span", { className: "left" }), html("span", { className: "periods" }));
      box.setAttribute("role", "timer");
    }
    box.setAttribute("aria-label", say("clockOf", { side: side(color) }));
    if (place && box.parentElement !== place) place.replaceChildren(box);
  }
}

/** Shows the clocks of a state, if the game has one and they are not hidden; counts
 * only while live. A state that comes while they are hidden counts too.
 * @param {State | null} state
 * @param {boolean} live
 * @param {boolean} hidden */
export function showClocks(state, live, hidden) {
  const told = state && timed(state.clock) ? state.clock : null;
  if (told && told !== clock) {
    clock = told;
    each = state?.game.startsWith("connect6") ? 2 : 1;
    heard = performance.now();
  }
  const shown = told && !hidden;
  document.body.dataset.clock = shown ? "yes" : "no";
  clearInterval(timer);
  if (!shown) for (const color of sides) document.getElementById(`clock-${color}`)?.remove();
  if (!state || !told || hidden) return;
  build(state);
  write(told);
  if (told.running && live) timer = setInterval(() => write(told), 100);
}

/** Makes a choice of clocks for a dialog: value(), and set(control).
 * @param {() => void} changed */
export function clockChoice(changed) {
  const choice = element("clock", HTMLSelectElement);
  const other = element("clock-other", HTMLInputElement);
  const show = () => {
    other.hidden = choice.value !== "other";
    other.required = !other.hidden;
    other.disabled = other.hidden; // what is not shown is not checked
    changed();
  };
  choice.addEventListener("change", show);
  return {
    value: () => (choice.value === "other" ? other.value.trim() : choice.value),
    /** @param {string} control */
    set(control) {
      const known = [...choice.options].some((o) => o.value === control && control !== "other");
      choice.value = known ? control : "other";
      other.value = known ? "" : control;
      show();
    },
  };
}

// The clocks of both sides, at the board's edge. The machine tells what is left
// when something changes; in between the page counts by itself.

import { html, pip } from "./draw.js";
import { present, say, side } from "./words.js";

const element = (id) => document.getElementById(id);
const sides = ["black", "white"];
const lowTimes = [10, 30, 60]; // seconds; as the machine warns

let clock = null; // as the machine told it
let heard = 0; // when, on performance.now()'s clock
let timer = 0;

const timed = (c) => Boolean(c?.control && c.control !== "none");

// What a side has after it has thought for some more milliseconds.
function after(told, ms, period) {
  const now = { left: told.left_ms - ms, periods: told.periods ?? 0, overtime: Boolean(told.overtime) };
  while (now.left <= 0 && period > 0 && (now.overtime ? now.periods > 1 : now.periods > 0)) {
    if (now.overtime) now.periods--;
    now.overtime = true;
    now.left += period;
  }
  now.left = Math.max(0, now.left);
  return now;
}

/** A time as clocks show it: 9:05, 1:00:00, and with tenths, 9.8, when there is little left. */
export function digits(ms) {
  if (ms <= 9900) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const s = Math.ceil(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

// How long a side's present time was when it was whole, in seconds.
function whole(control, overtime, period) {
  if (overtime) return period / 1000;
  let sum = 0;
  for (const [, n, unit] of control.split(/[+/]/)[0].matchAll(/([\d.]+)(h|ms|m|s)/g)) sum += n * { h: 3600, m: 60, s: 1, ms: 0.001 }[unit];
  return sum;
}

// The mark below which what a side has is little, in seconds; 0 if it is not.
function low(now, c) {
  if (c.period_ms > 0 && !now.overtime) return 0;
  const all = whole(c.control, now.overtime, c.period_ms);
  return lowTimes.find((s) => now.left <= s * 1000 && 3 * s <= all) ?? 0;
}

function write() {
  const ms = clock.running ? performance.now() - heard : 0;
  for (const color of sides) {
    const running = clock.running === color;
    const now = after(clock[color], running ? ms : 0, clock.period_ms);
    const box = element(`clock-${color}`);
    box.dataset.running = running ? "yes" : "no";
    box.dataset.low = low(now, clock) || now.left === 0 ? "yes" : "no";
    box.querySelector(".left").textContent = digits(now.left);
    box.querySelector(".periods").textContent = clock.period_ms ? say(now.overtime ? "inPeriod" : "periodsToCome", now.periods, clock.period_ms / 1000) : "";
  }
}

function build(state) {
  const key = [state.human, state.level, state.elsewhere?.color, present()].join();
  const list = element("clocks");
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren(...sides.map((color) => {
    const person = (state.human ?? []).includes(color);
    const box = html("div", { id: `clock-${color}`, className: "clock" },
      html("span", { className: "who" }, pip(color), html("b", { textContent: person || state.elsewhere?.color === color ? side(color) : say("level", state.level) })),
      html("span", { className: "left" }), html("span", { className: "periods" }));
    box.setAttribute("role", "timer");
    box.setAttribute("aria-label", `${say("clockOf", side(color))}`);
    return box;
  }));
}

/**
 * Shows the clocks of a state, if the game has one and they are not hidden;
 * counts only while live. A state that comes while they are hidden counts too.
 */
export function showClocks(state, live, hidden) {
  if (timed(state?.clock) && state.clock !== clock) {
    clock = state.clock;
    heard = performance.now();
  }
  const shown = timed(state?.clock) && !hidden;
  element("clocks").hidden = !shown;
  document.body.dataset.clock = shown ? "yes" : "no";
  clearInterval(timer);
  if (!shown) return;
  build(state);
  write();
  if (clock.running && live) timer = setInterval(write, 100);
}

/** Makes a choice of clocks for a dialog: value(), and set(control). */
export function clockChoice(changed) {
  const choice = element("clock");
  const other = element("clock-other");
  const show = () => {
    other.hidden = choice.value !== "other";
    other.required = !other.hidden;
    other.disabled = other.hidden; // what is not shown is not checked
    changed();
  };
  choice.addEventListener("change", show);
  return {
    value: () => (choice.value === "other" ? other.value.trim() : choice.value),
    set(control) {
      const known = [...choice.options].some((o) => o.value === control && control !== "other");
      choice.value = known ? control : "other";
      other.value = known ? "" : control;
      show();
    },
  };
}

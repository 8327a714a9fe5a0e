// What the board's own sensors show, live.

import { svg } from "./draw.js";

/** @import { Sensors, State } from "../contract.d.ts" */

const cell = 10;
const letters = "ABCDEFGHIJKLMNOPQRST";

/** Points of a board that somebody should look at, by name. A calibration has only begun to
 * find out which are dead.
 * @param {State} state */
export const flaws = (state) => {
  const c = state.calibration;
  if (!c) return [];
  return c.step && c.step !== "review" ? c.weak : [...new Set([...c.weak, ...c.stuck, ...c.dead, ...c.masked])];
};

/** What a state tells of the sensors, while nobody measures them. Games may take a part of
 * the board only: the rest is not known.
 * @param {State} state @returns {Sensors} */
export function settled(state) {
  const { cols, rows, left, bottom } = state.board;
  const all = Array.from({ length: cols * rows }, () => ".");
  // The stones of a show without an arm are lights, and the board is empty.
  const lights = !state.arm && ["lesson", "demo"].includes(state.attract?.scene ?? "");
  for (const s of (!lights && state.stones) || []) {
    const [x, y] = [letters.indexOf(s.point[0]) + left, Number(s.point.slice(1)) - 1 + bottom];
    all[y * cols + x] = s.color[0];
  }
  return { cols, rows, shown: all.join(""), fields: [] };
}

/** Draws sensors in place of what a drawing shows.
 * @param {Element} into @param {Sensors} sensors @param {Set<number>} marked points with flaws
 * @param {string} title for those who do not see it */
export function drawSensors(into, sensors, marked, title) {
  const { cols, rows, shown, fields } = sensors;
  into.setAttribute("viewBox", `0 0 ${cols * cell} ${rows * cell}`);
  into.setAttribute("aria-label", title);
  into.replaceChildren(...Array.from({ length: cols * rows }, (_, i) => {
    const [x, y] = [(i % cols) * cell, (rows - 1 - Math.floor(i / cols)) * cell];
    const kind = /** @type {Record<string, string>} */ ({ b: "b", w: "w", s: "s", "?": "u" })[shown[i]] ?? "";
    const size = fields.length ? 2 + Math.min(1, Math.abs(fields[i]) / 64) * 6 : 8;
    const g = svg("g", {}, svg("rect", { class: fields.length ? (fields[i] > 3 ? "plus" : fields[i] < -3 ? "minus" : kind === "u" ? "u" : "") : kind, x: x + (cell - size) / 2, y: y + (cell - size) / 2, width: size, height: size, rx: 1.5 }));
    if (marked.has(i)) g.append(svg("path", { class: "flaw", d: `M${x + 1} ${y + 1}l8 8M${x + 9} ${y + 1}l-8 8` }));
    return g;
  }));
}

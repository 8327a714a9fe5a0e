// The board's sensors: a calibration under way, with its progress and a map of how
// well each point sees stones, and what is known of them otherwise.

import { command } from "./ask.js";
import { letters, pitch } from "./board.js";
import { button, element, html, setBar, svg } from "./draw.js";
import { attempt } from "./toast.js";
import { locale, points, present, say } from "./words.js";

/** @import { Calibration, State } from "../contract.d.ts" */
/** @import { Board } from "./board.js" */

const most = 12; // points that are named one by one

/** @param {string[]} list */
const listed = (list) => (list.length > most ? say("manyPoints", { n: list.length }) : points(list));

/** Which kinds of points are told of. A sweep has only begun to find out which are dead.
 * @param {Calibration} c
 * @returns {Array<"stuck" | "dead" | "weak" | "masked">} */
function told(c) {
  switch (c.step) {
    case "": return ["stuck", "dead", "weak", "masked"];
    case "review": return ["stuck", "dead", "weak"];
    case "sweep": return ["weak"];
  }
  return [];
}

/** @param {Calibration} c */
const facts = (c) => told(c).filter((k) => c[k].length > 0).map((k) => html("li", { className: k }, say(`calibration.${k}`, { points: listed(c[k]) })));

/** @param {Calibration} c */
function about(c) {
  if (c.step) return say(c.fields ? "mapOfFields" : "mapOfReadings");
  if (c.foreign) return say("foreignCalibration");
  const when = new Date(c.made);
  return c.made && !Number.isNaN(when.getTime()) ? say("calibrated", { when: when.toLocaleDateString(locale(), { dateStyle: "medium" }) }) : say("neverCalibrated");
}

/** Makes the button work.
 * @param {(state: State) => void} done takes the state after it */
export function playCalibration(done) {
  element("calibrate").addEventListener("click", () => attempt(async () => done(await command({ do: "calibrate" }))));
}

let shown = "";

/** Shows what is known of the points, and the map on the board while it is made.
 * @param {State | null} state
 * @param {boolean} online
 * @param {Board | null} board null while it shows something else */
export function showCalibration(state, online, board) {
  const c = state?.calibration;
  const key = JSON.stringify([c, online, present(), board?.cols, board?.rows]);
  if (key === shown) return;
  shown = key;
  element("calibration").hidden = !c;
  board?.layers.heat.replaceChildren(...(c?.step ? map(c, board) : []));
  if (!state || !c) return;
  const running = c.step !== "";
  const all = state.cols * state.rows;
  button("calibrate").disabled = !online || running || state.phase === "lost" || state.phase === "off";
  element("calibration-progress").hidden = !running;
  element("calibration").dataset.running = running ? "yes" : "no";
  setBar("calibration-bar", c.seen / all);
  element("calibration-seen").textContent = say("pointsWork", { n: c.seen, all });
  element("calibration-about").textContent = about(c);
  element("calibration-facts").replaceChildren(...facts(c));
}

/** One disc a point: the larger and greener the better it sees stones; a hollow one
 * has not been seen, a cross never will.
 * @param {Calibration} c
 * @param {Board} board */
function map(c, board) {
  const left = new Set(c.left);
  const bad = new Map(c.weak.map((p) => [p, "weak"]));
  if (c.step === "review") for (const p of [...c.dead, ...c.stuck]) bad.set(p, "broken");
  const drawn = [];
  for (let y = 1; y <= board.rows; y++) {
    for (let x = 0; x < board.cols; x++) {
      const point = letters[x] + y;
      const at = board.at(point);
      const heat = c.heat[(y - 1) * board.cols + x] ?? -1;
      const kind = bad.get(point) ?? (left.has(point) ? "left" : heat < 0 ? "seen" : "measured");
      const disc = svg("circle", { class: kind, cx: at.x, cy: at.y, r: pitch * (kind === "measured" || kind === "weak" ? 0.16 + 0.0032 * heat : 0.3), "data-heat": point });
      if (heat >= 0 && !left.has(point)) disc.style.fill = `hsl(${Math.round(heat * 1.3)} 75% 42%)`;
      drawn.push(disc);
    }
  }
  return drawn;
}

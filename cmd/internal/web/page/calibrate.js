// The board's own points: a calibration under way, with its progress and a map of
// how well each point sees stones, and what is known of them otherwise.

import { command } from "./ask.js";
import { letters, pitch } from "./board.js";
import { html, svg } from "./draw.js";
import { points, present, say } from "./words.js";

const element = (id) => document.getElementById(id);

const words = {
  en: {
    choices: { skip: "Skip", finish: "That is all", keep: "Keep this", again: "Show more", leave: "Change nothing" },
    progress: (n, all) => `${n} of ${all} points work`,
    facts: {
      stuck: (p) => `Always show a stone: ${p}`, dead: (p) => `Never saw a stone: ${p}`, weak: (p) => `Lose stones: ${p}`,
      masked: (p) => `Not believed: ${p}`,
    },
    many: (n) => `${n} points`,
    made: (when) => `Calibrated ${when}.`, never: "This board was never calibrated.", foreign: "What is known belongs to another board and is not used.",
    lies: { fields: "The map shows the strength of the field.", readings: "The map shows the share of readings with the stone." },
  },
  zh: {
    choices: { skip: "跳过", finish: "到此为止", keep: "保存结果", again: "继续试点", leave: "不作改变" },
    progress: (n, all) => `${n} 处正常，共 ${all} 处`,
    facts: {
      stuck: (p) => `总是显示有子：${p}`, dead: (p) => `从未见到棋子：${p}`, weak: (p) => `会丢失棋子：${p}`,
      masked: (p) => `不予采信：${p}`,
    },
    many: (n) => `共 ${n} 处`,
    made: (when) => `校准于 ${when}。`, never: "此棋盘尚未校准。", foreign: "已有的校准结果属于另一张棋盘，不予使用。",
    lies: { fields: "图中为磁场强度。", readings: "图中为读到棋子的比例。" },
  },
};

/** What an answer of it is called. */
export const calibrationChoice = (answer) => words[present()].choices[answer] ?? answer;

// The names of points, or how many there are.
const named = (list) => (list.length > 12 ? words[present()].many(list.length) : points(list));

function facts(c) {
  const w = words[present()];
  // A sweep has only begun to find out which points are dead.
  const kinds = c.step === "" ? ["stuck", "dead", "weak", "masked"] : c.step === "review" ? ["stuck", "dead", "weak"] : c.step === "sweep" ? ["weak"] : [];
  return kinds.filter((k) => c[k].length > 0).map((k) => html("li", { className: k }, w.facts[k](named(c[k]))));
}

function about(c) {
  const w = words[present()];
  if (c.step) return w.lies[c.fields ? "fields" : "readings"];
  if (c.foreign) return w.foreign;
  const when = new Date(c.made);
  return c.made && !Number.isNaN(when.getTime()) ? w.made(when.toLocaleDateString(present() === "zh" ? "zh-CN" : "en-GB", { dateStyle: "medium" })) : w.never;
}

/** Makes the button work; done and complain as in playControls. */
export function playCalibration({ done, complain }) {
  element("calibrate").addEventListener("click", async () => {
    try {
      done(await command({ do: "calibrate" }));
    } catch (error) {
      complain(error);
    }
  });
}

let shown = "";

/** Shows what is known of the points, and the map on the board while it is made. */
export function showCalibration(state, online, board) {
  const c = state?.calibration;
  const key = JSON.stringify([c, online, present(), board?.cols, board?.rows]);
  if (key === shown) return;
  shown = key;
  element("calibration").hidden = !c;
  board?.layers.heat.replaceChildren(...(c?.step ? map(c, board) : []));
  if (!c) return;
  const running = c.step !== "";
  const all = state.cols * state.rows;
  element("calibrate").disabled = !online || running || state.phase === "lost" || state.phase === "off";
  element("calibration-progress").hidden = !running;
  element("calibration").dataset.running = running ? "yes" : "no";
  const bar = element("calibration-bar");
  bar.setAttribute("aria-valuenow", String(Math.round((100 * c.seen) / all)));
  bar.firstElementChild.style.transform = `scaleX(${c.seen / all})`;
  element("calibration-seen").textContent = words[present()].progress(c.seen, all);
  element("calibration-about").textContent = about(c);
  element("calibration-facts").replaceChildren(...facts(c));
}

// One disc a point: the larger and greener the better it sees stones; a hollow
// one has not been seen, a cross never will.
function map(c, board) {
  const left = new Set(c.left);
  const bad = new Map([...c.weak.map((p) => [p, "weak"]), ...(c.step === "review" ? [...c.dead, ...c.stuck] : []).map((p) => [p, "broken"])]);
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

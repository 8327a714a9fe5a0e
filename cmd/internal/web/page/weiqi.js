// What Go has beside the stones: prisoners, passing, and the count at the end.

import { command } from "./ask.js";
import { letters } from "./board.js";
import { button, element, setText } from "./draw.js";
import { attempt } from "./toast.js";
import { say, side } from "./words.js";

/** @import { Command, State } from "../contract.d.ts" */
/** @import { Mark } from "./stones.js" */

/** The marks of a game of Go: whose every point is, and which stones are dead.
 * @param {State} state
 * @returns {Mark[]} */
export function countMarks({ go, cols, rows, record }) {
  if (!go) return [];
  const on = new Map((record ?? []).map((s) => [s.point, s.color]));
  const dead = new Set(go.dead);
  /** @type {Mark[]} */
  const marks = go.liberties.map((point) => ({ point, kind: "liberty" }));
  for (let i = 0; i < Math.min(go.owner.length, cols * rows); i++) {
    const point = letters[i % cols] + (Math.floor(i / cols) + 1);
    const color = { b: "black", w: "white" }[go.owner[i]];
    if (color && on.get(point) !== color) marks.push({ point, kind: "area", color });
  }
  for (const point of go.counting ? dead : []) marks.push({ point, kind: "dead" });
  return marks;
}

/** Whether a tap on a point says that its chain is dead, or lives.
 * @param {State | null} state @param {string} point */
const toggles = (state, point) => state?.phase === "count" && (state.record ?? []).some((s) => s.point === point);

/** Makes the buttons and the board's taps work.
 * @param {() => State | null} current the state
 * @param {(state: State) => void} done takes the state after a command */
export function playWeiqi(current, done) {
  /** @param {Command} body */
  const run = (body) => attempt(async () => done(await command(body)));
  element("pass").addEventListener("click", () => run({ do: "pass" }));
  element("agree-black").addEventListener("click", () => run({ do: "agree", color: "black" }));
  element("agree-white").addEventListener("click", () => run({ do: "agree", color: "white" }));
  element("play-on").addEventListener("click", () => run({ do: "play-on" }));
  return {
    /** Takes a tap on the board.
     * @param {string} point */
    tap: (point) => toggles(current(), point) && run({ do: "dead", point }),
  };
}

/** @param {number} n */
const points = (n) => String(n).replace(/\.5$/, "½").replace(/^0½/, "½");

/** Shows what a game of Go has, and which of its buttons make sense.
 * @param {State | null} state null when the table is away */
export function showWeiqi(state) {
  const go = state?.go;
  element("go").hidden = !go;
  if (!state || !go) return;
  setText("go-about", [
    go.capture ? say("goFirstTo", { n: go.capture }) : "",
    say("goPrisoners", { black: points(go.prisoners.black), white: points(go.prisoners.white) }),
    go.handicap ? say("goHandicap", { n: go.handicap }) : "",
    go.capture ? "" : say("goKomi", { komi: points(go.komi) }),
  ].filter(Boolean).join(say("comma")));
  const counted = Boolean(go.score);
  element("go-count").hidden = !counted;
  if (counted) setText("go-count", say("goCount", { black: points(go.points.black), white: points(go.points.white) }));
  element("pass").hidden = go.counting;
  button("pass").disabled = state.phase !== "human";
  element("play-on").hidden = !go.counting;
  button("play-on").disabled = state.phase !== "count";
  for (const color of /** @type {const} */ (["black", "white"])) {
    const agree = button(`agree-${color}`);
    agree.hidden = !go.counting || !state.human.includes(color);
    agree.disabled = state.phase !== "count" || go.agreed.includes(color);
    agree.textContent = say(go.agreed.includes(color) ? "goAgreed" : "goAgree", { side: side(color) });
  }
}

/** The dialog's fields for a new game of Go.
 * @param {State} state @param {boolean} shown */
export function offerWeiqi(state, shown) {
  element("go-fields").hidden = !shown;
  const sizes = element("go-size", HTMLSelectElement);
  sizes.replaceChildren(...(state.go_sizes ?? []).map((size) => new Option(size.replace("x", " × "), size)));
  element("go-capture", HTMLSelectElement).onchange = ({ target }) => {
    // The first games are short ones.
    if (/** @type {HTMLSelectElement} */ (target).value !== "0" && state.go_sizes?.includes("9x9")) sizes.value = "9x9";
  };
  sizes.value = state.go ? `${state.cols}x${state.rows}` : state.go_sizes?.[0] ?? "";
}

/** What the dialog says of a new game of Go. */
export function chosenWeiqi() {
  const handicap = Number(element("go-handicap", HTMLSelectElement).value);
  const komi = element("go-komi", HTMLInputElement).value;
  const terms = [element("go-rules", HTMLSelectElement).value];
  if (komi !== "") terms.push("komi", komi);
  if (handicap) terms.push("handicap", String(handicap));
  const capture = element("go-capture", HTMLSelectElement).value;
  if (capture !== "0") terms.push("capture", capture);
  return { size: element("go-size", HTMLSelectElement).value, terms: terms.join(" "), human: /** @type {const} */ ("both") };
}

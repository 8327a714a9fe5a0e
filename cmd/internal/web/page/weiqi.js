// What Go has beside the stones: prisoners, passing, and the count at the end.

import { command } from "./ask.js";
import { letters } from "./board.js";
import { button, element, offer, setText } from "./draw.js";
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

/** Whether a tap on a point says that its chain is dead, or lives. Where the hand has
 * lifted the stone, it puts it back.
 * @param {State | null} state @param {string} point */
export const toggles = (state, point) =>
  state?.phase === "count" && (state.record ?? []).some((s) => s.point === point) && (!state.sim || (state.stones ?? []).some((s) => s.point === point));

/** Makes the buttons and the board's taps work.
 * @param {() => State | null} current the state
 * @param {(state: State) => void} done takes the state after a command */
export function playWeiqi(current, done) {
  /** @param {Command} body */
  const run = (body) => attempt(async () => done(await command(body)));
  element("agree-black").addEventListener("click", () => run({ do: "agree", color: "black" }));
  element("agree-white").addEventListener("click", () => run({ do: "agree", color: "white" }));
  element("play-on").addEventListener("click", () => run({ do: "play-on" }));
  return {
    /** Takes a tap on the board.
     * @param {string} point */
    tap: (point) => toggles(current(), point) && run({ do: "dead", point }),
  };
}

/** What a game of Go is played for, and who has captured how much.
 * @param {NonNullable<State["go"]>} go */
export const aboutWeiqi = (go) => [
  go.capture ? say("goFirstTo", { n: go.capture }) : "",
  say("goPrisoners", { ...go.prisoners }),
  go.handicap ? say("goHandicap", { n: go.handicap }) : "",
  go.capture ? "" : say("goKomi", { komi: go.komi }),
].filter(Boolean).join(say("comma"));

/** Whether Black still places handicap stones, which nobody may pass over.
 * @param {Pick<State, "moves" | "set_up">} state
 * @param {string} terms of a game of Go */
export const placesHandicap = ({ moves, set_up: start }, terms) => !start?.length && (moves?.length ?? 0) < Number(/handicap (\d+) free/.exec(terms)?.[1] ?? 0);

/** The colour that plays each turn of a game: the sides alternate, once Black has placed
 * the handicap stones.
 * @param {Pick<State, "moves" | "set_up" | "first"> & { go?: Pick<NonNullable<State["go"]>, "terms" | "handicap"> }} state */
export function movers({ moves, set_up, first, go }) {
  const placed = go && placesHandicap({ moves: [], set_up }, go.terms) ? go.handicap : 0;
  const then = placed || first === "white" ? ["white", "black"] : ["black", "white"];
  return (moves ?? []).map((_, i) => (i < placed ? "black" : then[(i - placed) % 2]));
}

/** Shows what a game of Go has, and which of its buttons make sense.
 * @param {State | null} state null when the table is away */
export function showWeiqi(state) {
  const go = state?.go;
  const over = state?.phase === "over";
  element("go").hidden = !go;
  element("go-acts").hidden = !go?.counting || over;
  element("pass").hidden = !go || go.counting || over;
  if (!state || !go) return;
  setText("go-about", aboutWeiqi(go));
  const counted = Boolean(go.score);
  element("go-count").hidden = !counted;
  if (counted) setText("go-count", say("goCount", { ...go.points }));
  button("pass").disabled = state.phase !== "human" || placesHandicap(state, go.terms);
  button("play-on").disabled = state.phase !== "count";
  for (const color of /** @type {const} */ (["black", "white"])) {
    const agree = button(`agree-${color}`);
    agree.hidden = !state.human.includes(color);
    agree.disabled = state.phase !== "count" || go.agreed.includes(color);
    agree.textContent = say(go.agreed.includes(color) ? "goAgreed" : "goAgree", { side: side(color) });
  }
}

/** @param {Element} fields @param {string} name */
const field = (fields, name) => /** @type {HTMLSelectElement} */ (fields.querySelector(`[name=go-${name}]`));

/** Asks where handicap stones stand if there are any.
 * @param {Element} fields */
const placesOf = (fields) => {
  const places = field(fields, "places").closest("label");
  if (places) places.hidden = field(fields, "handicap").value === "0";
};

/** The dialog's fields for a new game of Go: as the game on the table has them, if it is one.
 * @param {State} state @param {boolean} shown @param {HTMLElement} [fields] */
export function offerWeiqi(state, shown, fields = element("go-fields")) {
  offer(fields, shown);
  const sizes = field(fields, "size");
  sizes.replaceChildren(...(state.go_sizes ?? []).map((size) => new Option(size.replace("x", " × "), size)));
  field(fields, "capture").onchange = ({ target }) => {
    // The first games are short ones.
    if (/** @type {HTMLSelectElement} */ (target).value !== "0" && state.go_sizes?.includes("9x9")) sizes.value = "9x9";
  };
  field(fields, "handicap").onchange = () => placesOf(fields);
  field(fields, "komi").value = "";
  const { go } = state;
  sizes.value = go ? `${state.cols}x${state.rows}` : state.go_sizes?.[0] ?? "";
  if (go) {
    const words = go.terms.split(" ");
    const has = { rules: words[0] ?? "", capture: String(go.capture), handicap: String(go.handicap), places: words.includes("free") ? "free" : "" };
    for (const [name, value] of Object.entries(has)) {
      const select = field(fields, name);
      select.value = value;
      if (select.selectedIndex < 0) select.selectedIndex = 0; // the dialog does not offer it
    }
    if (words.includes("komi")) field(fields, "komi").value = String(go.komi);
  }
  placesOf(fields);
}

/** The same fields for another dialog.
 * @param {State} state */
export function weiqiFields(state) {
  const fields = /** @type {HTMLElement} */ (element("go-fields").cloneNode(true));
  for (const e of [fields, ...fields.querySelectorAll("[id]")]) e.removeAttribute("id");
  offerWeiqi(state, true, fields);
  return fields;
}

/** What the dialog says of a new game of Go. */
export const chosenWeiqi = () => weiqiIn(element("go-fields"));

/** What such fields say: the board and the terms of a game.
 * @param {Element} fields */
export function weiqiIn(fields) {
  /** @param {string} name */
  const value = (name) => field(fields, name).value;
  const terms = [value("rules")];
  for (const [name, none] of [["komi", ""], ["handicap", "0"], ["capture", "0"]]) {
    if (value(name) !== none) terms.push(name, value(name));
    if (name === "handicap" && value(name) !== none && value("places")) terms.push(value("places"));
  }
  return { size: value("size"), terms: terms.join(" ") };
}

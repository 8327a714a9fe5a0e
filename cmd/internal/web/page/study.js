// A position of Go, studied: influence and territory as a heat map, the balance, what a
// move on a point is worth, and known next moves. It serves the game on the table and the
// games of the library.

import { command, study } from "./ask.js";
import { pitch } from "./board.js";
import { button, element, html, svg } from "./draw.js";
import { areaMarks, balanceOf, groupsOf, knownMarks, modes, numberOf, strength } from "./study-model.js";
import { attempt } from "./toast.js";
import { named, present, say, side } from "./words.js";

/** @import { State, Study, StudyOrder } from "../contract.d.ts" */
/** @import { Board } from "./board.js" */
/** @import { Mark } from "./stones.js" */
/** @import { Group, Mode } from "./study-model.js" */

const pause = 150; // ms that a position is looked at before it is asked about
const again = 2000; // ms between two questions while the library is counted
const hold = 450; // ms that a finger rests on a point
const remembered = "study";
const listed = 12; // names of moves before "all"

/** What was chosen last on this device. */
function chosen() {
  try {
    const { mode, moves } = JSON.parse(localStorage.getItem(remembered) ?? "{}");
    return { mode: /** @type {Mode} */ (modes.includes(mode) ? mode : "off"), moves: moves === true };
  } catch {
    return { mode: /** @type {Mode} */ ("off"), moves: false };
  }
}

/** The part of the page that studies positions. */
export class StudyView {
  /** @param {() => void} changed draws the board again
   * @param {(state: State) => void} done takes the table's state after a command */
  constructor(changed, done) {
    this.changed = changed;
    this.done = done;
    Object.assign(this, chosen());
    /** @type {StudyOrder | null} */
    this.order = null;
    this.key = "";
    /** @type {Study | null} */
    this.study = null;
    /** @type {Group[]} */
    this.groups = [];
    this.pointed = "";
    this.all = false;
    this.cols = 19;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Board | null} */
    this.board = null;
    this.card = this.build();
  }

  /** @type {Mode} */
  mode = "off";
  moves = false;

  build() {
    const radios = modes.map((mode) => {
      const radio = html("input", { type: "radio", name: "study-mode", value: mode, checked: mode === this.mode, onchange: () => this.choose({ mode }) });
      const label = html("span", {});
      label.dataset.text = `study.${mode}`;
      return html("label", {}, radio, label);
    });
    const moves = html("input", { type: "checkbox", id: "study-moves", checked: this.moves, onchange: () => this.choose({ moves: moves.checked }) });
    const lights = html("select", { id: "study-lights", onchange: () => attempt(async () => this.done(await command({ do: "show", answer: lights.value }))) });
    /** @param {string} text @param {Partial<HTMLElement>} [more] */
    const said = (text, more) => {
      const e = html("span", more);
      e.dataset.text = text;
      return e;
    };
    const group = html("div", { className: "choice", id: "study-modes" }, ...radios);
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-labelledby", "study-title");
    const bar = html("div", { id: "study-bar" }, html("i"));
    bar.setAttribute("role", "img");
    const now = html("p", { id: "study-balance" });
    const at = html("p", { id: "study-point" });
    for (const live of [now, at]) live.setAttribute("aria-live", "polite");
    const title = html("h3", {}, said("study.title", { id: "study-title" }));
    const card = html("section", { id: "study", className: "card", hidden: true }, title, group, bar, now, at,
      html("label", { className: "switch" }, moves, said("study.moves")),
      html("ol", { id: "study-known" }), html("p", { id: "study-games" }),
      html("button", { id: "study-all", type: "button", hidden: true, onclick: () => this.choose({}, true) }),
      html("label", { className: "field", id: "study-board" }, said("study.lights"), lights));
    card.setAttribute("aria-labelledby", "study-title");
    element("hand").before(card);
    return card;
  }

  /** Whether anything is asked. */
  get on() {
    return this.mode !== "off" || this.moves;
  }

  /** @param {{ mode?: Mode, moves?: boolean }} what @param {boolean} [all] */
  choose(what, all = false) {
    Object.assign(this, what);
    this.all = all;
    try {
      localStorage.setItem(remembered, JSON.stringify({ mode: this.mode, moves: this.moves }));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    this.take(this.order);
    if (this.order && this.moves && this.study?.counting) this.wait(this.order, this.key);
    this.changed();
  }

  /** Studies a position, null for none.
   * @param {StudyOrder | null} order */
  take(order) {
    const key = order && this.on ? JSON.stringify(order) : "";
    this.order = order;
    if (key === this.key) return;
    this.key = key;
    this.study = null;
    this.tip.hidden = true;
    this.groups = [];
    clearTimeout(this.timer);
    if (order && key) this.timer = setTimeout(() => this.ask(order, key), pause);
  }

  /** @param {StudyOrder} order @param {string} key */
  async ask(order, key) {
    const answer = await study(order).catch(() => null);
    if (key !== this.key) return;
    if (answer) {
      this.study = answer;
      this.groups = groupsOf(answer.moves);
      this.changed();
    }
    if (!answer || (answer.counting && this.moves)) this.wait(order, key);
  }

  /** Asks again in a while.
   * @param {StudyOrder} order @param {string} key */
  wait(order, key) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(order, key), again);
  }

  /** What is marked on the board.
   * @returns {Mark[]} */
  marks() {
    const { study: s, order } = this;
    if (!s || !order) return [];
    const cols = Number.parseInt(order.size, 10);
    return [...(this.mode === "territory" ? areaMarks(s.forces.owner, order.stones, cols) : []), ...(this.moves ? knownMarks(this.shown()) : [])];
  }

  /** The names that are listed. */
  shown() {
    return this.all ? this.groups : this.groups.slice(0, listed);
  }

  /** What is known of a point, in words; "" for nothing.
   * @param {string} point */
  about(point) {
    const { study: s, order } = this;
    if (!s || !order || !point || this.mode === "off") return "";
    const i = numberOf(point, this.cols);
    const worth = s.worth[i];
    if (order.stones[i] !== "." || worth === undefined) return "";
    if (worth === null) return say("study.mayNot", { point, side: side(order.to_move) });
    const value = (this.mode === "map" ? s.map : s.forces).points[i];
    return say("study.worth", { point, side: side(order.to_move), worth, value: say(value > 0 ? "study.blacks" : value < 0 ? "study.whites" : "study.nobodys", { n: Math.abs(value) }) });
  }

  /** Draws the heat map on a board.
   * @param {Board} board */
  drawHeat(board) {
    if (this.board !== board) this.watch(board);
    this.cols = board.cols;
    const { study: s, mode } = this;
    const model = s && (mode === "forces" ? s.forces : mode === "map" ? s.map : null);
    const key = model ? `${this.key} ${mode}` : "";
    if (this.heat.dataset.key === key) return;
    this.heat.dataset.key = key;
    this.heat.replaceChildren(...(model?.points ?? []).flatMap((value, i) => {
      if (!value) return [];
      const point = [...board.cells.keys()][(board.rows - 1 - Math.floor(i / board.cols)) * board.cols + (i % board.cols)];
      const { x, y } = board.at(point);
      const a = pitch * (0.3 + 0.66 * strength(value));
      return [svg("rect", { class: value > 0 ? "black" : "white", x: x - a / 2, y: y - a / 2, width: a, height: a, rx: 3, "data-study": point })];
    }));
  }

  heat = svg("g", { class: "study" });
  /** What a point under a finger is worth. The card says it too.
   * @type {HTMLElement} */
  tip = html("div", { id: "study-tip", hidden: true, ariaHidden: "true" });

  /** Follows the mouse, the keyboard and the finger on a board.
   * @param {Board} board */
  watch(board) {
    this.board = board;
    this.heat = svg("g", { class: "study", "aria-hidden": "true" });
    board.root.insertBefore(this.heat, board.layers.heat);
    const { tip } = this;
    board.root.after(tip);
    /** @param {string} point @param {boolean} [touched] */
    const point = (point, touched = false) => {
      if (point === this.pointed && !touched) return;
      this.pointed = point;
      this.drawPoint();
      const text = this.about(point);
      tip.hidden = !touched || !text;
      if (tip.hidden) return;
      tip.textContent = text;
      const { y } = board.at(point);
      tip.classList.toggle("low", y < board.rows * pitch * 0.4);
    };
    /** @param {Event} e */
    const under = (e) => (e.target instanceof SVGElement && e.target.dataset.point) || "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    let held = false;
    const end = () => clearTimeout(timer);
    board.grid.addEventListener("pointermove", (e) => e.pointerType === "mouse" && point(under(e)));
    board.grid.addEventListener("pointerleave", (e) => e.pointerType === "mouse" && point(""));
    board.grid.addEventListener("focusin", (e) => point(under(e)));
    board.grid.addEventListener("pointerdown", (e) => {
      end();
      held = false;
      tip.hidden = true;
      const at = under(e);
      if (e.pointerType === "mouse" || !this.about(at)) return;
      timer = setTimeout(() => {
        held = true;
        point(at, true);
      }, hold);
    });
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) board.grid.addEventListener(kind, end);
    // A finger that asked for a point's worth has not played there.
    board.root.addEventListener("contextmenu", (e) => held && e.preventDefault());
    board.root.addEventListener("click", (e) => {
      if (!held) return;
      held = false;
      e.stopPropagation();
    }, true);
  }

  /** Says what the point under the mouse, the finger or the keyboard's mark is worth. */
  drawPoint() {
    const at = element("study-point");
    const text = this.about(this.pointed) || (this.mode !== "off" && this.study ? say("study.pointHow") : "");
    if (at.textContent !== text) at.textContent = text;
  }

  /** Shows the card beside the game on the table, or with the game of the library.
   * @param {State | null} state @param {HTMLElement | null} place where a game of the library has its cards */
  draw(state, place) {
    const { study: s, order, card } = this;
    card.hidden = !order;
    if (place ? card.parentElement !== place : card.nextElementSibling !== element("hand")) {
      if (place) place.append(card);
      else element("hand").before(card);
    }
    if (!order) return;
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (card.querySelectorAll("[data-text]"))) e.textContent = named(e.dataset.text ?? "", "");
    const bar = element("study-bar");
    bar.hidden = element("study-balance").hidden = element("study-point").hidden = this.mode === "off";
    if (s && this.mode !== "off") this.drawBalance(s, bar);
    this.drawPoint();
    element("study-known").hidden = element("study-games").hidden = !this.moves;
    if (this.moves) this.drawMoves(s);
    else button("study-all").hidden = true;
    element("study-board").hidden = Boolean(place);
    const lights = element("study-lights", HTMLSelectElement);
    const options = ["off", "area", "map", "moves"].map((v) => new Option(named(`study.lights.${v}`, v), v));
    if (lights.dataset.language !== present()) lights.replaceChildren(...options);
    lights.dataset.language = present();
    lights.value = state?.go?.shown ?? "off";
    lights.disabled = !state || state.phase === "over" || state.phase === "off";
  }

  /** @param {Study} s @param {HTMLElement} bar */
  drawBalance(s, bar) {
    const { by, black, white } = balanceOf(s, this.mode);
    const part = black + white ? black / (black + white) : 0.5;
    if (bar.firstElementChild instanceof HTMLElement) bar.firstElementChild.style.width = `${100 * part}%`;
    const lead = by ? say(this.mode === "territory" ? "study.ahead" : "study.stronger", { side: side(by > 0 ? "black" : "white"), n: Math.abs(by) }) : say("study.even");
    const text = this.mode === "territory" ? [say("study.area", { black, white }), lead].join(say("space")) : lead;
    bar.setAttribute("aria-label", text);
    const now = element("study-balance");
    if (now.textContent !== text) now.textContent = text;
  }

  /** @param {Study | null} s */
  drawMoves(s) {
    const list = element("study-known");
    const key = `${this.key} ${this.all} ${present()} ${s?.games} ${s?.counting}`;
    if (list.dataset.key === key) return;
    list.dataset.key = key;
    list.replaceChildren(...this.shown().map((g) => {
      const name = g.name[present()] || (g.kind === "played" ? say("study.played") : "");
      const where = g.elsewhere ? say("study.elsewhere") : g.points.join(" ");
      const about = [g.kind === "joseki" && g.joseki > 1 ? say("study.joseki", { n: g.joseki }) : "",
        g.board.played ? say("study.here", g.board) : "", g.corner.played ? say("study.corner", g.corner) : ""].filter(Boolean).join(say("comma"));
      return html("li", {}, html("b", { textContent: where }), ` ${name}`, ...(about ? [html("small", { textContent: about })] : []));
    }));
    element("study-games").textContent = !s ? "" : !this.groups.length ? say("study.unknown") : s.counting ? say("study.counting") : s.games ? say("study.games", { n: s.games }) : "";
    const more = button("study-all");
    more.hidden = this.all || this.groups.length <= listed;
    more.textContent = say("study.all", { n: this.groups.length });
  }
}

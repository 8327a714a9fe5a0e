// The graph of a game's value: Black's chance to win over the turns, with what
// is marked on them. It is a slider too: it is dragged, clicked and stepped.

import { svg } from "./draw.js";

/** @import { Judged } from "../contract.d.ts" */
/** @typedef {"good" | "doubtful" | "bad" | "missed"} Kind what is marked on a turn */

// Lengths are in units of a sixteenth of the page's type size.
const height = 150;
const edge = { left: 46, right: 14, top: 12, bottom: 24 };

/** The symbols, by what they say; each is drawn around (0, 0). */
const symbols = {
  good: () => svg("path", { d: "M0 -6.5L6.2 5H-6.2Z" }),
  doubtful: () => svg("rect", { x: -4.6, y: -4.6, width: 9.2, height: 9.2 }),
  bad: () => svg("path", { d: "M0 -7L6.4 0L0 7L-6.4 0Z" }),
  missed: () => svg("path", { d: "M-5.6 -8L0 -2.6L5.6 -8L8 -5.6L2.6 0L8 5.6L5.6 8L0 2.6L-5.6 8L-8 5.6L-2.6 0L-8 -5.6Z" }),
};

/** Which symbol a judged turn gets: "" for none.
 * @param {Pick<Judged, "missed" | "mark">} turn
 * @returns {Kind | ""} */
export const symbolOf = (turn) => (turn.missed > 0 ? "missed" : turn.mark);

/** A symbol as a small drawing for use within text.
 * @param {Kind} kind */
export function symbol(kind) {
  const g = svg("g", { class: `symbol ${kind}` }, symbols[kind]());
  return svg("svg", { class: "symbol-text", viewBox: "-10 -10 20 20", "aria-hidden": "true" }, g);
}

const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5, Home: -1e9, End: 1e9 });

/** The turns whose numbers are written below a graph, as many as there is room for.
 * @param {number} turns
 * @param {number} width of the graph */
export function ticks(turns, width) {
  const room = Math.max(2, Math.floor((width - edge.left) / 44));
  const step = [1, 2, 5, 10, 20, 50, 100].find((s) => turns / s <= room) ?? 200;
  const list = [];
  for (let i = step; i <= turns; i += step) list.push(i);
  return list;
}

/** Black's chance after a turn; before the first, with the best one.
 * @param {Judged[]} turns
 * @param {number} turn from 1; 0 for the beginning */
export function chanceAfter(turns, turn) {
  if (turn > 0) return turns[turn - 1].black;
  const { before, color } = turns[0];
  return color === "black" ? before.chance : 1 - before.chance;
}

/** The graph in a place of the page. */
export class Graph {
  /** @param {HTMLElement} place
   * @param {(turn: number) => void} pick called when a turn is chosen */
  constructor(place, pick) {
    this.place = place;
    this.pick = pick;
    /** @type {Judged[]} */
    this.turns = [];
    /** What is drawn: turns, once they are.
     * @type {Judged[] | null} */
    this.drawn = null;
    this.cursor = svg("g", { class: "cursor" });
    this.unit = 1;
    this.at = 0;
    this.width = 0;
    place.addEventListener("pointerdown", (e) => {
      place.setPointerCapture(e.pointerId);
      this.point(e);
    });
    place.addEventListener("pointermove", (e) => place.hasPointerCapture(e.pointerId) && this.point(e));
    place.addEventListener("keydown", (e) => {
      const step = steps[e.key];
      if (!step || e.altKey || e.ctrlKey || e.metaKey) return;
      e.preventDefault();
      this.choose(this.at + step);
    });
    new ResizeObserver(() => this.draw()).observe(place);
  }

  /** @param {PointerEvent} e */
  point(e) {
    const x = (e.clientX - this.place.getBoundingClientRect().left) / this.unit;
    this.choose(Math.round(((x - edge.left) / (this.width - edge.left - edge.right)) * this.turns.length));
  }

  /** @param {number} turn */
  choose(turn) {
    const next = Math.max(0, Math.min(this.turns.length, turn));
    if (next !== this.at) this.pick(next);
  }

  /** Shows judged turns, none or all; label says the slider's name.
   * @param {Judged[]} turns @param {string} label */
  show(turns, label) {
    this.place.setAttribute("aria-label", label);
    if (turns === this.turns && this.drawn === turns) return;
    this.turns = turns;
    this.place.setAttribute("aria-valuemax", String(turns.length));
    this.width = 0;
    this.draw();
  }

  /** Says which turn is shown, 0 for the beginning; text says it in words.
   * @param {number} at @param {string} text */
  mark(at, text) {
    this.at = at;
    this.place.setAttribute("aria-valuenow", String(at));
    this.place.setAttribute("aria-valuetext", text);
    this.drawCursor();
  }

  /** @param {number} turn */
  x(turn) {
    return edge.left + (turn / this.turns.length) * (this.width - edge.left - edge.right);
  }

  /** @param {number} chance */
  y(chance) {
    return edge.top + (1 - chance) * (height - edge.top - edge.bottom);
  }

  draw() {
    this.unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const width = Math.round(this.place.clientWidth / this.unit);
    if (!this.turns.length || width < 120 || (width === this.width && this.drawn === this.turns)) return;
    this.width = width;
    this.drawn = this.turns;
    const n = this.turns.length;
    const [left, right, top, bottom] = [this.x(0), this.x(n), this.y(1), this.y(0)];
    let d = "";
    for (let i = 0; i <= n; i++) d += `${i ? "L" : "M"}${this.x(i).toFixed(1)} ${this.y(chanceAfter(this.turns, i)).toFixed(1)}`;
    this.place.replaceChildren(svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      svg("rect", { class: "white-share", x: left, y: top, width: right - left, height: bottom - top }),
      svg("path", { class: "black-share", d: `${d}L${right} ${bottom}H${left}Z` }),
      svg("path", { class: "even", d: `M${left} ${this.y(0.5)}H${right}` }),
      svg("path", { class: "value", d }),
      ...[0, 0.5, 1].map((v) => svg("text", { class: "up", x: left - 6, y: this.y(v) }, `${100 * v} %`)),
      ...ticks(n, width).map((i) => svg("text", { class: "along", x: this.x(i), y: height - 8 }, String(i))),
      this.cursor, ...this.points()));
    this.drawCursor();
  }

  points() {
    const size = this.turns.length > 60 ? 0.65 : this.turns.length > 40 ? 0.85 : 1;
    return this.turns.map((turn, i) => {
      const kind = symbolOf(turn);
      const place = { transform: `translate(${this.x(i + 1).toFixed(1)} ${this.y(turn.black).toFixed(1)}) scale(${size})`, "data-turn": i + 1, "data-symbol": kind };
      return kind ? svg("g", { class: `point symbol ${kind}`, ...place }, symbols[kind]())
        : svg("g", { class: "point", ...place }, svg("circle", { r: 2.8 }));
    });
  }

  drawCursor() {
    if (!this.width) return;
    const [x, y] = [this.x(this.at), this.y(chanceAfter(this.turns, this.at))];
    this.cursor.replaceChildren(svg("path", { class: "halo", d: `M${x} ${edge.top - 6}V${height - edge.bottom + 4}` }),
      svg("path", { d: `M${x} ${edge.top - 6}V${height - edge.bottom + 4}` }), svg("circle", { cx: x, cy: y, r: 8.5 }));
  }
}

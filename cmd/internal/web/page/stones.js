// What stands on the board, and what is marked on it. Everything drawn follows
// from one state; an element stays in place while its meaning does, so that no
// rhythm starts again with each state.

import { pitch } from "./board.js";
import { svg } from "./draw.js";
import { askedPoints } from "./question.js";
import { named, say, stoneWord } from "./words.js";

/** @import { Board } from "./board.js" */

/** What is said of a point. @typedef {{ point: string, kind: string, color?: string, text?: string }} Mark */

/** What a board shows: as much of a state as is drawn on it.
 * @typedef {object} Position
 * @property {Array<{ point: string, color: string }>} [stones] as the board sees them
 * @property {Array<{ point: string, color: string }>} [record] as the game has them
 * @property {string[]} [partial]
 * @property {string[]} [turn]
 * @property {string} [to_move]
 * @property {boolean} [link]
 * @property {string[]} [wanted]
 * @property {Mark[]} [marks]
 * @property {string[]} [forbidden]
 * @property {{ allowed?: string[] }} [opening]
 * @property {{ points: string[], options: Array<{ point?: string }> } | null} [question]
 * @property {string[][]} [moves]
 * @property {string} [result]
 * @property {string[]} [line] */

const radius = pitch * 0.475;

/** One stone: its shadow and its body.
 * @param {string} color @param {number} x @param {number} y @param {number} [r] */
export function stone(color, x, y, r = radius) {
  const known = color === "black" || color === "white";
  const body = svg("circle", known ? { cx: x, cy: y, r, fill: `url(#ball-${color})` } : { cx: x, cy: y, r, class: "body unknown" });
  return svg("g", {}, svg("circle", { cx: x + r * 0.08, cy: y + r * 0.14, r: r * 1.16, fill: "url(#shade)" }), body);
}

/** @param {string} color @param {number} x @param {number} y */
const ghost = (color, x, y) => {
  const g = stone(color, x, y);
  g.setAttribute("class", "ghost");
  return g;
};

/** @param {number} x @param {number} y */
function brackets(x, y) {
  const a = pitch * 0.56;
  const b = pitch * 0.26;
  let d = "";
  for (const [h, v] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
    d += `M${x + h * a} ${y + v * b}V${y + v * a}H${x + h * b}`;
  }
  return svg("g", { class: "pull" }, svg("path", { class: "halo", d }), svg("path", { class: "frame", d }));
}

/** @param {number} x @param {number} y */
function cross(x, y) {
  const a = pitch * 0.3;
  const d = `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}`;
  return [svg("path", { class: "halo", d }), svg("path", { class: "frame", d })];
}

/** @param {number} x @param {number} y @param {number} r */
const ring = (x, y, r) => svg("circle", { class: "frame", cx: x, cy: y, r });

/** The corners of a square that stands on one of them.
 * @param {number} x @param {number} y */
function diamond(x, y) {
  const a = pitch * 0.68;
  const b = pitch * 0.24;
  const d = `M${x - b} ${y - a + b}L${x} ${y - a}L${x + b} ${y - a + b}M${x + a - b} ${y - b}L${x + a} ${y}L${x + a - b} ${y + b}`
    + `M${x + b} ${y + a - b}L${x} ${y + a}L${x - b} ${y + a - b}M${x - a + b} ${y + b}L${x - a} ${y}L${x - a + b} ${y - b}`;
  return [svg("path", { class: "halo", d }), svg("path", { class: "frame", d })];
}

/** A line with its halo.
 * @param {string} d */
const outlined = (d) => [svg("path", { class: "halo", d }), svg("path", { class: "frame", d })];

/** How each mark is drawn, for the board and for its legend.
 * @type {Record<string, (x: number, y: number, color: string, text?: string) => SVGElement[]>} */
export const shapes = {
  triangle: (x, y) => outlined(`M${x} ${y - pitch * 0.29}L${x + pitch * 0.25} ${y + pitch * 0.15}H${x - pitch * 0.25}Z`),
  square: (x, y) => outlined(`M${x - pitch * 0.2} ${y - pitch * 0.2}h${pitch * 0.4}v${pitch * 0.4}h${-pitch * 0.4}Z`),
  circle: (x, y) => outlined(`M${x - pitch * 0.22} ${y}a${pitch * 0.22} ${pitch * 0.22} 0 1 0 ${pitch * 0.44} 0a${pitch * 0.22} ${pitch * 0.22} 0 1 0 ${-pitch * 0.44} 0Z`),
  cross: (x, y) => outlined(`M${x - pitch * 0.2} ${y - pitch * 0.2}l${pitch * 0.4} ${pitch * 0.4}M${x + pitch * 0.2} ${y - pitch * 0.2}l${-pitch * 0.4} ${pitch * 0.4}`),
  tried: (x, y) => cross(x, y),
  found: (x, y, color) => [ghost(color, x, y), ring(x, y, radius + 2)],
  label: (x, y, _, text = "") => [svg("text", { x, y, class: text.length > 1 ? "long" : "" }, text)],
  candidate: (x, y, _, text = "") => [svg("rect", { class: "frame", x: x - pitch * 0.42, y: y - pitch * 0.25, width: pitch * 0.84, height: pitch * 0.5, rx: 6 }), svg("text", { x, y, class: text.length > 2 ? "long" : "" }, text)],
  area: (x, y, color) => [svg("rect", { class: color, x: x - pitch * 0.14, y: y - pitch * 0.14, width: pitch * 0.28, height: pitch * 0.28 })],
  known: (x, y, _, text = "") => [svg("rect", { class: "frame", x: x - pitch * 0.3, y: y - pitch * 0.27, width: pitch * 0.6, height: pitch * 0.54, rx: 6 }), svg("text", { x, y }, text)],
  way: (x, y) => [svg("circle", { class: "frame", cx: x, cy: y, r: pitch * 0.15 })],
  proposed: (x, y, color) => [ghost(color, x, y), brackets(x, y)],
  wanted: (x, y, color) => [ghost(color, x, y), brackets(x, y)],
  missing: (x, y, color) => [ghost(color, x, y), ring(x, y, radius)],
  extra: cross,
  wrong: (x, y, color) => {
    const inner = stone(color, x, y, radius * 0.5);
    inner.setAttribute("class", "inner");
    return [ring(x, y, radius + 2), inner];
  },
  captured: cross,
  dead: (x, y) => cross(x, y),
  liberty: (x, y) => [svg("circle", { class: "frame", cx: x, cy: y, r: pitch * 0.14 })],
  asked: (x, y) => [ring(x, y, radius + 1), svg("text", { x, y }, "?")],
  better: (x, y, color) => [ghost(color, x, y), ...diamond(x, y)],
  suggested: (x, y, color) => [ghost(color, x, y), ...diamond(x, y)],
  accepted: (x, y) => [ring(x, y, radius + 2)],
  forbidden: (x, y) => {
    const a = pitch * 0.17;
    return [svg("path", { class: "frame", d: `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}` })];
  },
  allowed: (x, y) => [svg("circle", { class: "frame", cx: x, cy: y, r: pitch * 0.19 })],
  refused: (x, y) => [svg("rect", { class: "frame", x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, rx: 3 })],
};

/** Keeps a layer's children the same as a wanted set of keyed drawings.
 * @param {SVGElement} layer
 * @param {Map<string, SVGElement>} kept
 * @param {Map<string, () => SVGElement>} wanted */
function keep(layer, kept, wanted) {
  for (const [key, e] of kept) {
    if (!wanted.has(key)) {
      e.remove();
      kept.delete(key);
    }
  }
  for (const [key, make] of wanted) {
    if (!kept.has(key)) {
      const e = make();
      kept.set(key, e);
      layer.append(e);
    }
  }
}

/** The stones of a position, by point. What the board cannot tell the colour of has the
 * game's; a board that cannot be reached shows nothing, and the game's stones stand.
 * @param {Position} state */
export function onBoard(state) {
  const on = new Map((state.stones ?? []).map((s) => [s.point, s.color]));
  for (const s of state.record ?? []) if (!state.link || on.get(s.point) === "stone") on.set(s.point, s.color);
  for (const p of [...(state.partial ?? []), ...(state.turn ?? [])]) if (on.get(p) === "stone" && state.to_move) on.set(p, state.to_move);
  return on;
}

/** What is marked in a position, by point.
 * @param {Position} state */
export function marksOf(state) {
  /** @type {Map<string, Mark[]>} */
  const marks = new Map();
  /** @param {Mark} m */
  const add = (m) => marks.set(m.point, [...(marks.get(m.point) ?? []), m]);
  for (const point of state.wanted ?? []) add({ point, kind: "wanted", color: state.to_move });
  for (const point of askedPoints(state)) add({ point, kind: "asked" });
  for (const m of state.marks ?? []) if (shapes[m.kind]) add(m);
  for (const point of state.forbidden ?? []) add({ point, kind: "forbidden" });
  for (const point of state.opening?.allowed ?? []) add({ point, kind: "allowed" });
  return marks;
}

/** Draws positions on a board. */
export class Stones {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @returns {Map<string, SVGElement>} */
    const none = () => new Map();
    this.kept = { stones: none(), marks: none(), ghosts: none() };
    this.drawn = false; // stones that stood before the page opened do not drop
    /** The colour of what was put down and the board has not seen yet, "" for what was lifted.
     * @type {Map<string, string>} */
    this.pending = new Map();
    /** The colour of what is shown, by point.
     * @type {Map<string, string>} */
    this.on = new Map();
    /** @type {Map<string, Mark[]>} */
    this.marked = new Map();
    /** What else there is to say of a point.
     * @type {(point: string) => string} */
    this.also = () => "";
  }

  /** Shows a position, and the line of thought when there is one to show.
   * @param {Position} state @param {string[][]} [line] */
  show(state, line) {
    this.on = onBoard(state);
    for (const [p, color] of this.pending) if (this.on.has(p) === (color !== "")) this.pending.delete(p);
    this.marked = marksOf(state);
    this.drawStones();
    this.drawMarks(state);
    this.drawLine(state, line ?? []);
    this.drawn = true;
    this.board.label((p) => this.what(p));
  }

  /** What is at a point, in words.
   * @param {string} point */
  what(point) {
    const marks = (this.marked.get(point) ?? []).map((m) => (m.kind === "wanted" ? say("wantedHere", { stone: stoneWord(m.color) }) : m.text ? say("labelled", { text: m.text }) : named(`legend.${m.kind}`, m.kind)));
    return [this.on.has(point) ? stoneWord(this.on.get(point)) : say("empty"), ...marks, this.also(point)].filter(Boolean).join(say("comma"));
  }

  drawStones() {
    /** @type {Map<string, () => SVGElement>} */
    const wanted = new Map();
    for (const [point, color] of this.on) {
      wanted.set(`${point} ${color}`, () => {
        const { x, y } = this.board.at(point);
        const g = stone(color, x, y);
        g.classList.toggle("drop", this.drawn);
        g.dataset.at = point;
        g.dataset.color = color;
        return g;
      });
    }
    for (const [point, color] of this.pending) {
      if (!color) continue;
      wanted.set(`${point} ${color} pending`, () => {
        const { x, y } = this.board.at(point);
        const g = stone(color, x, y);
        g.classList.add("pending");
        return g;
      });
    }
    keep(this.board.layers.stones, this.kept.stones, wanted);
    for (const point of this.pending.keys()) {
      this.kept.stones.get(`${point} ${this.on.get(point)}`)?.classList.add("pending");
    }
    for (const [key, e] of this.kept.stones) {
      if (!key.endsWith("pending")) e.classList.toggle("pending", this.pending.has(e.dataset.at ?? ""));
    }
  }

  /** @param {Position} state */
  drawMarks(state) {
    /** @type {Map<string, () => SVGElement>} */
    const wanted = new Map();
    for (const [point, marks] of this.marked) {
      for (const { kind, color, text } of marks) {
        wanted.set(`${point} ${kind} ${color} ${text}`, () => {
          const { x, y } = this.board.at(point);
          return svg("g", { class: `${kind} on-${this.on.get(point) ?? "wood"}`, "data-mark": kind, "data-at": point }, ...shapes[kind](x, y, color ?? state.to_move ?? "", text));
        });
      }
    }
    const numbers = document.body.dataset.numbers === "on" ? new Map((state.moves ?? []).flatMap((turn, i) => turn.map((point) => /** @type {[string, number]} */ ([point, i + 1])))) : new Map();
    for (const [point, n] of numbers) {
      const color = this.on.get(point);
      if (!color) continue;
      wanted.set(`${point} number ${n} ${color}`, () => {
        const { x, y } = this.board.at(point);
        return svg("g", { class: `number on-${color}`, "data-mark": "number", "data-at": point }, svg("text", { x, y }, String(n)));
      });
    }
    const last = state.moves?.at(-1) ?? [];
    for (const point of state.result || numbers.size ? [] : last) {
      if (!this.on.has(point)) continue;
      const color = this.on.get(point);
      wanted.set(`${point} last ${color}`, () => {
        const { x, y } = this.board.at(point);
        return svg("circle", { class: `last on-${color}`, cx: x, cy: y, r: radius * 0.46, "data-mark": "last", "data-at": point });
      });
    }
    const win = state.line ?? [];
    if (win.length > 1) {
      wanted.set(`win ${win.join(" ")}`, () => {
        const [a, b] = [this.board.at(win[0]), this.board.at(win[win.length - 1])];
        return svg("g", { class: "win", "data-mark": "win" },
          svg("line", { class: "under", pathLength: 1, x1: a.x, y1: a.y, x2: b.x, y2: b.y }),
          ...win.map((p) => ring(this.board.at(p).x, this.board.at(p).y, radius + 1)));
      });
    }
    keep(this.board.layers.marks, this.kept.marks, wanted);
  }

  /** Draws a line of turns as numbered, see-through stones.
   * @param {Position} state @param {string[][]} line */
  drawLine(state, line) {
    /** @type {Map<string, () => SVGElement>} */
    const wanted = new Map();
    const colors = state.to_move === "white" ? ["white", "black"] : ["black", "white"];
    line.forEach((turn, i) => {
      for (const point of turn) {
        if (this.on.has(point)) continue;
        const color = colors[i % 2];
        wanted.set(`${point} ${color} ${i}`, () => {
          const { x, y } = this.board.at(point);
          return svg("g", {}, ghost(color, x, y), svg("text", { x, y, class: `on-${color}` }, String(i + 1)));
        });
      }
    });
    keep(this.board.layers.ghosts, this.kept.ghosts, wanted);
  }
}

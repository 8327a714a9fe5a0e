// What stands on the board, and what is marked on it. Everything drawn follows
// from one state; an element stays in place while its meaning does, so that no
// rhythm starts again with each state.

import { pitch } from "./board.js";
import { svg } from "./draw.js";
import { askedPoints } from "./question.js";
import { say, stoneWord } from "./words.js";

const radius = pitch * 0.475;

/** One stone: its shadow and its body. */
export function stone(color, x, y, r = radius) {
  const known = color === "black" || color === "white";
  const body = svg("circle", known ? { cx: x, cy: y, r, fill: `url(#ball-${color})` } : { cx: x, cy: y, r, class: "body unknown" });
  return svg("g", {}, svg("circle", { cx: x + r * 0.08, cy: y + r * 0.14, r: r * 1.16, fill: "url(#shade)" }), body);
}

const ghost = (color, x, y) => {
  const g = stone(color, x, y);
  g.setAttribute("class", "ghost");
  return g;
};

function brackets(x, y) {
  const a = pitch * 0.56;
  const b = pitch * 0.26;
  let d = "";
  for (const [h, v] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
    d += `M${x + h * a} ${y + v * b}V${y + v * a}H${x + h * b}`;
  }
  return svg("g", { class: "pull" }, svg("path", { class: "halo", d }), svg("path", { class: "frame", d }));
}

function cross(x, y) {
  const a = pitch * 0.3;
  const d = `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}`;
  return [svg("path", { class: "halo", d }), svg("path", { class: "frame", d })];
}

const ring = (x, y, r) => svg("circle", { class: "frame", cx: x, cy: y, r });

// The corners of a square that stands on one of them.
function diamond(x, y) {
  const a = pitch * 0.68;
  const b = pitch * 0.24;
  const d = `M${x - b} ${y - a + b}L${x} ${y - a}L${x + b} ${y - a + b}M${x + a - b} ${y - b}L${x + a} ${y}L${x + a - b} ${y + b}`
    + `M${x + b} ${y + a - b}L${x} ${y + a}L${x - b} ${y + a - b}M${x - a + b} ${y + b}L${x - a} ${y}L${x - a + b} ${y - b}`;
  return [svg("path", { class: "halo", d }), svg("path", { class: "frame", d })];
}

/** How each mark is drawn, for the board and for its legend. */
export const shapes = {
  wanted: (x, y, color) => [ghost(color, x, y), brackets(x, y)],
  missing: (x, y, color) => [ghost(color, x, y), ring(x, y, radius)],
  extra: cross,
  wrong: (x, y, color) => {
    const inner = stone(color, x, y, radius * 0.5);
    inner.setAttribute("class", "inner");
    return [ring(x, y, radius + 2), inner];
  },
  asked: (x, y) => [ring(x, y, radius + 1), svg("text", { x, y }, "?")],
  better: (x, y, color) => [ghost(color, x, y), ...diamond(x, y)],
  accepted: (x, y) => [ring(x, y, radius + 2)],
  forbidden: (x, y) => {
    const a = pitch * 0.17;
    return [svg("path", { class: "frame", d: `M${x - a} ${y - a}L${x + a} ${y + a}M${x + a} ${y - a}L${x - a} ${y + a}` })];
  },
  allowed: (x, y) => [svg("circle", { class: "frame", cx: x, cy: y, r: pitch * 0.19 })],
  refused: (x, y) => [svg("rect", { class: "frame", x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, rx: 3 })],
};

/** Keeps a layer's children the same as a wanted set of keyed drawings. */
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

/** Draws states on a board. */
export class Stones {
  constructor(board) {
    this.board = board;
    this.kept = { stones: new Map(), marks: new Map(), ghosts: new Map() };
    this.drawn = false; // stones that stood before the page opened do not drop
    this.pending = new Map(); // point -> colour, put down but not yet seen by the board
  }

  /** Shows a state, and the line of thought when there is one to show. */
  show(state, line) {
    const on = new Map((state.stones ?? []).map((s) => [s.point, s.color]));
    for (const s of state.record ?? []) if (on.get(s.point) === "stone") on.set(s.point, s.color);
    for (const p of [...(state.partial ?? []), ...(state.turn ?? [])]) if (on.get(p) === "stone" && state.to_move) on.set(p, state.to_move);
    // A board that cannot be reached shows nothing: the game on record does.
    if (!state.link) for (const s of state.record ?? []) on.set(s.point, s.color);
    for (const [p, color] of this.pending) if (on.has(p) === (color !== "")) this.pending.delete(p);
    this.on = on;
    this.marked = this.marksOf(state);
    this.drawStones(state);
    this.drawMarks(state);
    this.drawLine(state, line ?? []);
    this.drawn = true;
    this.board.label((p) => this.what(p));
  }

  /** What is at a point, in words. */
  what(point) {
    const marks = (this.marked.get(point) ?? []).map((m) => (m.kind === "wanted" ? say("wantedHere", stoneWord(m.color)) : say("legend")[m.kind]));
    return [this.on.has(point) ? stoneWord(this.on.get(point)) : say("empty"), ...marks].join(say("comma"));
  }

  marksOf(state) {
    const marks = new Map();
    const add = (m) => marks.set(m.point, [...(marks.get(m.point) ?? []), m]);
    for (const point of state.wanted ?? []) add({ point, kind: "wanted", color: state.to_move });
    for (const point of askedPoints(state)) add({ point, kind: "asked" });
    for (const m of state.marks ?? []) if (shapes[m.kind]) add(m);
    for (const point of state.forbidden ?? []) add({ point, kind: "forbidden" });
    for (const point of state.opening?.allowed ?? []) add({ point, kind: "allowed" });
    return marks;
  }

  drawStones(state) {
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
      if (!key.endsWith("pending")) e.classList.toggle("pending", this.pending.has(e.dataset.at));
    }
  }

  drawMarks(state) {
    const wanted = new Map();
    for (const [point, marks] of this.marked) {
      for (const { kind, color } of marks) {
        wanted.set(`${point} ${kind} ${color}`, () => {
          const { x, y } = this.board.at(point);
          return svg("g", { class: kind, "data-mark": kind, "data-at": point }, ...shapes[kind](x, y, color ?? state.to_move));
        });
      }
    }
    const last = state.moves?.at(-1) ?? [];
    for (const point of state.result ? [] : last) {
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
        const [a, b] = [this.board.at(win[0]), this.board.at(win.at(-1))];
        return svg("g", { class: "win", "data-mark": "win" },
          svg("line", { class: "under", x1: a.x, y1: a.y, x2: b.x, y2: b.y }),
          ...win.map((p) => ring(this.board.at(p).x, this.board.at(p).y, radius + 1)));
      });
    }
    keep(this.board.layers.marks, this.kept.marks, wanted);
  }

  /** Draws a line of turns as numbered, see-through stones. */
  drawLine(state, line) {
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

// The board: wood, lines, star points, coordinates, and one cell a point that
// takes taps and the keyboard. What stands on it is drawn by stones.js.

import { svg } from "./draw.js";
import { say } from "./words.js";

/** The distance between two lines, in the units of the drawing. */
export const pitch = 40;
const margin = 46;

/** Letters of the columns, I included. */
export const letters = "ABCDEFGHIJKLMNOPQRST";

/** A place in the drawing. @typedef {{ x: number, y: number }} Place */

/** Columns and rows (from 0) of a board's stars: the centre, four towards the corners and,
 * on large boards, four between these.
 * @param {number} cols
 * @param {number} rows
 * @returns {[number, number][]} */
export function stars(cols, rows) {
  if (Math.min(cols, rows) < 9 || cols % 2 === 0 || rows % 2 === 0) return [];
  /** @param {number} n */
  const line = (n) => [n < 12 ? 2 : 3, (n - 1) / 2, n < 12 ? n - 3 : n - 4];
  const large = Math.min(cols, rows) > 15;
  return line(cols).flatMap((x, i) => line(rows).flatMap((y, j) => (large || i % 2 === j % 2 ? [/** @type {[number, number]} */ ([x, y])] : [])));
}

const arrows = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });

function gradients() {
  /** @param {string} id @param {Array<[number, string]>} stops */
  const ball = (id, stops) =>
    svg("radialGradient", { id, cx: ".38", cy: ".32", r: ".72" }, ...stops.map(([offset, color]) => svg("stop", { offset, "stop-color": color })));
  return svg("defs", {},
    ball("ball-black", [[0, "#77777d"], [0.32, "#3a3a3f"], [0.75, "#151517"], [1, "#050506"]]),
    ball("ball-white", [[0, "#ffffff"], [0.55, "#f7f3ea"], [0.85, "#e2dccd"], [1, "#c3baa6"]]),
    svg("radialGradient", { id: "shade" },
      svg("stop", { offset: ".62", "stop-color": "#1d1003", "stop-opacity": ".55" }),
      svg("stop", { offset: "1", "stop-color": "#1d1003", "stop-opacity": "0" })));
}

/** The drawing of a board of cols x rows points, without stones. */
export class Board {
  /** @param {HTMLElement} place
   * @param {number} cols
   * @param {number} rows */
  constructor(place, cols, rows) {
    this.cols = cols;
    this.rows = rows;
    /** The cell of each point.
     * @type {Map<string, SVGRectElement>} */
    this.cells = new Map();
    const width = (cols - 1) * pitch + 2 * margin;
    const height = (rows - 1) * pitch + 2 * margin;
    /** @param {string} name */
    const layer = (name) => svg("g", { class: name });
    this.layers = { heat: layer("heat"), ghosts: layer("ghosts"), stones: layer("stones"), marks: layer("marks") };
    this.grid = svg("g", { role: "grid", "aria-rowcount": rows, "aria-colcount": cols });
    this.root = svg("svg", { class: "drawing", viewBox: `0 0 ${width} ${height}` },
      gradients(), this.lines(), this.names(), this.layers.heat, this.layers.stones, this.layers.ghosts, this.layers.marks, this.grid);
    this.focused = this.addCells();
    place.replaceChildren(this.root);
    this.relabel();
  }

  /** Where a point such as "J10" is in the drawing.
   * @param {string} point
   * @returns {Place} */
  at(point) {
    return { x: margin + letters.indexOf(point[0]) * pitch, y: margin + (this.rows - Number(point.slice(1))) * pitch };
  }

  lines() {
    const right = margin + (this.cols - 1) * pitch;
    const bottom = margin + (this.rows - 1) * pitch;
    let d = "";
    for (let x = 1; x < this.cols - 1; x++) d += `M${margin + x * pitch} ${margin}V${bottom}`;
    for (let y = 1; y < this.rows - 1; y++) d += `M${margin} ${margin + y * pitch}H${right}`;
    const group = svg("g", { "aria-hidden": "true" }, svg("path", { class: "lines", d }),
      svg("rect", { class: "rim", x: margin, y: margin, width: right - margin, height: bottom - margin }));
    for (const [x, y] of stars(this.cols, this.rows)) group.append(svg("circle", { class: "star", cx: margin + x * pitch, cy: margin + y * pitch, r: 4.6 }));
    return group;
  }

  names() {
    const group = svg("g", { class: "names", "aria-hidden": "true" });
    const far = margin - 29;
    for (let x = 0; x < this.cols; x++) {
      for (const y of [far, 2 * margin + (this.rows - 1) * pitch - far]) {
        group.append(svg("text", { x: margin + x * pitch, y }, letters[x]));
      }
    }
    for (let y = 0; y < this.rows; y++) {
      for (const x of [far - 1, 2 * margin + (this.cols - 1) * pitch - far + 1]) {
        group.append(svg("text", { x, y: margin + (this.rows - 1 - y) * pitch }, String(y + 1)));
      }
    }
    return group;
  }

  addCells() {
    for (let y = this.rows; y >= 1; y--) {
      const row = svg("g", { role: "row" });
      for (let x = 0; x < this.cols; x++) {
        const point = letters[x] + y;
        const p = this.at(point);
        const cell = svg("rect", {
          class: "cell", role: "gridcell", tabindex: "-1", "data-point": point,
          x: p.x - pitch / 2, y: p.y - pitch / 2, width: pitch, height: pitch,
        });
        this.cells.set(point, cell);
        row.append(cell);
      }
      this.grid.append(row);
    }
    this.grid.addEventListener("keydown", (e) => this.key(e));
    this.grid.addEventListener("focusin", (e) => e.target instanceof SVGRectElement && this.focus(e.target));
    const middle = this.cell(letters[(this.cols - 1) >> 1] + ((this.rows + 1) >> 1));
    middle.setAttribute("tabindex", "0");
    return middle;
  }

  /** The cell of a point of this board.
   * @param {string} point */
  cell(point) {
    return /** @type {SVGRectElement} */ (this.cells.get(point));
  }

  /** @param {SVGRectElement} cell */
  focus(cell) {
    this.focused.setAttribute("tabindex", "-1");
    this.focused = cell;
    cell.setAttribute("tabindex", "0");
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (e.altKey || e.ctrlKey || e.metaKey) return; // the browser's own
    const step = arrows[e.key];
    const point = this.focused.dataset.point ?? "";
    if (e.key === "Enter" || e.key === " ") {
      this.focused.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    } else if (step) {
      const x = letters.indexOf(point[0]) + step[0];
      this.cells.get(letters[x] + (Number(point.slice(1)) + step[1]))?.focus();
    } else if (e.key === "Home" || e.key === "End") {
      this.cell(letters[e.key === "Home" ? 0 : this.cols - 1] + point.slice(1)).focus();
    } else {
      return;
    }
    e.preventDefault();
  }

  /** Says the board in the page's present language. */
  relabel() {
    this.grid.setAttribute("aria-label", say("board"));
  }

  /** Gives each cell its accessible name: what(point) says what is there.
   * @param {(point: string) => string} what */
  label(what) {
    for (const [point, cell] of this.cells) {
      const text = say("cell", { point, what: what(point) });
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
    }
  }
}

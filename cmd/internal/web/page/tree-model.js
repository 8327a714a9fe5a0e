// A game with its variations, as the library gives it, and the edits that have not
// been saved. What a move captures comes from the table, which alone knows the rules:
// here nodes only say what is put down and what is taken off.

/** @import { GameTree, TreeEdit, TreeMarks, TreeNode } from "../contract.d.ts" */
/** @import { Mark, Position } from "./stones.js" */

/** An edit, with the node that the table made of a move.
 * @typedef {{ edit: TreeEdit, made?: TreeNode }} Change */

/** @returns {TreeMarks} */
const noMarks = () => ({ triangles: [], squares: [], circles: [], crosses: [], labels: [] });

/** The kinds of marks that people set, as the contract and the board call them.
 * @type {Array<["triangles" | "squares" | "circles" | "crosses", string]>} */
export const markKinds = [["triangles", "triangle"], ["squares", "square"], ["circles", "circle"], ["crosses", "cross"]];

/** The game that is open. */
export class Tree {
  /** @param {GameTree} game */
  constructor(game) {
    this.game = game;
    /** What was changed since the game was opened or saved.
     * @type {Change[]} */
    this.changes = [];
    /** @type {TreeNode[]} */
    this.nodes = [];
    /** The ways on from each node, the main one first.
     * @type {number[][]} */
    this.ways = [];
    this.build();
  }

  /** Makes the nodes from the game and the changes. */
  build() {
    this.nodes = this.game.nodes.map((n) => ({ ...n }));
    this.ways = this.nodes.map(() => []);
    this.nodes.forEach((n, i) => {
      this.ways[n.parent]?.push(i);
    });
    for (const { edit, made } of this.changes) this.apply(edit, made);
  }

  /** @param {TreeEdit} edit @param {TreeNode} [made] */
  apply(edit, made) {
    const n = this.nodes[edit.node];
    const siblings = this.ways[n.parent] ?? [];
    switch (edit.do) {
      case "play": case "pass":
        if (!made) throw new Error("A move without its node.");
        this.nodes.push({ ...made });
        this.ways.push([]);
        this.ways[edit.node].push(this.nodes.length - 1);
        break;
      case "comment": n.comment = edit.text; break;
      case "marks": n.marks = edit.marks; break;
      case "delete": siblings.splice(siblings.indexOf(edit.node), 1); break;
      case "promote":
        for (let at = edit.node; at > 0; at = this.nodes[at].parent) {
          const list = this.ways[this.nodes[at].parent];
          list.unshift(...list.splice(list.indexOf(at), 1));
        }
    }
  }

  /** Makes a change. What is said of one node at one go is one change.
   * @param {TreeEdit} edit @param {TreeNode} [made] */
  change(edit, made) {
    const last = this.changes.at(-1)?.edit;
    if (last && last.do === edit.do && last.node === edit.node && edit.do === "comment") this.changes.pop();
    this.changes.push({ edit, made });
    this.build();
  }

  /** Takes the last change back, and returns the node to look at; -1 without one. */
  undo() {
    const last = this.changes.pop();
    this.build();
    return last ? last.edit.node : -1;
  }

  /** The edits that make nodes, for the table to try further ones after them. */
  get moves() {
    return this.changes.map((c) => c.edit).filter((e) => e.do === "play" || e.do === "pass");
  }

  /** The nodes from the beginning to one.
   * @param {number} node */
  path(node) {
    const path = [];
    for (let at = node; at >= 0; at = this.nodes[at].parent) path.unshift(at);
    return path;
  }

  /** The end of the line that goes through a node.
   * @param {number} node */
  end(node) {
    let at = node;
    while (this.ways[at].length) at = this.ways[at][0];
    return at;
  }

  /** How many moves lie between the beginning and a node.
   * @param {number} node */
  count(node) {
    return this.path(node).filter((i) => this.nodes[i].color).length;
  }

  /** The stones after a node.
   * @param {number} node */
  stones(node) {
    /** @type {Map<string, string>} */
    const on = new Map();
    for (const i of this.path(node)) {
      const n = this.nodes[i];
      for (const s of n.set_up ?? []) s.color ? on.set(s.point, s.color) : on.delete(s.point);
      for (const p of n.points) on.set(p, n.color);
      for (const p of n.lifted) on.delete(p);
    }
    return on;
  }

  /** How many stones each side has captured on the way to a node.
   * @param {number} node */
  captured(node) {
    const sum = { black: 0, white: 0 };
    for (const i of this.path(node)) {
      const n = this.nodes[i];
      if (n.color === "black" || n.color === "white") {
        const own = n.lifted.some((p) => n.points.includes(p));
        sum[own ? (n.color === "black" ? "white" : "black") : n.color] += n.lifted.length;
      }
    }
    return sum;
  }

  /** What the board shows after a node.
   * @param {number} node @param {boolean} next whether the ways on are marked
   * @returns {Position & { cols: number, rows: number }} */
  position(node, next) {
    const n = this.nodes[node];
    const stones = [...this.stones(node)].map(([point, color]) => ({ point, color }));
    /** @type {Mark[]} */
    const marks = [];
    const on = new Map(stones.map((s) => [s.point, s.color]));
    for (const [list, kind] of markKinds) for (const point of n.marks?.[list] ?? []) marks.push({ point, kind, color: on.get(point) ?? "" });
    for (const point of n.marks?.selected ?? []) marks.push({ point, kind: "square", color: on.get(point) ?? "" });
    for (const [list, color] of /** @type {const} */ ([["black_area", "black"], ["white_area", "white"]])) {
      for (const point of n.marks?.[list] ?? []) marks.push({ point, kind: "area", color });
    }
    for (const l of n.marks?.labels ?? []) marks.push({ point: l.point, kind: "label", color: on.get(l.point) ?? "", text: l.text });
    if (next && this.ways[node].length > 1) {
      for (const way of this.ways[node]) for (const point of this.nodes[way].points.slice(0, 1)) if (!on.has(point) && !marks.some((m) => m.point === point)) marks.push({ point, kind: "way" });
    }
    return { cols: this.game.cols, rows: this.game.rows, stones, link: true, marks, moves: n.color ? [n.points] : [], to_move: n.to_move };
  }

  /** The way on from a node that plays a point, -1 without one.
   * @param {number} node @param {string} point */
  wayTo(node, point) {
    return this.ways[node].find((i) => (point ? this.nodes[i].points.length === 1 && this.nodes[i].points[0] === point : this.nodes[i].color && !this.nodes[i].points.length)) ?? -1;
  }

  /** What is to be guessed after a node: the points of the turn that the main line
   * plays next, and the node after which they all stand.
   * @param {number} node */
  next(node) {
    /** @type {string[]} */
    const points = [];
    let at = node;
    for (let color = ""; this.ways[at].length; ) {
      const way = this.ways[at][0];
      const n = this.nodes[way];
      if (points.length && (n.color !== color || this.nodes[at].due === 0)) break;
      at = way;
      color = n.color;
      points.push(...n.points);
      if (points.length && n.to_move !== color) break;
    }
    return { points, node: at };
  }

  /** What a tap with a tool makes of a node's marks.
   * @param {number} node @param {string} kind @param {string} point
   * @returns {TreeMarks} */
  marked(node, kind, point) {
    const m = structuredClone(this.nodes[node].marks ?? noMarks());
    if (kind === "label") {
      const there = m.labels.some((l) => l.point === point);
      const free = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("").find((c) => !m.labels.some((l) => l.text === c)) ?? "?";
      m.labels = there ? m.labels.filter((l) => l.point !== point) : [...m.labels, { point, text: free }];
      return m;
    }
    for (const [list, name] of markKinds) {
      const had = m[list].includes(point);
      m[list] = m[list].filter((p) => p !== point);
      if (name === kind && !had) m[list].push(point);
    }
    return m;
  }

  /** The nodes in the order in which the table numbers them once all is saved. */
  order() {
    const order = [];
    const stack = [0];
    while (stack.length) {
      const at = /** @type {number} */ (stack.pop());
      order.push(at);
      stack.push(...[...this.ways[at]].reverse());
    }
    return order;
  }

  /** Where each node is drawn: a column for each step, a lane for each variation, the
   * main line in lane 0. */
  layout() {
    /** @type {Map<number, { x: number, y: number }>} */
    const at = new Map();
    /** The first free column of each lane, from the right.
     * @type {number[]} */
    const free = [];
    // Lines are placed from the end of the main one: each in the first lane below
    // that has room for all of it.
    /** @type {Array<{ node: number, x: number, above: number }>} */
    const lines = [{ node: 0, x: 0, above: -1 }];
    while (lines.length) {
      const { node, x, above } = /** @type {{ node: number, x: number, above: number }} */ (lines.pop());
      const line = [node];
      while (this.ways[line[line.length - 1]].length) line.push(this.ways[line[line.length - 1]][0]);
      let y = above + 1;
      while ((free[y] ?? Infinity) <= x + line.length) y++;
      for (let lane = above + 1; lane <= y; lane++) free[lane] = Math.min(free[lane] ?? Infinity, x - 1);
      line.forEach((n, i) => {
        at.set(n, { x: x + i, y });
      });
      // Later branches first, so that lines do not cross.
      line.forEach((n, i) => {
        for (const way of this.ways[n].slice(1).reverse()) lines.push({ node: way, x: x + i + 1, above: y });
      });
    }
    return at;
  }
}

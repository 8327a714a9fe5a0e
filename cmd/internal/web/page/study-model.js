// What the page asks about a position of Go, and what it makes of the answer.

import { letters } from "./board.js";
import { movers } from "./weiqi.js";

/** @import { Known, State, Study, StudyOrder } from "../contract.d.ts" */
/** @import { Mark } from "./stones.js" */
/** @import { Tree } from "./tree-model.js" */

/** What the heat map can show: nothing, the two models, or whose territory is where.
 * @typedef {"off" | "forces" | "map" | "territory"} Mode */
export const modes = /** @type {const} */ (["off", "forces", "map", "territory"]);

/** The point of a number, row by row from A1.
 * @param {number} i @param {number} cols */
export const pointOf = (i, cols) => letters[i % cols] + (Math.floor(i / cols) + 1);

/** The number of a point.
 * @param {string} point @param {number} cols */
export const numberOf = (point, cols) => (Number(point.slice(1)) - 1) * cols + letters.indexOf(point[0]);

/** A position as the table takes it.
 * @param {number} cols @param {number} rows @param {Iterable<[string, string]>} stones by point
 * @param {string} toMove @param {string} [ko]
 * @returns {StudyOrder} */
export function orderOf(cols, rows, stones, toMove, ko) {
  const list = Array.from({ length: cols * rows }, () => ".");
  for (const [point, color] of stones) if (color === "black" || color === "white") list[numberOf(point, cols)] = color[0];
  return { size: `${cols}x${rows}`, stones: list.join(""), to_move: toMove === "white" ? "white" : "black", ...(ko ? { ko } : {}) };
}

/** The game on the table; null for what cannot be studied.
 * @param {State} state
 * @returns {StudyOrder | null} */
export function ofState(state) {
  if (!state.go || state.go.counting || state.phase === "review" || !state.cols || !state.rows) return null;
  const order = orderOf(state.cols, state.rows, (state.record ?? []).map((s) => [s.point, s.color]), state.to_move ?? "", state.go.ko);
  if (state.set_up?.length || !state.moves?.length) return order;
  const by = movers(state);
  return { ...order, rules: state.go.terms || "chinese", moves: state.moves.map((points, i) => by[i][0] + (points[0] ?? "")).join(" ") };
}

/** The rule set that a record names; the one that forbids the least if it names none.
 * @param {string} text */
function ruleSet(text) {
  const said = text.toLowerCase().replaceAll(" ", "-");
  return said === "nz" ? "new-zealand" : ["chinese", "aga", "japanese", "new-zealand", "even"].find((name) => said.startsWith(name)) ?? "japanese";
}

/** A node of a record; null for what cannot be studied.
 * @param {Tree} tree @param {number} node
 * @returns {StudyOrder | null} */
export function ofTree(tree, node) {
  const { cols, rows, game } = tree.game;
  if (game.game !== "go") return null;
  const n = tree.nodes[node];
  const stones = tree.stones(node);
  const order = orderOf(cols, rows, stones, n.to_move || (n.color === "black" ? "white" : "black"), koAfter(n, stones, cols, rows));
  const path = tree.path(node);
  // What was set up last is the beginning: nobody can repeat what was before.
  const last = path.findLastIndex((i) => tree.nodes[i].set_up?.length);
  const moves = path.slice(last + 1).filter((i) => tree.nodes[i].color);
  if (!moves.length) return order;
  const start = last < 0 ? {} : { start: orderOf(cols, rows, tree.stones(path[last]), "").stones };
  return { ...order, rules: ruleSet(tree.game.rules ?? ""), ...start, moves: moves.map((i) => tree.nodes[i].color[0] + (tree.nodes[i].points[0] ?? "")).join(" ") };
}

/** The neighbours of a point.
 * @param {string} point @param {number} cols @param {number} rows */
function around(point, cols, rows) {
  const x = letters.indexOf(point[0]);
  const y = Number(point.slice(1));
  const places = /** @type {Array<[number, number]>} */ ([[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]]);
  return places.filter(([a, b]) => a >= 0 && a < cols && b >= 1 && b <= rows).map(([a, b]) => letters[a] + b);
}

/** Where a ko may not be taken back after a move: it took one stone, and stands alone with
 * that stone's point as its only liberty.
 * @param {{ points: string[], lifted: string[] }} move @param {Map<string, string>} stones after it
 * @param {number} cols @param {number} rows */
export function koAfter({ points, lifted }, stones, cols, rows) {
  if (points.length !== 1 || lifted.length !== 1 || lifted[0] === points[0]) return undefined;
  const beside = around(points[0], cols, rows);
  const color = stones.get(points[0]);
  const alone = beside.every((p) => (p === lifted[0] ? !stones.has(p) : stones.has(p) && stones.get(p) !== color));
  return alone ? lifted[0] : undefined;
}

/** Moves of one name.
 * @typedef {{ name: Record<string, string>, kind: string, joseki: number, points: string[], elsewhere: boolean, board: { played: number, won: number }, corner: { played: number, won: number } }} Group */

/** The known moves, each name once, with its points in order.
 * @param {Known[]} moves
 * @returns {Group[]} */
export function groupsOf(moves) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const m of moves) {
    const numbers = JSON.stringify([m.board, m.corner]);
    const key = m.kind === "played" ? `${m.point}` : `${m.kind} ${m.name.en} ${m.point ? numbers : "elsewhere"}`;
    const g = groups.get(key) ?? { name: m.name, kind: m.kind, joseki: m.joseki, points: [], elsewhere: !m.point, board: m.board, corner: m.corner };
    if (m.point && !g.points.includes(m.point)) g.points.push(m.point);
    groups.set(key, g);
  }
  return [...groups.values()];
}

/** The marks of the known moves: the number of the first name that a point has.
 * @param {Group[]} groups
 * @returns {Mark[]} */
export function knownMarks(groups) {
  /** @type {Map<string, Mark>} */
  const marks = new Map();
  groups.forEach((g, i) => {
    for (const point of g.points) if (!marks.has(point)) marks.set(point, { point, kind: "known", text: String(i + 1) });
  });
  return [...marks.values()];
}

/** The marks of the territory on empty points.
 * @param {string} owner @param {string} stones @param {number} cols
 * @returns {Mark[]} */
export const areaMarks = (owner, stones, cols) => [...owner].flatMap((o, i) =>
  (o === "." || stones[i] !== "." ? [] : [{ point: pointOf(i, cols), kind: "area", color: o === "b" ? "black" : "white" }]));

/** How strong influence is drawn, from 0 to 1.
 * @param {number} value */
export const strength = (value) => Math.min(1, Math.sqrt(Math.abs(value) / 96));

/** Who is ahead in a mode, and by how much: black and white are what the bar compares.
 * @param {Study} study @param {Mode} mode */
export function balanceOf(study, mode) {
  if (mode === "territory") {
    const { black, white } = study.forces.area;
    return { by: black - white, black, white };
  }
  const model = mode === "map" ? study.map : study.forces;
  let black = 0;
  let white = 0;
  for (const n of model.points) {
    black += Math.max(n, 0);
    white += Math.max(-n, 0);
  }
  return { by: model.balance, black, white };
}

// One table on the hall's page: its board, clocks, health, and what may be commanded.

import { after, digits, timed } from "../../web/page/clock-time.js";
import { html, svg } from "../../web/page/draw.js";
import { present, side } from "../../web/page/words.js";
import { named, say } from "./words.js";

/** @import { Clock } from "../../web/contract.d.ts" */

/** What a table shows, as docs/fleet.md has it.
 * @typedef {{ table: string, version: number, game_id: string, game: string, cols: number, rows: number, phase: string, to_move: string, turns: number,
 *   black: string[], white: string[], last: string[], wanted: string[], line: string[], clock: Clock, result: string, link: boolean,
 *   said: Record<string, { message: string, fault: string }>, volume: number, question: boolean }} State */
/** @typedef {{ still_ms: number, fault: string, celsius: number, program: string, system: string, update: "" | "fetch" | "install" | "restart" | "refused", update_error: string, update_said?: Record<string, string> }} Health */
/** @typedef {{ state: State | null, health: Health | null, silent_ms: number, state_ms: number, twins: boolean }} Table */

const pitch = 20;
const letters = "ABCDEFGHIJKLMNOPQRST";
/** A table that says nothing for three reports of health is away; a game loop that stands for so long has a problem. */
const silent = 90_000;
const still = 10_000;
/** After which time the hall removes a table. */
const removable = 120_000;

/** @param {string} point @param {number} rows */
const at = (point, rows) => ({ x: (letters.indexOf(point[0]) + 1) * pitch, y: (rows - Number(point.slice(1)) + 1) * pitch });

/** The board's drawing: one path for all lines, and a circle a stone.
 * @param {State} s */
function board(s) {
  const width = (s.cols + 1) * pitch;
  const height = (s.rows + 1) * pitch;
  let d = "";
  for (let x = 1; x <= s.cols; x++) d += `M${x * pitch} ${pitch}V${s.rows * pitch}`;
  for (let y = 1; y <= s.rows; y++) d += `M${pitch} ${y * pitch}H${s.cols * pitch}`;
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" },
    svg("rect", { class: "wood", width, height }), svg("path", { class: "lines", d }));
  /** @param {string[]} points @param {string} kind @param {number} r */
  const mark = (points, kind, r) => {
    for (const point of points) {
      const p = at(point, s.rows);
      root.append(svg("circle", { class: kind, cx: p.x, cy: p.y, r }));
    }
  };
  mark(s.black, "black", 9.2);
  mark(s.white, "white", 8.8);
  mark(s.last, "last", 5);
  mark(s.wanted, "wanted", 8);
  mark(s.line, "line", 9);
  root.setAttribute("aria-label", say("drawing", { table: s.table, game: named(`game.${s.game}`, s.game), black: s.black.length, white: s.white.length }));
  return root;
}

/** What is wrong with a table, or nothing.
 * @param {Table} t
 * @param {number} silentNow milliseconds */
export function trouble(t, silentNow) {
  if (silentNow > silent) return say("away");
  if (t.twins) return say("twins");
  if (t.health && t.health.still_ms > still) return say("still");
  if (t.state && !t.state.link) return say("phase.lost");
  if (t.state?.said?.[present()]?.fault) return say("fault");
  return "";
}

/** How a game ended.
 * @param {string} result */
export const outcome = (result) => result === "black" || result === "white" ? say("wins", { side: side(result) }) : named(result, result);

/** How a game stands, or how it ended.
 * @param {State} s */
function standing(s) {
  return s.result ? outcome(s.result) : named(`phase.${s.phase}`, named(s.phase, s.phase)).replace("{side}", side(s.to_move));
}

/** The words of commands, and of what the hall itself does. */
export const orders = /** @type {const} */ ({ remove: "op.remove", pause: "pause", resume: "resume", undo: "undo", "new-game": "newGame", shutdown: "shutdown" });

/** @typedef {keyof typeof orders} Order */

/** Those that people are asked about first.
 * @param {Order} what */
export const grave = (what) => what === "new-game" || what === "shutdown" || what === "remove";

/** A table on the page. */
export class Place {
  /** @param {string} name
   * @param {(name: string, what: Order) => void} order */
  constructor(name, order) {
    this.name = name;
    this.role = "look";
    this.order = order;
    /** @type {Table} */
    this.table = { state: null, health: null, silent_ms: 0, state_ms: 0, twins: false };
    this.heard = this.shown = performance.now();
    this.badge = html("span", { className: "badge" });
    this.drawing = html("div");
    this.clocks = html("div", { className: "clocks" });
    this.line = html("p", { className: "soft" });
    this.message = html("p", { className: "message" });
    this.fault = html("p", { className: "fault" });
    this.orders = html("div", { className: "acts orders" });
    this.element = html("article", {}, html("header", {}, html("h3", { textContent: name }), this.badge),
      this.drawing, this.clocks, this.line, this.message, this.fault, this.orders);
    this.element.dataset.table = name;
  }

  /** Shows what is known.
   * @param {Table} table
   * @param {string} role of who looks */
  show(table, role) {
    this.table = table;
    this.heard = performance.now() - table.silent_ms;
    this.shown = performance.now() - table.state_ms;
    const s = table.state;
    if (s) {
      this.drawing.replaceChildren(board(s));
      this.line.textContent = [named(`game.${s.game}`, s.game), say("turn", { n: s.turns }), standing(s)].join(" · ");
      const said = s.said?.[present()] ?? { message: "", fault: "" };
      this.message.textContent = said.message;
      this.fault.textContent = said.fault;
    }
    this.offer(role);
    this.tick();
  }

  /** The buttons of a role.
   * @param {string} role */
  offer(role) {
    this.role = role;
    const s = this.table.state;
    /** @type {Order[]} */
    const list = [];
    if (s && role !== "look") list.push(s.phase === "paused" ? "resume" : "pause", "undo", "new-game");
    if (s && role === "operate") list.push("shutdown");
    if (role === "operate" && performance.now() - this.heard > removable) list.push("remove");
    this.element.title = role === "operate" && this.table.health ? say("version", { version: this.table.health.program }) : "";
    if (this.orders.dataset.list === list.join() + present()) return;
    this.orders.dataset.list = list.join() + present();
    this.orders.replaceChildren(...list.map((what) => {
      const textContent = say(orders[what]);
      return html("button", { type: "button", textContent, onclick: () => {
        const sure = what === "remove" ? say("sureRemove", { table: this.name }) : say("sure", { what: textContent, table: this.name });
        if (!grave(what) || confirm(sure)) this.order(this.name, what);
      } });
    }));
  }

  /** Runs the clocks on, and looks whether the table is still there. */
  tick() {
    const gone = performance.now() - this.heard;
    const wrong = trouble(this.table, gone);
    this.badge.textContent = wrong || (this.table.state?.question ? say("question") : say("op.is.well"));
    this.badge.classList.toggle("bad", wrong !== "");
    this.element.classList.toggle("gone", gone > silent);
    this.offer(this.role);
    const c = this.table.state?.clock;
    this.clocks.hidden = !timed(c);
    if (!c || !timed(c)) return;
    this.clocks.replaceChildren(...(/** @type {const} */ (["black", "white"])).map((side) => {
      const runs = c.running === side;
      const left = after(c[side], runs ? performance.now() - this.shown : 0, c.period_ms, c.canadian);
      return html("span", { className: runs ? "runs" : "", textContent: `${say(side)} ${digits(left.left)}${left.periods ? ` (${left.periods})` : ""}` });
    }));
  }
}

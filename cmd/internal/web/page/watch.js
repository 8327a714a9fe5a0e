// The screen for an audience: what happens at the table, large, and how to play next.

import { get } from "./ask.js";
import { Board } from "./board.js";
import { apart, Chances, showChance, standing } from "./chance.js";
import { after, digits, low, timed } from "./clock-time.js";
import { element, setText } from "./draw.js";
import { face, faceName } from "./faces.js";
import { keepLive } from "./live.js";
import { halves, matchGame, matchPoints } from "./match.js";
import { programName } from "./programs.js";
import { Stones } from "./stones.js";
import { chooseLanguage, named, points, present, say, side, told } from "./words.js";

/** @import { State, Thought, Waiting } from "../contract.d.ts" */

const sides = /** @type {const} */ (["black", "white"]);
const again = 60000; // ms until the code to join by is asked for again

/** @type {State | null} */
let state = null;
let heard = 0; // when the state came, on performance.now()'s clock
/** @type {Board | null} */
let board = null;
/** @type {Stones | null} */
let stones = null;
const chances = new Chances();
/** How to join.
 * @type {Waiting | null} */
let joining = null;

/** Whether the table's own machine plays a colour.
 * @param {string} color */
function machine(color) {
  if (!state || state.elsewhere?.color === color || programName(state, /** @type {"black" | "white"} */ (color))) return false;
  const shows = state.attract?.scene === "demo" || state.attract?.scene === "lesson";
  return shows || !(state.human ?? []).some((c) => c === color);
}

/** Who plays a colour.
 * @param {string} color */
function who(color) {
  if (!state) return "";
  const people = state.human ?? [];
  if (state.elsewhere?.color === color) return state.elsewhere.name || say("watch.remote");
  const program = programName(state, /** @type {"black" | "white"} */ (color));
  if (program) return program;
  if (machine(color)) return faceName(state.level) || say("watch.machine", { n: state.level });
  return people.length === 1 ? state.queue?.playing?.name || say("watch.visitor") : side(color);
}

function drawBoard() {
  if (!state) return;
  const { cols, rows } = state;
  if (!board || !stones || board.cols !== cols || board.rows !== rows) {
    board = new Board(element("board"), cols, rows);
    stones = new Stones(board);
  }
  stones.show(state, []);
}

function drawSides() {
  for (const color of sides) {
    const box = element(`side-${color}`);
    const [drawn, , name] = box.children;
    const points = state ? matchPoints(state, color) : null;
    const text = points === null ? who(color) : `${who(color)} · ${halves(points)}`;
    if (name.textContent !== text) name.textContent = text;
    const of = !state || !machine(color) ? "" : state.programs?.[color] || state.level;
    if (drawn instanceof HTMLElement && drawn.dataset.of !== String(of)) {
      drawn.dataset.of = String(of);
      drawn.replaceChildren(face(of));
    }
    box.dataset.now = state && !state.result && state.side === color ? "yes" : "no";
    box.lastElementChild?.setAttribute("aria-label", say("clockOf", { side: side(color) }));
  }
}

function drawClocks() {
  const c = state && timed(state.clock) ? state.clock : null;
  for (const color of sides) {
    const box = element(`side-${color}`);
    const time = box.lastElementChild;
    if (!time) continue;
    const now = c && after(c[color], c.running === color ? performance.now() - heard : 0, c.period_ms);
    const text = now ? digits(now.left) : "";
    if (time.textContent !== text) time.textContent = text;
    box.dataset.low = c && now && low(now, c) ? "yes" : "no";
  }
}

function drawChance() {
  const won = state?.result === "black" ? 1 : state?.result === "white" ? 0 : null;
  const black = won ?? chances.black(state);
  showChance(black, won !== null ? say("chance.won", { who: apart(who)(won ? "black" : "white") }) : black === null ? "" : standing(black, who));
}

function drawNext() {
  const q = state?.queue;
  const call = q?.called;
  const open = Boolean(joining?.code && !joining.hint);
  /** @param {{ name: string, number: number }} p */
  const called = (p) => p.name || say("watch.number", { n: p.number });
  element("next").dataset.called = call ? "yes" : "no";
  setText("next-title", call ? say("watch.called", { who: called(call) }) : say("watch.next"));
  element("code-qr").hidden = element("code").hidden = element("next-how").hidden = !open;
  if (open && joining) {
    const image = /** @type {HTMLImageElement} */ (element("code-qr"));
    const source = `/api/queue.svg?code=${joining.code}`;
    if (image.getAttribute("src") !== source) image.src = source;
    image.alt = joining.link;
    setText("code", joining.code);
    setText("next-how", say("watch.how", { at: new URL(joining.link).host + new URL(joining.link).pathname }));
  }
  const list = q?.waiting ?? [];
  const shown = list.slice(0, 3).map(called);
  setText("next-waiting", !list.length ? say(call || open ? "watch.nobody" : "watch.stones") : list.length > shown.length ? say("watch.more", { who: shown.join(say("comma")), n: list.length - shown.length }) : say("watch.waiting", { who: points(shown) }));
}

function draw() {
  setText("language", say("other"));
  element("language").setAttribute("aria-label", say("otherLabel"));
  if (!state) return;
  setText("game", [named(`game.${state.game}`, state.game), matchGame(state), say("watch.turn", { n: state.moves.length + (state.result ? 0 : 1) })].filter(Boolean).join(" · "));
  setText("scene", state.said?.[present()]?.scene || told(state).message);
  drawBoard();
  drawSides();
  drawClocks();
  drawChance();
  drawNext();
  document.title = `${say("watch")} · Stonehand`;
}

async function askQueue() {
  try {
    joining = await get("/api/queue");
  } catch {
    // It is asked again.
  }
  drawNext();
}

const wanted = new URLSearchParams(location.search).get("lang");
chooseLanguage(wanted === "en" || wanted === "zh" ? wanted : undefined);
element("language").addEventListener("click", () => {
  chooseLanguage(present() === "zh" ? "en" : "zh");
  board?.relabel();
  draw();
});
keepLive({
  online(now) {
    document.body.dataset.online = now ? "yes" : "no";
    element("offline").hidden = now;
    setText("offline", say("watch.away"));
    if (now) askQueue();
  },
  state(now) {
    state = now;
    heard = performance.now();
    draw();
  },
  /** @param {Thought} t */
  thinking(t) {
    chances.hear(t, state);
    drawChance();
  },
  fault() {},
  analysis() {},
});
setInterval(askQueue, again);
setInterval(drawClocks, 200);
draw();

// The page: joins its parts to the machine's state.

import { Board } from "./board.js";
import { playControls, showControls } from "./controls.js";
import { fetchGames, showGames } from "./games.js";
import { playHand } from "./hand.js";
import { keepLive } from "./live.js";
import { showMoves } from "./moves.js";
import { showQuestion } from "./question.js";
import { showStatus } from "./status.js";
import { Stones } from "./stones.js";
import { showThinking, showThought } from "./thinking.js";
import { chooseLanguage, present, say } from "./words.js";

const element = (id) => document.getElementById(id);

let state = null;
let online = false;
let thought = null; // of the present position
let board = null;
let stones = null;
let toastTimer = 0;

function complain(error) {
  const toast = element("toast");
  toast.textContent = error.message;
  toast.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove("shown"), 6000);
}

function drawBoard() {
  if (!state) return;
  const [cols, rows] = [state.cols || 19, state.rows || 19];
  if (!board || board.cols !== cols || board.rows !== rows) {
    board = new Board(element("board"), cols, rows);
    stones = new Stones(board);
    playHand(board, stones, { current: () => (online ? state : null), again: drawBoard, complain });
  }
  stones.show(state, element("show-line").checked && state.phase === "thinking" ? thought?.line : []);
  element("board").classList.toggle("playable", Boolean(state.sim));
}

function drawFault(text) {
  element("fault").textContent = text;
  element("fault").hidden = !text;
}

function drawOnline() {
  document.body.dataset.online = online ? "yes" : "no";
  element("offline").hidden = online;
  showControls(online ? state : null);
  showQuestion(online ? state : null, { done: answered, complain });
}

function draw() {
  element("language").textContent = say("other");
  element("language").setAttribute("aria-label", say("otherLabel"));
  drawOnline();
  if (!state) {
    element("headline").textContent = say("connecting");
    return;
  }
  drawBoard();
  showStatus(state);
  showThinking(state);
  showMoves(state);
  // A board that is away is what the headline and the message say already.
  drawFault(state.phase === "lost" || state.fault === state.message ? "" : state.fault);
  element("hand").hidden = !state.sim;
  element("sweep").hidden = state.phase !== "clear";
  document.title = `${element("headline").textContent} · Stonehand`;
}

function take(next) {
  const position = (s) => JSON.stringify([s?.game_id, s?.moves?.length]);
  const ended = next.game_id !== state?.game_id || (next.result && !state?.result);
  if (position(next) !== position(state)) thought = null;
  state = next;
  draw();
  if (ended) fetchGames();
}

// The state after a command may have been overtaken by the stream.
function answered(next) {
  if (next.version >= (state?.version ?? 0)) take(next);
}

chooseLanguage();
draw();
showGames();
new Board(element("board"), 19, 19);
playControls({
  current: () => state,
  done: answered,
  complain,
});
element("show-line").addEventListener("change", drawBoard);
element("language").addEventListener("click", () => {
  chooseLanguage(present() === "zh" ? "en" : "zh");
  board?.relabel();
  draw();
  showGames();
});
keepLive({
  online(now) {
    online = now;
    drawOnline();
    if (now) fetchGames();
  },
  state: take,
  thinking(next) {
    thought = next;
    showThought(next, state);
    drawBoard();
  },
  fault(text) {
    if (text !== state?.message) drawFault(text);
  },
});

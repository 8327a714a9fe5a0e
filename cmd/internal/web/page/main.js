// The page: joins its parts to the machine's state.

import { lookAtAccess, playAccess, showAccess } from "./access.js";
import { Board } from "./board.js";
import { playCalibration, showCalibration } from "./calibrate.js";
import { showClocks } from "./clocks.js";
import { playControls, showControls } from "./controls.js";
import { lookElsewhere, playElsewhere, showElsewhere } from "./elsewhere.js";
import { addressOf, fetchGames, isFinished, showGames } from "./games.js";
import { playHand } from "./hand.js";
import { showKeys } from "./keys.js";
import { keepLive } from "./live.js";
import { showMoves } from "./moves.js";
import { showOpening } from "./opening.js";
import { showQuestion } from "./question.js";
import { Review } from "./review.js";
import { showLegend, showStatus } from "./status.js";
import { Stones } from "./stones.js";
import { showThinking, showThought } from "./thinking.js";
import { chooseLanguage, present, say, told } from "./words.js";

const element = (id) => document.getElementById(id);

let state = null;
let online = false;
let thought = null; // of the present position
let board = null;
let stones = null;
let review = null;
let toastTimer = 0;

function complain(error) {
  const toast = element("toast");
  toast.textContent = error.message;
  toast.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.classList.remove("shown"), 6000);
}

const thinks = () => element("show-line").checked && state.phase === "thinking";

function drawBoard() {
  if (!state) return;
  const position = review.open ? review.position() : state;
  const [cols, rows] = [position.cols || 19, position.rows || 19];
  if (!board || board.cols !== cols || board.rows !== rows) {
    board = new Board(element("board"), cols, rows);
    stones = new Stones(board);
    playHand(board, stones, { current: () => (online && !review.open ? state : null), again: drawBoard, complain });
  }
  stones.show(position, review.open ? review.shownLine() : thinks() ? thought?.line?.slice(0, 6) : []);
  showLegend(position);
  element("board").classList.toggle("playable", Boolean(state.sim) && !review.open);
  element("board").classList.toggle("past", review.open);
}

function drawFault(text) {
  element("fault").textContent = text;
  element("fault").hidden = !text;
}

function drawOnline() {
  document.body.dataset.online = online ? "yes" : "no";
  element("offline").hidden = online;
  element("offline").lastElementChild.textContent = say(state?.phase === "off" ? "wentOff" : "offline");
  showControls(online ? state : null);
  showQuestion(online ? state : null, { done: answered, complain });
  showClocks(state, online, review?.open);
  showCalibration(state, online, review?.open ? null : board);
}

function draw() {
  element("language").textContent = say("other");
  element("language").setAttribute("aria-label", say("otherLabel"));
  drawOnline();
  if (!state) {
    element("headline").textContent = say("connecting");
    return;
  }
  document.body.dataset.ready = "yes";
  showStatus(state);
  drawBoard();
  showCalibration(state, online, review.open ? null : board);
  showThinking(state);
  showMoves(state);
  showElsewhere(state);
  showOpening(state);
  // A board that is away is what the message says already.
  const { message, fault } = told(state);
  drawFault(fault === message ? "" : fault);
  element("hand").hidden = !state.sim || review.open;
  showKeys(state, complain);
  const toClear = (state.phase === "clear" && !state.helping) || (state.phase === "over" && state.stones?.length);
  element("sweep").hidden = !state.sim || !toClear;
  element("real-board").checked = !state.helping;
  element("look-back").hidden = state.phase !== "over" || !isFinished(state.game_id);
  element("look-back").href = addressOf(state.game_id);
  for (const id of ["status", "side"]) element(id).hidden = review.open;
  for (const id of ["review-status", "review"]) element(id).hidden = !review.open;
  if (review.open) review.draw(state, element(state.question ? "message" : "headline").textContent);
  document.title = `${review.open ? element("review-title").textContent : element("headline").textContent} · Stonehand`;
}

function take(next) {
  const position = (s) => JSON.stringify([s?.game_id, s?.moves?.length]);
  const ended = next.game_id !== state?.game_id || (next.result && !state?.result);
  if (position(next) !== position(state)) thought = null;
  state = next;
  draw();
  if (ended) fetchGames().then(draw);
}

// The state after a command may have been overtaken by the stream.
function answered(next) {
  if (next.version >= (state?.version ?? 0)) take(next);
}

chooseLanguage();
review = new Review({ changed: draw, complain });
draw();
showGames();
new Board(element("board"), 19, 19);
playCalibration({ done: answered, complain });
playElsewhere(complain);
playAccess({ changed: lookElsewhere, complain });
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
  showAccess();
});
keepLive({
  online(now) {
    online = now;
    drawOnline();
    if (!now) return;
    fetchGames().then(draw);
    review.again();
    lookAtAccess();
  },
  state: take,
  thinking(next) {
    thought = next;
    showThought(next, state);
    drawBoard();
  },
  fault(text) {
    // In another language than the machine's, the next state tells of it.
    if (state && told(state).message !== state.message) return;
    if (text !== state?.message) drawFault(text);
  },
  analysis: (progress) => review.analysis.hear(progress),
});

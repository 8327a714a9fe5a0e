// The page: joins its parts to the table's state.

import { lookAtAccess, playAccess, showAccess } from "./access.js";
import { Board } from "./board.js";
import { playCalibration, showCalibration } from "./calibrate.js";
import { Chances } from "./chance.js";
import { showClocks } from "./clocks.js";
import { playControls, showControls } from "./controls.js";
import { element, setText } from "./draw.js";
import { Ending } from "./ending.js";
import { keepFocus, playFocus } from "./focus.js";
import { fetchGames, showGames } from "./games.js";
import { due as dueColor, playHand } from "./hand.js";
import { tellPresence } from "./here.js";
import { hintLine, hintMarks, playHint, showHint } from "./hint.js";
import { showKeys } from "./keys.js";
import { playLearn } from "./learn.js";
import { libraryAgain, playLibrary, showLibrary } from "./library.js";
import { keepLive } from "./live.js";
import { playLoupe, proposal, showProposal } from "./loupe.js";
import { showMoves } from "./moves.js";
import { showOpening } from "./opening.js";
import { showQuestion } from "./question.js";
import { lookRemote, playRemote, showRemote } from "./remote.js";
import { showPlates, showStanding } from "./plates.js";
import { exchanged } from "./played.js";
import { playPuzzles } from "./puzzles.js";
import { playReplay, showReplay, shownState } from "./replay.js";
import { Review } from "./review.js";
import { isOn, playSettings } from "./settings.js";
import { playShortcuts } from "./shortcuts.js";
import { playSound, sound } from "./sound.js";
import { showLegend, showStatus } from "./status.js";
import { Stones } from "./stones.js";
import { StudyView } from "./study.js";
import { ofState, ofTree } from "./study-model.js";
import { candidateMarks, showThinking, showThought } from "./thinking.js";
import { TreeView } from "./tree.js";
import { entitle, go, register, start, view, viewed } from "./views.js";
import { countMarks, playWeiqi, showWeiqi } from "./weiqi.js";
import { chooseLanguage, present, say, told } from "./words.js";

/** @import { State, Thought } from "../contract.d.ts" */

/** @type {State | null} */
let state = null;
let online = false;
/** What is thought of the present position.
 * @type {Thought | null} */
let thought = null;
/** How long a page that opens waits for the table before it says so, in milliseconds. */
const patience = 4000;
const chances = new Chances();
/** @type {Board | null} */
let board = null;
/** @type {Stones | null} */
let stones = null;
chooseLanguage();
playLibrary(); // it follows the address before the game that is left asks whether it may be, above it
const review = new Review(draw, answered);
const tree = new TreeView(draw, answered);
const study = new StudyView(draw, answered);
const ending = new Ending(() => state, answered);

/** Whether the board shows something else than the table's game. */
const away = () => Boolean(review.record || tree.tree || view().position?.());

const thinks = () => element("show-line", HTMLInputElement).checked && state?.phase === "thinking";

function drawBoard() {
  if (!state) return;
  const record = review.record;
  study.take(tree.tree ? (tree.guess ? null : ofTree(tree.tree, tree.at)) : record ? null : ofState(state));
  const own = view().position?.();
  const shown = own ? own : tree.tree ? tree.position() : record ? review.position(record) : state.go && state.phase !== "review" ? { ...state, marks: [...(state.marks ?? []), ...countMarks(state)] } : shownState(state);
  const position = { ...shown, marks: [...(shown.marks ?? []), ...study.marks(), ...(away() ? [] : [...hintMarks(state), ...(isOn("candidates") ? candidateMarks(thought ?? state.hint) : []), ...proposed(state)])] };
  const [cols, rows] = [position.cols || 19, position.rows || 19];
  if (!board || !stones || board.cols !== cols || board.rows !== rows) {
    board = new Board(element("board"), cols, rows);
    stones = new Stones(board);
    // Before the hand: a finger's click is the loupe's.
    playLoupe(board, () => element("board").classList.contains("playable"), (point) => Boolean(online && state?.sim && isOn("confirm") && !away() && !stones?.on.has(point) && ["human", "place", "choose"].includes(state.phase)), draw);
    stones.also = (point) => study.about(point);
    board.grid.addEventListener("click", (e) => {
      const point = e.target instanceof SVGElement && e.target.dataset.point;
      if (!point) return;
      if (view().tap) view().tap?.(point);
      else if (tree.tree) tree.tap(point);
      else if (review.record) review.tap(point);
      else if (online && !away()) weiqi.tap(point);
    });
    // While a game of Go is counted, a tap on a stone is about its life.
    playHand(board, stones, () => (online && !away() && !(state?.phase === "count" && state.helping) ? state : null), drawBoard);
  }
  stones.show(position, away() ? (record ? review.shownLine() : []) : thinks() ? thought?.line?.slice(0, 6) : hintLine(state));
  study.drawHeat(board);
  // What a record marks means what its author says.
  element("legend").hidden = Boolean(tree.tree) || viewed() === "menu";
  showLegend(position);
  element("board").classList.toggle("playable", Boolean(tree.tree || review.record || view().tap) || state.phase === "count" || (Boolean(state.sim) && !record));
  element("board").classList.toggle("past", away());
}

/** The stone that waits to be confirmed, as a mark.
 * @param {State} state */
function proposed(state) {
  const point = proposal();
  showProposal(Boolean(point && online && state.sim && !away() && !stones?.on.has(point)));
  return proposal() ? [{ point, kind: "proposed", color: dueColor(state, point) }] : [];
}

/** @param {string} text */
function drawFault(text) {
  element("fault").textContent = text;
  element("fault").hidden = !text;
}

function drawOnline() {
  document.body.dataset.online = online ? "yes" : "no";
  element("offline").hidden = online || (!state && performance.now() < patience);
  setText("offline-text", say(state?.phase === "off" ? "wentOff" : "offline"));
  if (state) showPlates(state); // the clocks have their places there
  showControls(online ? state : null);
  showWeiqi(online ? state : null);
  showHint(online ? state : null);
  showQuestion(online ? state : null, answered);
  showClocks(state, online, away());
  showCalibration(state, online, away() ? null : board);
  if (online) keepFocus(); // what is disabled while the table is away comes back
}

function draw() {
  for (const b of document.querySelectorAll(".language")) {
    b.textContent = say("other");
    b.setAttribute("aria-label", say("otherLabel"));
  }
  drawOnline();
  if (!state) {
    element("headline").textContent = say("connecting");
    return;
  }
  if (document.body.dataset.ready !== "yes") performance.mark("state-shown");
  document.body.dataset.ready = "yes";
  showStanding(state, chances.black(state));
  showStatus(shownState(state));
  showReplay(state);
  drawBoard();
  showCalibration(state, online, away() ? null : board);
  showThinking(state);
  showMoves(state);
  showRemote(state);
  showOpening(state);
  // A board that is away is what the message says already.
  const { message, fault } = told(state);
  drawFault(fault === message ? "" : fault);
  // Hands that help know themselves which stone is due.
  element("hand").hidden = !state.sim || away() || (Boolean(state.helping) && !state.buttons?.length);
  // While it is under way it stands beside the board that it is about.
  const card = element("calibration");
  const place = element(state.calibration?.step ? "side" : "menu");
  if (card.parentElement !== place) place.append(card);
  showKeys(state);
  const toClear = (state.phase === "clear" && !state.helping) || (state.phase === "over" && !state.helping && state.stones?.length);
  element("sweep").hidden = !state.sim || !toClear;
  // Any press tells the table that somebody is there: then its show ends.
  element("welcome").hidden = state.phase !== "attract";
  element("real").hidden = !state.sim;
  element("real-board", HTMLInputElement).checked = !state.helping;
  ending.show(state);
  const playing = ["play", "look"].includes(viewed()) && !away();
  for (const id of ["status", "side", "acts"]) element(id).hidden = !playing;
  for (const id of ["review-status", "review"]) element(id).hidden = !review.record;
  for (const id of ["tree-status", "tree"]) element(id).hidden = !tree.tree;
  tree.draw();
  study.draw(online ? state : null, tree.tree ? element("tree") : null);
  if (review.record) review.draw(review.record, element(state.question ? "message" : "headline").textContent ?? "");
  document.title = `${element(tree.tree ? "tree-title" : review.record ? "review-title" : "headline").textContent} · Stonehand`;
}

/** @param {State} next */
function take(next) {
  /** @param {State | null} s */
  const position = (s) => JSON.stringify([s?.game_id, s?.moves?.length]);
  const ended = next.game_id !== state?.game_id || (next.result && !state?.result);
  if (position(next) !== position(state)) thought = null;
  sound(state, next);
  const first = !state;
  state = next;
  if (first) learn(); // of the game that is known from now on
  draw();
  if (ended) fetchGames().then(draw);
}

/** Takes the state after a command, which may have been overtaken by the stream.
 * @param {State} next */
function answered(next) {
  if (next.version >= (state?.version ?? 0)) take(exchanged(next));
}

playFocus();
playHint(answered);
draw();
showGames();
new Board(element("board"), 19, 19);
playCalibration(answered);
playRemote();
playAccess(lookRemote);
playReplay(answered);
tellPresence(() => state);
playControls(() => state, answered);
const weiqi = playWeiqi(() => state, answered);
element("show-line").addEventListener("change", drawBoard);
for (const b of document.querySelectorAll(".language")) {
  b.addEventListener("click", () => {
    chooseLanguage(present() === "zh" ? "en" : "zh");
    entitle();
    learn();
    puzzles();
    board?.relabel();
    draw();
    showGames();
    showAccess();
    showLibrary();
  });
}
setTimeout(drawOnline, patience + 1);
playSettings(drawBoard);
playSound();
playShortcuts();
const learn = playLearn(draw, () => state);
const puzzles = playPuzzles(draw, () => state?.game);
register("menu", { sheet: true });
start(draw);
// A small window has room for these two at a game's end in the menu only.
for (const id of ["new", "undo"]) element(`menu-${id}`).addEventListener("click", () => element(id).click());
for (const id of ["new", "undo", "seats"]) element(id).addEventListener("click", () => viewed() === "menu" && go("play"));
keepLive({
  online(now) {
    online = now;
    drawOnline();
    if (!now) return;
    fetchGames().then(draw);
    review.again();
    tree.again();
    view().again?.();
    libraryAgain();
    lookAtAccess();
  },
  state: take,
  thinking(next) {
    thought = next;
    showThought(next, state);
    chances.hear(next, state);
    if (state) showStanding(state, chances.black(state));
    drawBoard();
  },
  fault(text) {
    // In another language than the table's, the next state tells of it.
    if (state && told(state).message !== state.message) return;
    if (text !== state?.message) drawFault(text);
  },
  analysis(progress) {
    review.analysis.hear(progress);
    ending.hear(progress);
  },
});
// Without the table the browser shows our page about it. Only an address of the
// machine itself or an encrypted one may have such a worker.
navigator.serviceWorker?.register("/page/sw.js", { scope: "/" }).catch(() => {});

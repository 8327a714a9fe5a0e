// The page of a guest who has no table: one side of a game at another table.

import { get } from "./ask.js";
import { Board } from "./board.js";
import { showClocks } from "./clocks.js";
import { confirmed } from "./dialog.js";
import { button, element, html, pip, setText } from "./draw.js";
import { keepFocus, playFocus } from "./focus.js";
import { outcome } from "./games.js";
import { GuestLink } from "./guest-link.js";
import { lastOwn, other, stonesOf, turnsOf } from "./guest-log.js";
import { openingChoice, openingQuestion, openingSentence } from "./opening.js";
import { Stones } from "./stones.js";
import { tell } from "./toast.js";
import { aboutWeiqi, placesHandicap } from "./weiqi.js";
import { chooseLanguage, named, points, present, say, sentences, side } from "./words.js";

/** @import { State } from "../contract.d.ts" */
/** @import { Outcome } from "./guest-link.js" */
/** @import { Position } from "./stones.js" */

const patience = 600000; // ms that a link may be cut before there is more to say
const looks = 2000; // ms between two looks at the table's own state
const redraws = 10000; // ms, for what is said once a link has been cut for long

/** @type {Board | null} */
let board = null;
/** @type {Stones | null} */
let stones = null;
/** The points that are chosen for the next turn.
 * @type {string[]} */
let chosen = [];
/** The table's own state, for clocks and forbidden points.
 * @type {State | null} */
let spectated = null;
let spectating = false;
let shownTurns = "";
/** @type {{ game?: string, color?: string }} */
let shownColour = {};

const code = location.hash.slice(1);
const link = new GuestLink(code, {
  changed: () => draw(),
  lost(refused) {
    chosen = [];
    const why = refused && (present() === "zh" ? refused.zh : refused.why);
    if (why) tell(say("guest.lostFor", { why }));
    else tell(say(refused ? "guest.lost" : "guest.tooLate"));
  },
  noBack: () => tell(say("guest.noBack")),
});

const turns = () => turnsOf(link.log);

/** How the game ended; null while it goes on.
 * @returns {Outcome | null} */
function over() {
  const last = link.log[link.log.length - 1];
  return link.over ?? (last && (last.kind === "resign" || last.kind === "time") ? { winner: other(last.color ?? ""), reason: last.kind } : null);
}

const step = () => (over() ? null : link.step);
const toMove = () => step()?.side ?? ""; // who acts, which in an opening is not always the colour of the stone
const due = () => step()?.due ?? 0;
const mayAct = () => Boolean(link.setup && step() && !link.refused && !link.problem && !link.propose && toMove() === link.color);
const canPlay = () => mayAct() && due() > 0;
const counting = () => Boolean(link.setup && link.go?.counting && !over() && !link.refused && !link.problem);
const agreed = () => (link.go?.agreed ?? []).includes(link.color);
const choices = () => (mayAct() ? step()?.choices ?? [] : []);

/** The opening as opening.js describes it. */
const opening = () => {
  const now = step();
  const kind = /** @type {State["opening"]["kind"]} */ (link.setup?.opening ?? "free");
  return { opening: { kind, player: now?.player ?? 0, choices: now?.choices ?? [], allowed: canPlay() ? now?.allowed ?? [] : [] }, due: due(), to_move: now?.color };
};

/** The game as stones.js draws it.
 * @returns {Position} */
function drawing() {
  const list = turns();
  const go = link.go && stonesOf(link.go.rows);
  const on = go ?? list.flatMap((t) => t.points.map((point) => ({ point, color: t.color })));
  const waiting = link.propose?.event.kind === "turn" ? link.propose.event.points ?? [] : chosen;
  const asked = link.asked ? list.slice(-link.asked.back).flatMap((t) => t.points) : [];
  const same = spectated && spectated.moves?.length >= list.length - 1 ? spectated : null;
  const color = link.propose?.event.color ?? step()?.color ?? "";
  return {
    ...opening(), link: true, stones: [...on, ...waiting.map((point) => ({ point, color }))], moves: list.map((t) => t.points),
    result: over()?.winner ?? "", line: same && over() ? same.line : [], marks: [...waiting.map((point) => ({ point, kind: "accepted" })), ...(go ?? []).filter((s) => s.dead).map(({ point }) => ({ point, kind: "dead" }))],
    forbidden: same && canPlay() ? same.forbidden : [], question: asked.length ? { points: asked, options: [] } : null,
  };
}

function drawBoard() {
  const { cols, rows } = link.setup ?? { cols: 19, rows: 19 };
  if (!board || !stones || board.cols !== cols || board.rows !== rows) {
    board = new Board(element("board"), cols, rows);
    stones = new Stones(board);
    element("board").onclick = (e) => e.target instanceof SVGElement && e.target.dataset.point && tap(e.target.dataset.point);
  }
  stones.show(drawing(), []);
  const go = link.go && spectated?.go;
  element("go-about").hidden = !go;
  setText("go-about", go ? aboutWeiqi(go) : "");
}

/** @param {string} point */
function tap(point) {
  if (counting() && stones?.on.has(point)) link.want({ kind: "dead", color: link.color, points: [point] });
  const allowed = step()?.allowed ?? [];
  if (!canPlay() || (allowed.length && !allowed.includes(point))) return;
  if (chosen.includes(point)) chosen = chosen.filter((p) => p !== point);
  else if (!stones?.on.has(point)) chosen = [...chosen, point].slice(-due());
  draw();
}

function headline() {
  const end = over();
  if (link.refused && !(link.refused === "left" && end)) return named(`guest.${link.refused}`, say("guest.closed"));
  if (!link.setup) return say("connecting");
  if (end) return named(`library.by.${end.reason}`, "").replace("{side}", side(end.winner)) || outcome(end.winner) || say("draw");
  if (counting()) return say("phase.count");
  return toMove() === link.color ? say("guest.yours") : say("guest.theirs", { side: side(toMove()) });
}

function message() {
  if (link.refused === "left" && over()) return say("guest.left");
  if (link.refused || !link.setup) return "";
  if (link.problem) return say("guest.stopped");
  if (link.asked) {
    const back = points(turns().slice(-link.asked.back).flatMap((t) => t.points));
    return back ? say("guest.asks", { points: back }) : say("guest.asksPass");
  }
  if (over()) return sentences(counted(), say("guest.begins"));
  if (link.propose) return say("guest.sent");
  if (link.ask) return say("guest.asked");
  if (counting()) return sentences(counted(), say(agreed() ? "guest.agreed" : link.go?.agreed?.length ? "guest.agreedThere" : "guest.count"));
  if (toMove() !== link.color) return say(step()?.choices ? "guest.waitChoice" : "guest.waitTurn");
  if (choices().length) return sentences(say("guest.choose"), step()?.player ? "" : openingQuestion(opening()));
  const put = openingSentence(opening());
  const values = { side: side(link.color), n: chosen.length, due: due() };
  if (put) return sentences(put, say(due() > 1 ? "guest.choosePoints" : "guest.choosePoint", values));
  return sentences(passedThere() ? say("guest.passed") : "", say(due() > 1 ? "guest.putMany" : "guest.put", values));
}

/** How the count of a game of Go stands, in words; "" where nothing is counted. */
function counted() {
  const [, who, n] = /^([BW])\+([\d.]+)$/.exec(link.go?.score ?? "") ?? [];
  if (who) return say(over() ? "guest.wins" : "guest.score", { side: side(who === "B" ? "black" : "white"), n });
  return link.go?.score ? say("guest.even") : "";
}

/** Whether the host has just passed. */
function passedThere() {
  const last = turns().at(-1);
  return Boolean(link.go && last && !last.points.length && last.color !== link.color);
}

let shownAnswers = "";

/** The buttons under the message: what the other asks, or what there is to choose. They
 * stay as they are while they say the same, so that the keyboard stays on them. */
function answers() {
  /** @type {Array<[string, string, () => void]>} */
  const made = link.asked ? [["yes", say("yes"), () => link.answer(true)], ["no", say("no"), () => link.answer(false)]]
    : choices().map((c) => [c, openingChoice(c), () => link.want({ kind: "choice", color: link.color, choice: c })]);
  const now = made.map(([answer, text]) => `${answer} ${text}`).join("\n");
  if (now === shownAnswers) return;
  shownAnswers = now;
  element("answers").hidden = !made.length;
  element("answers").replaceChildren(...made.map(([answer, text, what]) => {
    const b = html("button", { type: "button", textContent: text, onclick: what });
    b.dataset.answer = answer;
    return b;
  }));
}

function drawButtons() {
  const playing = link.setup && !link.refused && !link.problem && !over();
  setText("play", say("guest.play"));
  setText("back", say("guest.back"));
  setText("leave", say("guest.leave"));
  setText("agree", say(agreed() ? "goAgreed" : "goAgree", { side: side(link.color) }));
  button("pass").hidden = !link.go || counting();
  button("agree").hidden = button("play-on").hidden = !counting();
  button("play").hidden = counting();
  button("pass").disabled = !canPlay() || chosen.length > 0 || placesHandicap({ moves: turns().map((t) => t.points), set_up: [] }, link.setup?.terms ?? "");
  button("agree").disabled = agreed() || Boolean(link.propose);
  button("play-on").disabled = Boolean(link.propose);
  button("play").disabled = !canPlay() || chosen.length !== due();
  button("back").disabled = !link.setup || Boolean(link.refused || link.ask || link.propose) || ["resign", "time"].includes(over()?.reason ?? "") || !lastOwn(link.log, link.setup, link.color);
  button("resign").disabled = !playing || Boolean(link.propose);
  button("leave").disabled = !link.setup || Boolean(link.refused);
}

function draw() {
  if (link.setup && shownColour.game === link.setup.game && shownColour.color !== link.color) tell(say("guest.newColour", { side: side(link.color) }));
  shownColour = { game: link.setup?.game, color: link.color };
  const key = `${link.setup?.game} ${link.log.length}`;
  if (key !== shownTurns) {
    shownTurns = key;
    chosen = [];
    spectate();
  }
  document.body.dataset.online = link.up ? "yes" : "no";
  element("offline").hidden = link.up || Boolean(link.refused);
  setText("offline-text", say(!link.setup ? "connecting" : Date.now() - link.cutAt > patience ? "guest.cutLong" : "guest.cut"));
  setText("language", say("other"));
  element("language").setAttribute("aria-label", say("otherLabel"));
  setText("headline", headline());
  setText("message", message());
  element("pips").replaceChildren(...(link.setup && due() ? [pip(step()?.color ?? "")] : []));
  drawButtons();
  answers();
  drawBoard();
  document.title = `${headline()} · Stonehand`;
  keepFocus();
}

// The table's own page is open to be looked at: clocks and forbidden points are there.
async function spectate() {
  if (spectating) return;
  spectating = true;
  try {
    /** @type {State} */
    const seen = await get("/api/state");
    spectated = seen;
    showClocks({ ...seen, human: [link.color === "white" ? "white" : "black"] }, link.up, false);
    drawBoard();
  } catch {
    // It is looked at again soon.
  }
  spectating = false;
}

chooseLanguage();
playFocus();
if (!code) {
  link.refused = "noCode";
  link.left = true;
}
element("language").addEventListener("click", () => {
  chooseLanguage(present() === "zh" ? "en" : "zh");
  board?.relabel();
  draw();
});
element("play").addEventListener("click", () => {
  link.want({ kind: "turn", color: step()?.color, points: chosen });
});
element("pass").addEventListener("click", () => link.want({ kind: "turn", color: step()?.color }));
element("agree").addEventListener("click", () => link.want({ kind: "agree", color: link.color, points: link.go?.dead ?? [] }));
element("play-on").addEventListener("click", () => link.want({ kind: "play-on", color: link.color }));
element("back").addEventListener("click", () => {
  if (link.setup) link.askBack(lastOwn(link.log, link.setup, link.color));
});
element("resign").addEventListener("click", async () => {
  if (await confirmed(say("askResign"), say("resign"))) link.want({ kind: "resign", color: link.color });
});
element("leave").addEventListener("click", async () => {
  if (await confirmed(say("guest.askLeave"), say("guest.leave"))) link.leave();
});
addEventListener("hashchange", () => location.reload()); // another invitation in the same window
setInterval(spectate, looks);
setInterval(draw, redraws);
draw();

// The page of a guest without a table: one side of a game at a table elsewhere.

import { Board } from "./board.js";
import { showClocks } from "./clocks.js";
import { pip } from "./draw.js";
import { GuestLink, lastOwn, turnsOf } from "./guest-link.js";
import { openingChoice, openingQuestion, openingSentence } from "./opening.js";
import { Stones } from "./stones.js";
import { chooseLanguage, points, present, say, side } from "./words.js";

const element = (id) => document.getElementById(id);

const words = {
  en: {
    connecting: "Connecting to the table…", cut: "The link is cut. Trying again…", cutLong: "The link has been cut for long. It is tried on; you may also leave, and the game counts for nobody.", yours: "Your turn", theirs: (c) => `${c} is to move`,
    put: (c, n, due) => (due > 1 ? `You play ${c}. Choose ${due} points, ${n} chosen, then press Play.` : `You play ${c}. Choose a point, then press Play.`),
    putOpening: (n, due) => (due > 1 ? `Choose ${due} points, ${n} chosen, then press Play.` : "Choose a point, then press Play."), chooseYou: "It is for you to choose.",
    newColour: (c) => `You play ${c} from here on.`, waitChoice: "Waiting for the other player to choose.",
    waitTurn: "Waiting for the other player’s turn.", sent: "Your turn is being passed on.", play: "Play", back: "Ask to take back", leave: "Leave",
    asks: (p) => `The other player asks to take back the turn on ${p}. Do you agree?`, yes: "Yes", no: "No",
    asked: "You have asked to take back your turn.", noBack: "The other player does not want the turn to be taken back.",
    lost: "This turn cannot be played.", tooLate: "Something else happened in the game before your turn.",
    closed: "This invitation is not open: somebody else has accepted it, or it was closed. Ask for a new one.", noCode: "This link has no code. Open the whole link that you were given.",
    version: "The table runs another version of the program. Load this page again.", left: "The game has been left.", tab: "This game goes on in another window. Load this page again to play here.", askLeave: "Leave this game for good?",
    begins: "The other player begins the next game.", stopped: (why) => `The game cannot go on: ${why}.`,
  },
  zh: {
    connecting: "正在连接棋桌…", cut: "连接已断开，正在重试…", cutLong: "连接已断开很久，仍在重试。您也可以退出，本局不计胜负。", yours: "轮到您", theirs: (c) => `轮到${c}`,
    put: (c, n, due) => (due > 1 ? `您执${c}。请选择${due}个点（已选${n}个），然后按“落子”。` : `您执${c}。请选择一个点，然后按“落子”。`),
    putOpening: (n, due) => (due > 1 ? `请选择${due}个点（已选${n}个），然后按“落子”。` : "请选择一个点，然后按“落子”。"), chooseYou: "请您选择。",
    newColour: (c) => `从此您执${c}。`, waitChoice: "正在等待对方选择。",
    waitTurn: "正在等待对方落子。", sent: "正在送出您的一手。", play: "落子", back: "请求悔棋", leave: "退出",
    asks: (p) => `对方请求悔棋（${p}）。同意吗？`, yes: "是", no: "否",
    asked: "已请求悔棋。", noBack: "对方不同意悔棋。",
    lost: "不能这样落子。", tooLate: "您落子之前，对局中先发生了别的事。",
    closed: "此邀请无效：已被他人接受，或已关闭。请索取新的邀请。", noCode: "此链接没有邀请码。请打开完整的链接。",
    version: "棋桌的程序版本不同。请重新载入本页。", left: "已退出对局。", tab: "本局在另一个窗口中进行。要在这里对局，请重新载入本页。", askLeave: "确定退出对局吗？",
    begins: "下一局由对方开始。", stopped: (why) => `对局无法继续：${why}。`,
  },
};
const word = (key, ...args) => {
  const w = words[present()][key];
  return typeof w === "function" ? w(...args) : w;
};

const patience = 600000; // ms that a link may be cut before there is more to say

let link = null;
let board = null;
let stones = null;
let chosen = [];
let spectated = null; // the table's own state, for clocks and forbidden points
let shownTurns = "";
let shownColour = {};
let toastTimer = 0;

function tell(text) {
  element("toast").textContent = text;
  element("toast").classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => element("toast").classList.remove("shown"), 6000);
}

const mine = () => link.color;
const turns = () => turnsOf(link.log);
const over = () => link.over ?? (link.log.at(-1)?.kind === "resign" || link.log.at(-1)?.kind === "time" ? { winner: link.log.at(-1).color === "black" ? "white" : "black", reason: link.log.at(-1).kind } : null);
const step = () => (over() ? null : link.step);
const toMove = () => step()?.side ?? ""; // who acts, which in an opening is not always the colour of the stone
const due = () => step()?.due ?? 0;
const mayAct = () => link.setup && step() && !link.refused && !link.problem && !link.propose && toMove() === mine();
const canPlay = () => mayAct() && due() > 0;
const choices = () => (mayAct() ? step().choices ?? [] : []);

// The opening as opening.js describes it.
const opening = () => ({ opening: { kind: link.setup?.opening ?? "free", player: step()?.player ?? 0, choices: step()?.choices ?? [], allowed: canPlay() ? step().allowed ?? [] : [] }, due: due(), to_move: step()?.color });

// The game as stones.js draws it.
function drawing() {
  const list = turns();
  const on = list.flatMap((t) => t.points.map((point) => ({ point, color: t.color })));
  const waiting = link.propose?.event.kind === "turn" ? link.propose.event.points : chosen;
  const asked = link.asked ? list.slice(-link.asked.back).flatMap((t) => t.points) : [];
  const same = spectated && spectated.moves?.length >= list.length - 1;
  const color = link.propose?.event.color ?? step()?.color ?? "";
  return {
    ...opening(), link: true, stones: [...on, ...waiting.map((point) => ({ point, color }))], moves: list.map((t) => t.points),
    result: over()?.winner ?? "", line: same && over() ? spectated.line : [], marks: waiting.map((point) => ({ point, kind: "accepted" })),
    forbidden: same && canPlay() ? spectated.forbidden : [], question: asked.length ? { points: asked, options: [] } : null,
  };
}

function drawBoard() {
  const { cols, rows } = link.setup ?? { cols: 19, rows: 19 };
  if (!board || board.cols !== cols || board.rows !== rows) {
    board = new Board(element("board"), cols, rows);
    stones = new Stones(board);
    element("board").onclick = (e) => e.target.dataset?.point && tap(e.target.dataset.point);
  }
  stones.show(drawing(), []);
}

function tap(point) {
  const allowed = step()?.allowed ?? [];
  if (!canPlay() || (allowed.length && !allowed.includes(point))) return;
  if (chosen.includes(point)) chosen = chosen.filter((p) => p !== point);
  else if (!stones.on.has(point)) chosen = [...chosen, point].slice(-due());
  draw();
}

function headline() {
  if (link.refused && !(link.refused === "left" && over())) return word(link.refused) ?? word("closed");
  if (!link.setup) return word("connecting");
  const end = over();
  if (end) return end.winner === "draw" || !end.winner ? say("draw") : say("wins", side(end.winner));
  return toMove() === mine() ? word("yours") : word("theirs", side(toMove()));
}

function message() {
  if (link.refused === "left" && over()) return word("left");
  if (link.refused || !link.setup) return "";
  if (link.problem) return word("stopped", link.problem);
  if (link.asked) return word("asks", points(turns().slice(-link.asked.back).flatMap((t) => t.points)));
  if (over()) return word("begins");
  if (link.propose) return word("sent");
  if (link.ask) return word("asked");
  const put = openingSentence(opening());
  if (toMove() !== mine()) return step()?.choices ? word("waitChoice") : word("waitTurn");
  if (choices().length) return [word("chooseYou"), step().player ? "" : openingQuestion(opening())].filter(Boolean).join(say("space"));
  return put ? [put, word("putOpening", chosen.length, due())].join(say("space")) : word("put", side(mine()), chosen.length, due());
}

function set(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

// The buttons under the message: what the other asks, or what there is to choose.
function answers() {
  const made = link.asked ? ["yes", "no"].map((a) => [a, word(a), () => link.answer(a === "yes")])
    : choices().map((c) => [c, openingChoice(c), () => link.want({ kind: "choice", color: mine(), choice: c })]);
  element("answers").hidden = !made.length;
  element("answers").replaceChildren(...made.map(([answer, text, what]) => {
    const b = Object.assign(document.createElement("button"), { type: "button", textContent: text, onclick: what });
    b.dataset.answer = answer;
    return b;
  }));
}

function draw() {
  if (link.setup && shownColour.game === link.setup.game && shownColour.color !== mine()) tell(word("newColour", side(mine())));
  shownColour = { game: link.setup?.game, color: mine() };
  const key = `${link.setup?.game} ${link.log.length}`;
  if (key !== shownTurns) {
    shownTurns = key;
    chosen = [];
    spectate();
  }
  document.body.dataset.online = link.up ? "yes" : "no";
  element("offline").hidden = link.up || Boolean(link.refused);
  set("offline-text", word(!link.setup ? "connecting" : Date.now() - link.cutAt > patience ? "cutLong" : "cut"));
  set("language", say("other"));
  element("language").setAttribute("aria-label", say("otherLabel"));
  set("headline", headline());
  set("message", message());
  element("pips").replaceChildren(...(link.setup && due() ? [pip(step().color)] : []));
  const playing = link.setup && !link.refused && !link.problem && !over();
  for (const [id, text] of [["play", "play"], ["back", "back"], ["leave", "leave"]]) set(id, word(text));
  element("play").disabled = !canPlay() || chosen.length !== due();
  element("back").disabled = !link.setup || link.refused || link.ask || link.propose || ["resign", "time"].includes(over()?.reason) || !lastOwn(link.log, link.setup, mine());
  element("resign").disabled = !playing || Boolean(link.propose);
  element("leave").disabled = !link.setup || Boolean(link.refused);
  answers();
  drawBoard();
  document.title = `${headline()} · Stonehand`;
}

// The table's own page is open to be looked at: clocks and forbidden points are there.
async function spectate() {
  try {
    const answer = await fetch("/api/state", { cache: "no-store", signal: AbortSignal.timeout(5000) });
    if (!answer.ok) return;
    spectated = await answer.json();
  } catch {
    return;
  }
  showClocks({ ...spectated, human: ["black", "white"] }, link.up, false);
  drawBoard();
}

async function confirmed(text, ok) {
  const dialog = element("ask-dialog");
  set("ask-text", text);
  set("ask-ok", ok);
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  return dialog.returnValue === "ok";
}

chooseLanguage();
const code = location.hash.slice(1);
link = new GuestLink(code, {
  changed: () => link && draw(),
  lost: (why) => {
    chosen = [];
    tell(why ? `${word("lost")} (${why})` : word("tooLate"));
  },
  noBack: () => tell(word("noBack")),
});
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
  link.want({ kind: "turn", color: step().color, points: chosen });
});
element("back").addEventListener("click", () => {
  link.askBack(lastOwn(link.log, link.setup, mine()));
});
element("resign").addEventListener("click", async () => {
  if (await confirmed(say("askResign"), say("askResignOk"))) link.want({ kind: "resign", color: mine() });
});
element("leave").addEventListener("click", async () => {
  if (await confirmed(word("askLeave"), word("leave"))) link.leave();
});
setInterval(spectate, 2000);
setInterval(draw, 10000);
draw();

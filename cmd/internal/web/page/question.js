// The question that is being asked at the board, and buttons that answer it.

import { command } from "./ask.js";
import { calibrationChoice, calibrationText } from "./calibrate.js";
import { html } from "./draw.js";
import { openingChoice, openingQuestion } from "./opening.js";
import { points, present, say, side, stoneWord } from "./words.js";

const element = (id) => document.getElementById(id);

const words = {
  en: {
    yes: "Yes", no: "No", moves: (c) => `${c} to move`, on: (p) => `Yes, on ${p}`,
    "new-game": () => "The board is clear. A new game?",
    "set-up": () => "The stones do not stand as in the game. Play on from here? And whose turn is it?",
    unseen: (q, c) => `Does ${c} stand on ${points(q.points)}? The board cannot see there.`,
    turns: () => "Were the last two turns played in the order in which the stones came?",
    colours: (q) => `Stones of both colours were put back. Please check ${points(q.points)}.`,
    "take-back": (q) => `The player elsewhere asks to take back the turn on ${points(q.points)}. Do you agree?`,
    abandon: () => "The player elsewhere has been out of reach for long. End the game? It counts as abandoned, and nobody has won.",
    menu: (q) => ({
      "new-game": "A new game: which colours do people play? Black begins. The game in progress ends.",
      seats: "Which colours do people play?", level: "How strong is the machine to play?",
      resign: "Do you really resign? The game ends.", shutdown: "Shut the board down?",
      calibrate: "Calibrate the board? The game is kept, and its stones come off for a while.",
      mask: q.text,
    })[q.path[0]] ?? (q.path[0] ? `Are you sure: ${words.en.choices[q.path[0]]}?` : "What would you like?"),
    choices: {
      undo: "take back", "new-game": "new game", seats: "who plays", level: "level", "move-now": "move now", pause: "pause", resume: "go on",
      resign: "resign", shutdown: "shut down", refill: "trays refilled", "resume-arm": "arm goes on", calibrate: "calibrate", whole: "everything", points: "the points alone", menu: "menu", "level-up": "stronger", "level-down": "weaker", mute: "sound on or off", turn: "end the turn", "turn-black": "Black has done", "turn-white": "White has done", no: "Close", black: "people play Black", white: "people play White", both: "two people", none: "the machine alone",
    },
  },
  zh: {
    yes: "是", no: "否", moves: (c) => `轮到${c}`, on: (p) => `有，在${p}`,
    "new-game": () => "棋盘已清空。要开始新的一局吗？",
    "set-up": () => "棋子与对局不符。要从当前局面继续吗？轮到谁？",
    unseen: (q, c) => `${points(q.points)}有${c}吗？棋盘看不见那里。`,
    turns: () => "最后两手是按棋子出现的先后下的吗？",
    colours: (q) => `两种颜色的棋子都被放回。请核对${points(q.points)}。`,
    "take-back": (q) => `远端棋手请求悔棋（${points(q.points)}）。同意吗？`,
    abandon: () => "与远端棋手长时间失去联系。要结束对局吗？将记为中止，不计胜负。",
    menu: (q) => ({
      "new-game": "新的一局：人执哪一方？黑方先行。当前对局将结束。",
      seats: "人执哪一方？", level: "机器用几级棋力？",
      resign: "确定认输吗？对局将结束。", shutdown: "要关机吗？",
      calibrate: "要校准棋盘吗？对局会保留，棋子需暂时取走。",
      mask: q.text,
    })[q.path[0]] ?? (q.path[0] ? `确定要${words.zh.choices[q.path[0]]}吗？` : "您想做什么？"),
    choices: {
      undo: "悔棋", "new-game": "新对局", seats: "谁来下", level: "棋力", "move-now": "立即落子", pause: "暂停", resume: "继续",
      resign: "认输", shutdown: "关机", refill: "棋盒已补充", "resume-arm": "机械臂继续", calibrate: "校准", whole: "全部", points: "只试各点", menu: "菜单", "level-up": "加强棋力", "level-down": "减弱棋力", mute: "开关声音", turn: "结束这一手", "turn-black": "黑方按钟", "turn-white": "白方按钟", no: "关闭", black: "人执黑", white: "人执白", both: "双人对弈", none: "机器自弈",
    },
  },
};

/** The question in the page's language, without how it is answered at the board. */
export function questionText(state) {
  const q = state.question;
  if (q.kind === "calibration") return calibrationText(state);
  if (q.kind === "choice") return openingQuestion(state);
  return words[present()][q.kind]?.(q, stoneWord(state.to_move)) ?? q.text;
}

/** What an action of the menu or of a button is called. */
export const actionName = (action) => words[present()].choices[action] ?? action;

function buttonText(option, q) {
  const w = words[present()];
  if (q.kind === "calibration") return calibrationChoice(option.answer);
  if (q.kind === "choice") return openingChoice(option.answer);
  if (q.kind === "menu") return w.choices[option.answer] ?? (option.answer === "yes" ? w.yes : option.text);
  switch (option.answer) {
    case "yes": return w.yes;
    case "no": return w.no;
    case "black": case "white": return w.moves(side(option.answer));
  }
  return w.on(option.answer);
}

/** Points where a stone answers, and those that the question is about. */
export const askedPoints = (state) =>
  new Set([...(state.question?.points ?? []), ...(state.question?.options ?? []).map((o) => o.point).filter(Boolean)]);

let shown = "";

/**
 * Shows the question of a state, if there is one. done(state) takes the state
 * after an answer, complain(error) says why there is none.
 */
export function showQuestion(state, { done, complain }) {
  const q = state?.question;
  const key = q ? `${q.id} ${present()} ${q.kind === "calibration" ? calibrationText(state) : ""}` : "";
  if (key === shown) return;
  shown = key;
  const place = element("answers");
  place.hidden = !q;
  const buttons = (q?.options ?? []).map((option) => {
    const b = html("button", { type: "button", textContent: buttonText(option, q) });
    b.dataset.answer = option.answer;
    b.addEventListener("click", async () => {
      for (const each of place.children) each.disabled = true;
      try {
        done(await command({ do: "answer", question: q.id, answer: option.answer }));
      } catch (error) {
        complain(error);
      }
      for (const each of place.children) each.disabled = false;
    });
    return b;
  });
  place.replaceChildren(...buttons);
  place.setAttribute("aria-label", q ? questionText(state) : say("controls"));
}

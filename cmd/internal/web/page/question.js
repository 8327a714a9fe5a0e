// The question that is being asked at the board, and buttons that answer it.

import { command } from "./ask.js";
import { calibrationChoice } from "./calibrate.js";
import { html } from "./draw.js";
import { openingChoice } from "./opening.js";
import { present, say, side, told } from "./words.js";

const element = (id) => document.getElementById(id);

const words = {
  en: {
    yes: "Yes", no: "No", moves: (c) => `${c} to move`, on: (p) => `Yes, on ${p}`,
    choices: {
      undo: "take back", "new-game": "new game", seats: "who plays", level: "level", "move-now": "move now", pause: "pause", resume: "go on",
      resign: "resign", shutdown: "shut down", refill: "trays refilled", "resume-arm": "arm goes on", calibrate: "calibrate", whole: "everything", points: "the points alone", menu: "menu", "level-up": "stronger", "level-down": "weaker", mute: "sound on or off", pin: "say the PIN", turn: "end the turn", "turn-black": "Black has done", "turn-white": "White has done", no: "Close", black: "people play Black", white: "people play White", both: "two people", none: "the machine alone",
    },
  },
  zh: {
    yes: "是", no: "否", moves: (c) => `轮到${c}`, on: (p) => `有，在${p}`,
    choices: {
      undo: "悔棋", "new-game": "新对局", seats: "谁来下", level: "棋力", "move-now": "立即落子", pause: "暂停", resume: "继续",
      resign: "认输", shutdown: "关机", refill: "棋盒已补充", "resume-arm": "机械臂继续", calibrate: "校准", whole: "全部", points: "只试各点", menu: "菜单", "level-up": "加强棋力", "level-down": "减弱棋力", mute: "开关声音", pin: "报出 PIN 码", turn: "结束这一手", "turn-black": "黑方按钟", "turn-white": "白方按钟", no: "关闭", black: "人执黑", white: "人执白", both: "双人对弈", none: "机器自弈",
    },
  },
};

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
  const key = q ? `${q.id} ${present()} ${q.kind === "calibration" ? told(state).message : ""}` : "";
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
  place.setAttribute("aria-label", q ? told(state).message : say("controls"));
}

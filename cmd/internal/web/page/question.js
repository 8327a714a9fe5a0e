// The question that is being asked at the board, and buttons that answer it.

import { command } from "./ask.js";
import { html } from "./draw.js";
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
  },
  zh: {
    yes: "是", no: "否", moves: (c) => `轮到${c}`, on: (p) => `有，在${p}`,
    "new-game": () => "棋盘已清空。要开始新的一局吗？",
    "set-up": () => "棋子与对局不符。要从当前局面继续吗？轮到谁？",
    unseen: (q, c) => `${points(q.points)}有${c}吗？棋盘看不见那里。`,
    turns: () => "最后两手是按棋子出现的先后下的吗？",
    colours: (q) => `两种颜色的棋子都被放回。请核对${points(q.points)}。`,
  },
};

/** The question in the page's language, without how it is answered at the board. */
export function questionText(state) {
  const q = state.question;
  return words[present()][q.kind]?.(q, stoneWord(state.to_move)) ?? q.text;
}

function buttonText(option) {
  const w = words[present()];
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
  const key = q ? `${q.id} ${present()}` : "";
  if (key === shown) return;
  shown = key;
  const place = element("answers");
  place.hidden = !q;
  const buttons = (q?.options ?? []).map((option) => {
    const b = html("button", { type: "button", textContent: buttonText(option) });
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

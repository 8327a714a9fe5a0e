// How a game of Gomoku or Renju begins: which opening it has, who puts down its
// stones, and what there is to choose.

import { points, present, say, side } from "./words.js";

const element = (id) => document.getElementById(id);

const words = {
  en: {
    kinds: { free: "Free", swap2: "Swap2", renju: "26 openings, swap", "renju-rif": "26 openings, swap, two fifths" },
    players: ["", "the first player", "the second player"],
    choices: { black: "Take Black", white: "Take White", more: "Put down two more stones" },
    keep: (p) => `Keep ${p}`,
    choose: (who) => `It is for ${who} to choose.`,
    fifth: (list) => `White chooses between ${points(list)}: the other black stone comes off the board.`,
    put: (who, c) => `The opening: ${who} puts down one ${c} stone.`,
    only: (p) => `It belongs on ${p}.`, some: "It belongs on one of the marked points.",
    fifths: "Black to move: put down two black stones, and White takes one of them away.",
    named: (code, name) => `Opening ${code}, ${name}`,
    stone: { black: "black", white: "white" },
  },
  zh: {
    kinds: { free: "自由", swap2: "Swap2", renju: "指定开局，三手交换", "renju-rif": "三手交换，五手两打" },
    players: ["", "先手一方", "后手一方"],
    choices: { black: "执黑", white: "执白", more: "再放两枚棋子" },
    keep: (p) => `保留${p}`,
    choose: (who) => `请${who}选择。`,
    fifth: (list) => `请白方在${points(list)}中选择：另一枚黑子将取走。`,
    put: (who, c) => `开局：${who}放一枚${c}子。`,
    only: (p) => `应放在${p}。`, some: "应放在有标记的点上。",
    fifths: "轮到黑方：请落两枚黑子，由白方取走其中一枚。",
    named: (code, name) => `开局：${code} ${name}`,
    stone: { black: "黑", white: "白" },
  },
};

const own = () => words[present()];

/** What an opening is called. */
export const openingName = (kind) => own().kinds[kind] ?? kind;

/** What a button for a choice says. */
export const openingChoice = (answer) => own().choices[answer] ?? own().keep(answer);

/** What is to be chosen, as a sentence. */
export function openingQuestion(state) {
  const o = state.opening ?? {};
  return o.player ? own().choose(own().players[o.player]) : own().fifth(o.choices ?? []);
}

/** What a person puts down in an opening; "" once it is over. */
export function openingSentence(state) {
  const o = state.opening ?? {};
  if (o.kind === "renju-rif" && state.due === 2) return own().fifths;
  if (!o.player) return "";
  const where = o.allowed?.length === 1 ? own().only(o.allowed[0]) : o.allowed?.length ? own().some : "";
  return [own().put(own().players[o.player], own().stone[state.to_move]), where].filter(Boolean).join(say("space"));
}

/** What stands over the message in an opening; "" once it is over. */
export function openingHeadline(state) {
  const o = state.opening ?? {};
  if (state.phase === "choose") return o.player ? say("choose") : say("human", side(state.side));
  return o.player && state.phase === "human" ? say("opening") : "";
}

/** Shows which of the 26 openings a state's game has. */
export function showOpening(state) {
  const { code, name } = state.opening ?? {};
  element("opening-name").hidden = !code;
  element("opening-name").textContent = code ? own().named(code, name) : "";
}

/** Lets a new game's opening be chosen, where its game has more than one. */
export function offerOpenings(state, seats) {
  const offer = () => {
    const list = state.openings?.[element("game").value] ?? [];
    const before = element("opening").value || state.opening?.kind;
    element("opening").replaceChildren(...list.map((kind) => new Option(openingName(kind), kind)));
    element("opening").value = list.includes(before) ? before : list[0] ?? "";
    element("opening-field").hidden = seats || list.length < 2;
  };
  element("opening").replaceChildren();
  element("game").onchange = offer;
  offer();
}

/** The opening that was chosen for a new game, as a part of its command. */
export const chosenOpening = () => (element("opening-field").hidden ? {} : { opening: element("opening").value });

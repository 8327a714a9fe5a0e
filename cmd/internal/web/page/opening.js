// How a game of Connect6, Gomoku or Renju begins: which opening it has, who puts down its
// stones, and what there is to choose.

import { element } from "./draw.js";
import { named, points, present, say, sentences, side, stoneWord } from "./words.js";

/** @import { Opening, State } from "../contract.d.ts" */

/** As much of a state as says how its opening stands.
 * @typedef {{ opening?: Pick<Opening, "player"> & Partial<Opening>, due?: number, to_move?: string, side?: string, phase?: string }} InOpening */

/** What an opening is called.
 * @param {string} kind */
export const openingName = (kind) => named(`opening.${kind}`, kind);

/** What a button for a choice says.
 * @param {string} answer */
export const openingChoice = (answer) => (["black", "white", "more"].includes(answer) ? openingName(answer) : say("opening.keep", { point: answer }));

/** What is to be chosen, as a sentence.
 * @param {InOpening} state */
export function openingQuestion({ opening: o }) {
  if (o?.player) return say(o.player === 1 ? "opening.chooses1" : "opening.chooses2");
  return say("opening.fifth", { points: points(o?.choices ?? []) });
}

/** What a person puts down in an opening; "" once it is over.
 * @param {InOpening} state */
export function openingSentence({ opening: o, due, to_move }) {
  if (o?.kind === "renju-rif" && due === 2) return say("opening.fifths");
  if (!o?.player) return "";
  const allowed = o.allowed ?? [];
  return sentences(say(due === 2 ? "opening.putsTwo" : o.player === 1 ? "opening.puts1" : "opening.puts2", { stone: stoneWord(to_move) }),
    allowed.length === 1 ? say("opening.only", { point: allowed[0] }) : allowed.length ? say("opening.some") : "");
}

/** What stands over the message in an opening; "" once it is over.
 * @param {InOpening} state */
export function openingHeadline(state) {
  const player = state.opening?.player;
  if (state.phase === "choose") return player ? say("choose") : say("human", { side: side(state.side) });
  return player && state.phase === "human" ? say("opening") : "";
}

/** Shows which of the 26 openings a state's game has.
 * @param {State} state */
export function showOpening(state) {
  const { code, name, named: names } = state.opening ?? {};
  element("opening-name").hidden = !code;
  element("opening-name").textContent = code ? say("opening.named", { code, name: names?.[present()] ?? name }) : "";
}

const choice = () => element("opening", HTMLSelectElement);

/** Lets a new game's opening be chosen, where its game has more than one.
 * @param {State} state @param {boolean} seats */
export function offerOpenings(state, seats) {
  const game = element("game", HTMLSelectElement);
  const offer = () => {
    const list = state.openings?.[game.value] ?? [];
    const before = choice().value || state.opening?.kind;
    choice().replaceChildren(...list.map((kind) => new Option(openingName(kind), kind)));
    choice().value = before && list.includes(before) ? before : list[0] ?? "";
    element("opening-field").hidden = seats || list.length < 2;
  };
  choice().replaceChildren();
  game.onchange = offer;
  offer();
}

/** The opening that was chosen for a new game, as a part of its command. */
export const chosenOpening = () => (element("opening-field").hidden ? {} : { opening: choice().value });

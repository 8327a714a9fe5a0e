// Who is ahead, as a bar and in words: chances of a search are for people who know what
// they are.

import { element, setText } from "./draw.js";
import { say, side } from "./words.js";

/** @import { State, Thought } from "../contract.d.ts" */

/** Chances from which on a side is a little ahead, far ahead, and sure to win. */
const steps = [0.55, 0.75];

/** What sides are called that are compared: their colours where both have one name.
 * @param {(color: string) => string} name who plays a colour
 * @returns {(color: string) => string} */
export const apart = (name) => (name("black") === name("white") ? side : name);

/** Says how a game stands where Black wins with a chance from 0 to 1.
 * @param {number} black @param {(color: string) => string} name who plays a colour
 * @param {string} [you] the colour of the one who reads this; "" for none */
export function standing(black, name, you = "") {
  const ahead = black >= 0.5 ? "black" : "white";
  const p = Math.max(black, 1 - black);
  if (p < steps[0]) return say("chance.even");
  const who = apart(name)(ahead);
  const [one, other] = p === 1 ? [say("chance.youSure"), say("chance.sure", { who })] : p < steps[1] ? [say("chance.youLittle"), say("chance.little", { who })] : [say("chance.youFar"), say("chance.far", { who })];
  return ahead === you ? one : other;
}

/** What the machine has thought of a game, turn by turn. */
export class Chances {
  constructor() {
    this.game = "";
    /** Black's chance, from 0 to 1, by the number of turns played; with gaps.
     * @type {number[]} */
    this.after = [];
  }

  /** Takes in a thought about a state.
   * @param {Thought} thought @param {State | null} state */
  hear(thought, state) {
    if (thought.chance === undefined || !state) return;
    if (this.game !== state.game_id) [this.game, this.after] = [state.game_id, []];
    this.after.length = Math.min(this.after.length, state.moves.length);
    this.after[state.moves.length] = state.to_move === "white" ? 1 - thought.chance : thought.chance;
  }

  /** Black's chance in a state as far as it is known, from 0 to 1; null where it is not.
   * @param {State | null} state */
  black(state) {
    if (!state?.moves?.length || this.game !== state.game_id) return null;
    return this.after.slice(0, state.moves.length + 1).findLast((p) => p !== undefined) ?? null;
  }
}

/** Shows a chance on the bar; null for none, whose place stays.
 * @param {number | null} black @param {string} words */
export function showChance(black, words) {
  element("chance").dataset.known = black === null ? "no" : "yes";
  const part = element("track").firstElementChild;
  if (part instanceof HTMLElement) part.style.transform = `scaleX(${black ?? 0.5})`;
  setText("chance-text", words);
}

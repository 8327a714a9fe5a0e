// Who is ahead, in words: chances of a search are for people who know what they are.

import { say } from "./words.js";

/** Chances from which on a side is a little ahead, far ahead, and sure to win. */
const steps = [0.55, 0.75];

/** Says how a game stands where Black wins with a chance from 0 to 1.
 * @param {number} black @param {(color: string) => string} name who plays a colour */
export function standing(black, name) {
  const ahead = black >= 0.5 ? "black" : "white";
  const p = Math.max(black, 1 - black);
  if (p < steps[0]) return say("chance.even");
  const who = name(ahead);
  if (p === 1) return say("chance.sure", { who });
  return say(p < steps[1] ? "chance.little" : "chance.far", { who });
}

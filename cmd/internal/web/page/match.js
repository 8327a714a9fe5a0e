// A match of two programs at the table: how it stands, for their plates and for those who
// look on.

import { say } from "./words.js";

/** @import { State } from "../contract.d.ts" */

/** Points as people write them: 1½.
 * @param {number} n a multiple of ½ */
export const halves = (n) => `${n >= 1 || n === 0 ? Math.floor(n) : ""}${n % 1 ? "½" : ""}`;

/** The points that who has a colour has in the match; null where there is no match.
 * @param {Pick<State, "match">} state
 * @param {string} color */
export function matchPoints({ match: m }, color) {
  return m ? (m.first === color ? m.wins : m.losses) + m.draws / 2 : null;
}

/** Which game of the match it is, and how much stronger who has a colour has been; "" where
 * there is no match.
 * @param {Pick<State, "match">} state
 * @param {string} [color] nothing is said of strength without */
export function matchGame({ match: m }, color) {
  if (!m) return "";
  const game = say("match.game", { n: m.game, of: m.games });
  if (!color || m.elo === undefined || m.bar === undefined) return game;
  const elo = Math.round(m.first === color ? m.elo : -m.elo);
  return `${game} · ${elo < 0 ? "−" : "+"}${Math.abs(elo)} ± ${Math.round(m.bar)} Elo`;
}

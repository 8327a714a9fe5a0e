// Who played a game that is over, where others are to play the next one.

/** @import { State } from "../contract.d.ts" */

/** Exchanges who played the game that is over and who is to play the next one, where a
 * state has both; once more, and it is as the table told it.
 * @param {State} state
 * @returns {State} */
export function exchanged(state) {
  const by = state.played_by;
  if (!by) return state;
  const { human, level, programs } = state;
  return { ...state, human: by.human, level: by.level, programs: by.programs, played_by: { human, level, programs } };
}

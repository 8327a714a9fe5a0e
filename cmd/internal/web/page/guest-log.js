// The log of a game with a remote opponent, as its guest reads it (docs/network.md):
// the host judges, the guest only counts.

/** What happened, as the protocol writes it.
 * @typedef {{ kind: string, color?: string, points?: string[], choice?: string, back?: number }} LogEvent */
/** A turn that stands. @typedef {{ color: string, points: string[] }} Turn */
/** A stone on the board. @typedef {{ point: string, color: string, dead: boolean }} Stone */
/** How a game was set up. @typedef {{ game: string, round: number, cols: number, rows: number, guest: string, opening?: string, terms?: string }} Setup */

import { letters } from "./board.js";

/** @param {string} color */
export const other = (color) => (color === "black" ? "white" : "black");

/** The turns that a log leaves.
 * @param {LogEvent[]} log */
export function turnsOf(log) {
  /** @type {Turn[]} */
  const turns = [];
  for (const e of log) {
    if (e.kind === "turn") turns.push({ color: e.color ?? "", points: e.points ?? [] });
    if (e.kind === "undo") turns.splice(turns.length - (e.back ?? 0));
    // Of two fifth stones the one that was chosen stays.
    const offered = e.kind === "choice" && /\d/.test(e.choice ?? "") ? turns.pop() : undefined;
    if (offered) turns.push({ color: offered.color, points: [e.choice ?? ""] });
  }
  return turns;
}

/** The choices that a log leaves, and after how many turns: none is ever taken back.
 * @param {LogEvent[]} log */
const madeOf = (log) => log.flatMap((e, i) => (e.kind === "choice" ? [{ after: turnsOf(log.slice(0, i)).length, choice: e.choice }] : []));

/** The colour that the guest has after a log: who chooses one has it from there on.
 * @param {LogEvent[]} log
 * @param {Setup} setup */
export function colorOf(log, setup) {
  let mine = setup.guest;
  for (const { kind, color, choice } of log) {
    if (kind === "choice" && (choice === "black" || choice === "white")) mine = color === mine ? choice : other(choice);
  }
  return mine;
}

/** How many turns take back the last one of the guest's; 0 where that cannot be asked for.
 * @param {LogEvent[]} log
 * @param {Setup} setup
 * @param {string} color the guest's now */
export function lastOwn(log, setup, color) {
  const turns = turnsOf(log);
  const made = madeOf(log);
  const more = made.some((m) => m.choice === "more");
  const first = setup.guest === "black"; // the guest has begun
  const laid = setup.opening === "swap" ? 2 : setup.opening ? 3 : 0; // turns before a colour is chosen
  /** @param {Turn} turn @param {number} i */
  const own = (turn, i) => {
    if (i < laid) return first;
    if (more && i < 5) return !first;
    return turn.color === color;
  };
  const back = turns.length - turns.findLastIndex(own);
  // What was chosen, and the stones before it, stay.
  return turns.some(own) && turns.length - back >= (made.at(-1)?.after ?? 0) ? back : 0;
}

/** The stones of a game of Go, from the rows that the host sends, the topmost first.
 * @param {string[]} rows */
export function stonesOf(rows) {
  /** @type {Stone[]} */
  const stones = [];
  for (const [i, row] of rows.entries())
    for (const [x, c] of [...row].entries())
      if (c !== ".") stones.push({ point: letters[x] + (rows.length - i), color: c.toLowerCase() === "x" ? "black" : "white", dead: c === c.toLowerCase() });
  return stones;
}

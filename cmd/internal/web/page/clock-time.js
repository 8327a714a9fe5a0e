// What clocks show, and how it runs down between two states.

/** @import { Clock, ClockSide } from "../contract.d.ts" */

/** What a side has: milliseconds left, byo-yomi periods left or the turns of Canadian
 * overtime, and whether that runs.
 * @typedef {{ left: number, periods: number, overtime: boolean }} Left */

const lowTimes = [10, 30, 60]; // seconds; as the table warns
const units = /** @type {Record<string, number>} */ ({ h: 3600, m: 60, s: 1, ms: 0.001 });

/** Whether a game has a clock.
 * @param {Clock} [c] */
export const timed = (c) => Boolean(c?.control && c.control !== "none");

/** What a side has after it has thought for some more milliseconds.
 * @param {ClockSide} told
 * @param {number} ms
 * @param {number} period ms; 0 for none
 * @param {boolean} [canadian] the period is for several turns together, and comes once
 * @returns {Left} */
export function after(told, ms, period, canadian) {
  const now = { left: told.left_ms - ms, periods: told.periods ?? 0, overtime: Boolean(told.overtime) };
  while (now.left <= 0 && period > 0 && (now.overtime ? !canadian && now.periods > 1 : now.periods > 0)) {
    if (now.overtime) now.periods--;
    now.overtime = true;
    now.left += period;
  }
  now.left = Math.max(0, now.left);
  return now;
}

/** What is said beside a clock of its overtime: the key of the words, and what goes into
 * them; each is how many stones a turn has.
 * @param {Left} now
 * @param {{period_ms: number, canadian?: boolean}} c
 * @param {number} each
 * @returns {["periodsToCome" | "lastPeriod" | "inPeriod" | "overtimeToCome" | "oneToCome" | "lastStone" | "stonesLeft", {n: number, s: string}] | null} */
export function overtime(now, c, each) {
  if (!c.period_ms) return null;
  if (!c.canadian) return [!now.overtime ? "periodsToCome" : now.periods === 1 ? "lastPeriod" : "inPeriod", { n: now.periods, s: String(c.period_ms / 1000) }];
  const n = now.periods * each;
  const code = now.overtime ? (n === 1 ? "lastStone" : "stonesLeft") : n === 1 ? "oneToCome" : "overtimeToCome";
  return [code, { n, s: span(c.period_ms) }];
}

/** A whole time: 3:00, and under ten seconds 2.5 s.
 * @param {number} ms */
const span = (ms) => (ms <= 9900 ? `${ms / 1000} s` : digits(ms));

/** A time as clocks show it: 9:05, 1:00:00, and with tenths, 9.8, when there is little left.
 * @param {number} ms */
export function digits(ms) {
  if (ms <= 9900) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const s = Math.ceil(ms / 1000);
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  return s < 3600 ? `${Math.floor(s / 60)}:${two(s % 60)}` : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

/** How long a side's present time was when it was whole, in seconds.
 * @param {string} control @param {boolean} overtime @param {number} period */
function whole(control, overtime, period) {
  if (overtime) return period / 1000;
  let sum = 0;
  for (const [, n, unit] of control.split(/[+/]/)[0].matchAll(/([\d.]+)(h|ms|m|s)/g)) sum += Number(n) * units[unit];
  return sum;
}

/** The mark below which what a side has is little, in seconds; 0 if it is not.
 * @param {Left} now
 * @param {Pick<Clock, "control" | "period_ms">} c */
export function low(now, c) {
  if (c.period_ms > 0 && !now.overtime) return 0;
  const all = whole(c.control, now.overtime, c.period_ms);
  return lowTimes.find((s) => now.left <= s * 1000 && 3 * s <= all) ?? 0;
}

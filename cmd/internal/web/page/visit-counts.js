// What the counts of an exhibit amount to, and how they are drawn.

import { element, setText, svg } from "./draw.js";
import { say } from "./words.js";

/** @import { Count } from "../contract.d.ts" */

/** Something to be drawn: how much in all, and which part of it.
 * @typedef {{ label: string, all: number, part: number, text: string }} Bar */

/** The counts of the last so many days, all for 0.
 * @param {Count[]} list @param {number} days @param {Date} now */
export function since(list, days, now) {
  const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1);
  return days ? list.filter((c) => new Date(c.hour) >= from) : list;
}

/** @param {Count[]} list @param {(c: Count) => number} what */
const sum = (list, what) => list.reduce((n, c) => n + what(c), 0);

/** What they amount to; minutes is a game's average.
 * @param {Count[]} list */
export function totals(list) {
  const games = list.filter((c) => c.what === "game");
  const n = sum(games, (c) => c.count);
  return { visits: sum(list.filter((c) => c.what === "visit"), (c) => c.count), games: n, won: sum(games.filter((c) => c.result === "people"), (c) => c.count), minutes: n ? sum(games, (c) => c.seconds) / n / 60 : 0 };
}

/** The hour of the day in the table's own time zone.
 * @param {Count} c */
const hourOf = (c) => Number(c.hour.slice(11, 13));

/** Games by the hour of the day, from the first hour with any to the last.
 * @param {Count[]} list @returns {Bar[]} */
export function byHour(list) {
  const games = list.filter((c) => c.what === "game");
  if (!games.length) return [];
  const hours = [...new Set(games.map(hourOf))]; // Math.min takes fewer arguments than a hall has counts
  const first = Math.min(...hours);
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, i) => {
    const now = totals(games.filter((c) => hourOf(c) === first + i));
    return { label: String(first + i), all: now.games, part: now.won, text: String(now.games) };
  });
}

/** Games against the machine by its level: how many of a hundred people won.
 * @param {Count[]} list @returns {Bar[]} */
export function byLevel(list) {
  const games = list.filter((c) => c.what === "game" && c.level > 0 && ["people", "machine", "draw"].includes(c.result));
  return [...new Set(games.map((c) => c.level))].sort((a, b) => a - b).map((level) => {
    const { games: n, won } = totals(games.filter((c) => c.level === level));
    const percent = Math.round((100 * won) / n);
    return { label: String(level), all: 100, part: percent, text: `${percent}%` };
  });
}

/** How many minutes games took, by the machine's level.
 * @param {Count[]} list @returns {Bar[]} */
export function byLength(list) {
  const games = list.filter((c) => c.what === "game" && c.level > 0);
  return [...new Set(games.map((c) => c.level))].sort((a, b) => a - b).map((level) => {
    const minutes = totals(games.filter((c) => c.level === level)).minutes;
    return { label: String(level), all: minutes, part: 0, text: minutes < 9.95 ? minutes.toFixed(1) : String(Math.round(minutes)) };
  });
}

/** Draws bars in place of what a drawing shows.
 * @param {SVGElement} into @param {Bar[]} bars @param {string} title what is drawn, for those who do not see it */
export function drawBars(into, bars, title) {
  const [step, high, top] = [Math.min(40, 320 / Math.max(bars.length, 8)), 96, 16];
  const most = Math.max(...bars.map((b) => b.all), 1);
  const every = Math.ceil(30 / step); // labels have room
  into.setAttribute("viewBox", `0 0 320 ${high + top + 22}`);
  into.setAttribute("aria-label", [title, ...bars.map((b) => `${b.label}: ${b.text}`)].join(", "));
  into.replaceChildren(...bars.map((b, i) => {
    const [x, all, part] = [i * step, (b.all / most) * high, (b.part / most) * high];
    return svg("g", {}, svg("rect", { x: x + step * 0.15, y: top + high - all, width: step * 0.7, height: all, rx: 2 }),
      ...(part ? [svg("rect", { class: "part", x: x + step * 0.15, y: top + high - part, width: step * 0.7, height: part, rx: 2 })] : []),
      svg("text", { x: x + step / 2, y: top + high - all - 4 }, every > 1 ? "" : b.text), svg("text", { x: x + step / 2, y: top + high + 16 }, i % every ? "" : b.label));
  }));
}

/** Draws them for the period that is chosen, and returns those of it.
 * @param {Count[]} counts */
export function drawCounts(counts) {
  const list = since(counts, Number(element("period", HTMLSelectElement).value), new Date());
  const all = totals(list);
  for (const id of ["plots", "plots-key"]) document.getElementById(id)?.toggleAttribute("hidden", !all.games);
  setText("visits-say", !all.games ? say("op.none", { visits: all.visits }) : say("op.sum", { visits: all.visits, games: all.games, won: all.won, minutes: all.minutes.toFixed(all.minutes < 10 ? 1 : 0) }));
  for (const [id, bars, title] of /** @type {const} */ ([["plot-hour", byHour(list), "op.perHour"], ["plot-level", byLevel(list), "op.byLevel"], ["plot-length", byLength(list), "op.byLength"]])) {
    const into = document.getElementById(id);
    if (into instanceof SVGElement) drawBars(into, bars, say(title));
  }
  return list;
}

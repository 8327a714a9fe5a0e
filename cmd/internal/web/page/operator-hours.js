// The exhibit's timetable: shown as bars, changed in a form.

import { send } from "./ask.js";
import { button, element, html, svg } from "./draw.js";
import { readWeek, spans, split, writeWeek } from "./hours-lines.js";
import { attempt, tell } from "./toast.js";
import { say } from "./words.js";

/** @import { Timetable, Timetables } from "../contract.d.ts" */

const days = /** @type {const} */ (["op.mon", "op.tue", "op.wed", "op.thu", "op.fri", "op.sat", "op.sun"]);
const times = "\\d{1,2}:\\d\\d-\\d{1,2}:\\d\\d";

/** @param {string} value */
function bar(value) {
  return html("span", { className: "day" }, svg("svg", { viewBox: "0 0 24 1", preserveAspectRatio: "none", "aria-hidden": "true" },
    ...spans(value).map(([from, to]) => svg("rect", { x: from, y: 0, width: to - from, height: 1 }))));
}

/** @param {string[] | null} week */
function drawWeek(week) {
  element("always", HTMLInputElement).checked = !week;
  const body = element("week").querySelector("tbody");
  body?.replaceChildren(...days.map((day, i) => {
    const value = week?.[i] ?? "";
    const input = html("input", { value, placeholder: say("op.closed"), pattern: `(${times}( +${times})*)?`, title: say("op.timesHow"), disabled: !week, autocomplete: "off" });
    input.setAttribute("aria-label", say(day));
    const line = html("td", { className: "bar" }, bar(value));
    input.addEventListener("input", () => line.replaceChildren(bar(input.value)));
    const head = html("th", { scope: "row", textContent: say(day) });
    return html("tr", {}, head, line, html("td", {}, input));
  }));
}

/** A row of a list: two fields and a way to take it out.
 * @param {string} list @param {string} line */
function addRow(list, line) {
  const [a, b] = split(line);
  const dated = list === "exceptions";
  const first = html("input", { value: a, required: true, autocomplete: "off", ...(dated ? { pattern: "\\d{4}-\\d\\d-\\d\\d(\\.\\.\\d{4}-\\d\\d-\\d\\d)?", placeholder: "2026-12-24" } : { pattern: "\\d{1,2}:\\d\\d", placeholder: "18:00" }) });
  const second = html("input", { value: b, required: true, autocomplete: "off", ...(dated ? { pattern: `closed|${times}( +${times})*`, placeholder: "10:00-14:00", title: say("op.timesHow") } : { type: "number", min: "0", max: "100" }) });
  first.setAttribute("aria-label", say(dated ? "op.date" : "op.from"));
  second.setAttribute("aria-label", say(dated ? "op.times" : "op.percent"));
  const row = html("li", {}, first, second);
  row.append(html("button", { type: "button", textContent: say("op.remove"), onclick: () => row.remove() }));
  element(list).append(row);
  return first;
}

/** @param {string} list @param {string[]} lines */
function drawList(list, lines) {
  element(list).replaceChildren();
  for (const line of lines) addRow(list, line);
}

/** @param {string} list */
const readList = (list) => [...element(list).children].map((row) => [...row.querySelectorAll("input")].map((i) => i.value.trim()).join(" "));

let same = true; // as far as is known, the table keeps the hours of its configuration

/** @param {Timetables} told */
function draw({ now, configured }) {
  same = JSON.stringify(now) === JSON.stringify(configured);
  drawWeek(readWeek(now.hours));
  drawList("exceptions", now.exceptions);
  drawList("volumes", now.volume);
  drawList("brightness", now.brightness);
  element("goodbye", HTMLInputElement).value = String(Math.round(now.goodbye / 60));
  element("configured").hidden = same;
  sayOrigin();
}

function sayOrigin() {
  element("hours-say").textContent = say(same ? "op.fromFile" : "op.fromPage");
}

/** Says the form in the page's present language, with what was written into it. */
export function sayHours() {
  drawWeek(week());
  for (const list of ["exceptions", "volumes", "brightness"]) drawList(list, readList(list));
  sayOrigin();
}

/** The week that the form has; null for one that is always open. */
const week = () => element("always", HTMLInputElement).checked ? null : [...element("week").querySelectorAll("input")].map((i) => i.value);

/** What the form says.
 * @returns {Timetable} */
function read() {
  return { hours: writeWeek(week()), exceptions: readList("exceptions"), goodbye: 60 * Number(element("goodbye", HTMLInputElement).value), volume: readList("volumes"), brightness: readList("brightness") };
}

const path = "/api/timetable";

/** Asks for the timetable and shows it; hides its card where there is none. */
export async function lookAtHours() {
  try {
    draw(await send(path));
    element("hours").hidden = false;
  } catch {
    element("hours").hidden = true;
  }
}

/** Makes the form work. */
export function playHours() {
  element("always").addEventListener("change", () => drawWeek(element("always", HTMLInputElement).checked ? null : ["", "10:00-17:00", "10:00-17:00", "10:00-17:00", "10:00-17:00", "10:00-17:00", "10:00-17:00"]));
  for (const [id, list] of [["add-exception", "exceptions"], ["add-volume", "volumes"], ["add-brightness", "brightness"]]) button(id).addEventListener("click", () => addRow(list, "").focus());
  element("hours-form").addEventListener("submit", (e) => {
    e.preventDefault();
    attempt(async () => {
      draw(await send(path, { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(read()) }));
      tell(say("op.saved"));
    });
  });
  button("configured").addEventListener("click", () => attempt(async () => draw(await send(path, { method: "DELETE" }))));
}

// The keys of the page, and the list of them. A setting turns those of single letters
// off, for people who speak to their computer or press keys by accident.

import { button, element, html } from "./draw.js";
import { isOn, turn } from "./settings.js";
import { viewed } from "./views.js";
import { say } from "./words.js";

/** @import { Code } from "./words.js" */

/** What a key presses: a button of the page, or something to do. What changes the table's
 * game is pressed only where that game is shown.
 * @type {Array<{ key: string, what: Code, press?: string, played?: boolean, run?: () => void }>} */
const keys = [
  { key: "n", what: "newGame", press: "new" },
  { key: "u", what: "undo", press: "undo", played: true },
  { key: "h", what: "hint.ask", press: "hint-ask", played: true },
  { key: "p", what: "pause", press: "pause", played: true },
  { key: "l", what: "way.look", press: "library-open" },
  { key: "m", what: "way.menu", press: "menu-open" },
  { key: "c", what: "set.names", run: () => turn("names") },
  { key: "t", what: "set.numbers", run: () => turn("numbers") },
  { key: "s", what: "set.sound", run: () => turn("sound") },
];

function list() {
  /** @param {string} key @param {Code} what */
  const row = (key, what) => html("div", {}, html("dt", {}, html("kbd", { textContent: key })), html("dd", { textContent: say(what) }));
  element("shortcuts-list").replaceChildren(row("← → ↑ ↓", "keys.move"), row("Enter", "keys.put"), ...keys.map(({ key, what }) => row(key.toUpperCase(), what)), row("Esc", "backToTable"), row("?", "keys.list"));
  element("shortcuts-dialog", HTMLDialogElement).showModal();
}

/** Makes the keys work. */
export function playShortcuts() {
  element("shortcuts-show").addEventListener("click", list);
  addEventListener("keydown", (e) => {
    const typing = e.target instanceof Element && e.target.closest("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");
    if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || typing || !isOn("shortcuts") || document.querySelector("dialog[open]")) return;
    const found = e.key === "?" ? { key: "?", run: list, press: "" } : keys.find((k) => k.key === e.key.toLowerCase());
    if (!found || ("played" in found && !["play", "menu"].includes(viewed()))) return;
    if (found.run) found.run();
    else if (found.press && !(element(found.press) instanceof HTMLButtonElement && (button(found.press).disabled || element(found.press).hidden))) element(found.press).click();
    e.preventDefault();
  });
}

// The views of the page and which one is open. The address says it behind the "#", so
// that the browser's back key closes what was opened: "" and "#play" are the table's
// game, "#menu" and what modules register here are others, and a game that is looked
// back at ("#game/...", "#tree/...") is the view "look", whose modules follow the address
// themselves.
//
// A module with a view of its own fills the element of the view's name and calls
// register(name, view) before start(). The way there in the rail and in the menu is
// hidden until then.

import { element } from "./draw.js";
import { named } from "./words.js";

/** @import { Position } from "./stones.js" */

/** A view of the page. All of it may be left out.
 * @typedef {object} View
 * @property {(rest: string) => void} [opened] what to do when it is opened, or opened at
 *   another place: rest is what stands behind "#name/"
 * @property {() => void} [closed] what to do when another view is opened
 * @property {() => void} [again] what to do when the table is there again while it is open
 * @property {() => (Position & { cols?: number, rows?: number }) | null} [position] what the board shows meanwhile; null or none
 *   for the table's game
 * @property {(point: string) => void} [tap] takes taps on the board, which then do not
 *   reach the table
 * @property {boolean} [sheet] it needs all the room, the board's too, where the window is
 *   high and narrow */

/** @type {Map<string, View>} */
const views = new Map([["play", {}], ["look", {}]]);

let open = "play";
let changed = () => {};

/** The view that is open: "play", "look", "menu", or what was registered. */
export const viewed = () => open;

/** What the open view wants of the board. */
export const view = () => /** @type {View} */ (views.get(open));

/** Adds a view.
 * @param {string} name of its element, its way, and its place in the address
 * @param {View} added */
export function register(name, added) {
  views.set(name, added);
  for (const way of document.querySelectorAll(`[data-way="${name}"]`)) if (way instanceof HTMLElement) way.hidden = false;
}

/** Goes to a view by the address.
 * @param {string} name "play" for the table's game */
export const go = (name) => {
  location.hash = name === "play" ? "" : name;
};

function follow() {
  const [name, ...rest] = location.hash.slice(1).split("/");
  const next = ["game", "tree"].includes(name) ? "look" : views.has(name) && name !== "look" ? name : "play";
  if (next !== open) view().closed?.();
  open = next;
  document.body.dataset.view = open;
  document.body.dataset.sheet = view().sheet ? "yes" : "no";
  for (const [name] of views) {
    const slot = document.getElementById(name);
    if (slot?.classList.contains("view")) slot.hidden = name !== open;
  }
  for (const way of document.querySelectorAll("[data-way]")) {
    if (way.getAttribute("data-way") === open) way.setAttribute("aria-current", "page");
    else way.removeAttribute("aria-current");
  }
  view().opened?.(rest.join("/"));
  entitle();
  changed();
}

/** Writes the open view's name over the panel, in the page's present language. */
export function entitle() {
  element("view-title").textContent = open === "play" ? "Stonehand" : named(`way.${open}`, open);
}

/** Follows the address from here on.
 * @param {() => void} draw draws the page after each change */
export function start(draw) {
  changed = draw;
  // The menu has the same ways as the rail, for windows without one.
  for (const way of document.querySelectorAll("#rail a[data-way]")) {
    if (way.getAttribute("data-way") === "menu") continue;
    const copy = /** @type {HTMLElement} */ (way.cloneNode(true));
    copy.removeAttribute("id");
    element("menu-ways").append(copy);
  }
  element("view-close").addEventListener("click", () => go("play"));
  addEventListener("hashchange", follow);
  addEventListener("keydown", (e) => {
    // Of what is being written nothing is left behind by accident. Who composes Chinese takes a
    // syllable back by this key.
    const writing = e.isComposing || (e.target instanceof Element && e.target.closest("textarea"));
    if (e.key === "Escape" && !e.defaultPrevented && open !== "play" && !writing && !document.querySelector("dialog[open]")) go("play");
  });
  follow();
}

// What the reader of the page chooses for its looks and ways, kept by the browser.

import { element } from "./draw.js";

/** What was chosen before; "" for nothing, or without storage.
 * @param {string} name */
export function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a choice; "" forgets it. Without storage it lasts as long as the page.
 * @param {string} name
 * @param {string} value */
export function keep(name, value) {
  try {
    if (value) localStorage.setItem(name, value);
    else localStorage.removeItem(name);
  } catch {
    // The choice has taken effect already.
  }
}

/** The switches, and how they stand until somebody chooses.
 * @type {Record<string, () => boolean>} */
const switches = { names: () => true, numbers: () => false, last: () => true, candidates: () => false, sound: () => true, confirm: () => matchMedia("(pointer: coarse)").matches, shortcuts: () => true };

/** @param {string} name */
const box = (name) => element(`set-${name}`, HTMLInputElement);

/** Whether a switch is on: "names" of lines and columns, "numbers" of the turns on their
 * stones, a mark on the "last" turn, the values of "candidates", "sound", "confirm" for each stone that a finger puts
 * down, and "shortcuts" by single keys.
 * @param {string} name */
export const isOn = (name) => box(name).checked;

/** Turns a switch.
 * @param {string} name */
export const turn = (name) => box(name).click();

/** Makes the settings work.
 * @param {() => void} changed draws the page after a change */
export function playSettings(changed) {
  const theme = element("theme", HTMLSelectElement);
  theme.value = kept("theme");
  theme.addEventListener("change", () => {
    keep("theme", theme.value);
    dispatchEvent(new Event("themechange"));
  });
  for (const [name, usual] of Object.entries(switches)) {
    box(name).checked = kept(name) ? kept(name) === "on" : usual();
    const show = () => {
      document.body.dataset[name] = isOn(name) ? "on" : "off";
    };
    show();
    box(name).addEventListener("change", () => {
      keep(name, isOn(name) ? "on" : "off");
      show();
      changed();
    });
  }
}

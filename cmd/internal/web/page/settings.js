// What the reader of the page chooses for its looks, kept by the browser.

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

/** Makes the settings work. */
export function playSettings() {
  const theme = element("theme", HTMLSelectElement);
  theme.value = kept("theme");
  theme.addEventListener("change", () => {
    keep("theme", theme.value);
    dispatchEvent(new Event("themechange"));
  });
}

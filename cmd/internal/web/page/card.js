// The card beside the board: which language is shown and printed.

import { element } from "./draw.js";
import { chooseLanguage, present } from "./words.js";

chooseLanguage();

/** @param {string} which a language, or "both" */
function show(which) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-card]"))) part.hidden = which !== "both" && part.dataset.card !== which;
  for (const b of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-show]"))) b.setAttribute("aria-pressed", String(b.dataset.show === which));
}

for (const b of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-show]"))) {
  b.addEventListener("click", () => {
    const which = b.dataset.show ?? "both";
    if (which === "en" || which === "zh") chooseLanguage(which);
    show(which);
  });
}
element("print").addEventListener("click", () => print());
show(present());

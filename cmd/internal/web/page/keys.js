// The buttons beside a simulated board: pushed down and let go as by a finger.

import { push } from "./ask.js";
import { element, html } from "./draw.js";
import { attempt } from "./toast.js";
import { present, say } from "./words.js";

/** @import { State } from "../contract.d.ts" */

let shown = "";
let last = Promise.resolve(); // of what was pushed: the letting go must not overtake it

/** Shows the buttons of a state's board.
 * @param {State} state */
export function showKeys(state) {
  const place = element("keys");
  const keys = state?.sim ? (state.buttons ?? []) : [];
  const now = JSON.stringify(keys) + present();
  if (now === shown) return;
  shown = now;
  place.hidden = keys.length === 0;
  place.replaceChildren(...keys.map((key) => {
    const { press, hold } = key.said?.[present()] ?? key;
    const words = [press, hold && say("held", { what: hold })].filter(Boolean);
    const b = html("button", { type: "button" }, html("b", {}, key.name), ` ${words.join(" · ")}`);
    b.dataset.key = key.name;
    let down = false;
    /** @param {boolean} to */
    const set = (to) => {
      if (to === down) return;
      down = to;
      last = last.then(() => attempt(() => push(key.name, to)));
    };
    b.addEventListener("pointerdown", (e) => {
      b.setPointerCapture(e.pointerId);
      set(true);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) b.addEventListener(end, () => set(false));
    b.addEventListener("keydown", (e) => ["Enter", " "].includes(e.key) && !e.repeat && set(true));
    b.addEventListener("keyup", (e) => ["Enter", " "].includes(e.key) && set(false));
    b.addEventListener("contextmenu", (e) => e.preventDefault()); // a long press on a phone
    return b;
  }));
}

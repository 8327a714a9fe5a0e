// Tells an exhibit that somebody uses the page: its show ends, or does not begin.

import { command } from "./ask.js";
import { element } from "./draw.js";
import { refused } from "./toast.js";

/** @import { State } from "../contract.d.ts" */

/** How often it is told at most, in milliseconds. */
const pause = 5000;

/** @param {() => State | null} current */
export function tellPresence(current) {
  let told = -Infinity;
  /** @param {Event} e */
  const here = (e) => {
    const attract = current()?.attract;
    if (!attract || (!attract.scene && performance.now() - told < pause)) return;
    told = performance.now();
    // Who only looks on, disturbs nothing; who wants to play, is told how.
    command({ do: "here" }).catch((error) => e.type === "click" && e.target === element("welcome-play") && refused(error));
  };
  // A screen reader presses without a pointer or a key.
  for (const kind of ["pointerdown", "keydown", "click"]) addEventListener(kind, here, { passive: true });
}

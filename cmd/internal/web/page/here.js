// Tells an exhibit that somebody uses the page: its show ends, or does not begin.

import { command } from "./ask.js";

/** @import { State } from "../contract.d.ts" */

/** How often it is told at most, in milliseconds. */
const pause = 5000;

/** @param {() => State | null} current */
export function tellPresence(current) {
  let told = -Infinity;
  const here = () => {
    const attract = current()?.attract;
    if (!attract || (!attract.scene && performance.now() - told < pause)) return;
    told = performance.now();
    command({ do: "here" }).catch(() => {}); // who only looks on, disturbs nothing
  };
  // A screen reader presses without a pointer or a key.
  for (const kind of ["pointerdown", "keydown", "click"]) addEventListener(kind, here, { passive: true });
}

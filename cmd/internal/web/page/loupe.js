// The loupe: under a finger the board is shown larger, above the finger, with the point
// that is meant. Where a finger's stone is confirmed, lifting the finger proposes the
// point, and a second tap there or the button puts the stone down.

import { pitch } from "./board.js";
import { element, html, svg } from "./draw.js";
import { say } from "./words.js";

/** @import { Board } from "./board.js" */

const size = 148; // CSS pixels across
const shown = 4 * pitch; // of the drawing, across

/** The point that waits to be confirmed, "" for none. */
let proposed = "";

/** What waits to be confirmed. */
export const proposal = () => proposed;

/** Lets fingers play on a board.
 * @param {Board} board
 * @param {() => boolean} active whether a tap on the board does anything
 * @param {(point: string) => boolean} confirms whether a stone there is to be confirmed
 * @param {() => void} changed draws once more */
export function playLoupe(board, active, confirms, changed) {
  const lens = svg("svg", { class: "drawing" });
  const aim = svg("circle", { class: "aim", r: pitch * 0.46 });
  const name = html("b", {});
  const loupe = html("div", { id: "loupe", hidden: true }, lens, name);
  loupe.setAttribute("aria-hidden", "true");
  element("board").append(loupe);

  /** The point nearest to a place of the window, "" for none.
   * @param {PointerEvent} e */
  function pointAt(e) {
    const screen = board.root.getScreenCTM();
    if (!screen) return "";
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(screen.inverse());
    return [...board.cells.keys()].find((p) => {
      const c = board.at(p);
      return Math.abs(c.x - at.x) <= pitch / 2 && Math.abs(c.y - at.y) <= pitch / 2;
    }) ?? "";
  }

  /** @param {PointerEvent} e @param {string} point */
  function show(e, point) {
    loupe.hidden = !point;
    if (!point) return;
    if (!lens.firstChild) lens.append(...[...board.root.children].filter((layer) => layer !== board.grid).map((layer) => layer.cloneNode(true)), aim);
    const { x, y } = board.at(point);
    lens.setAttribute("viewBox", `${x - shown / 2} ${y - shown / 2} ${shown} ${shown}`);
    aim.setAttribute("cx", String(x));
    aim.setAttribute("cy", String(y));
    name.textContent = point;
    const above = e.clientY - size - 40;
    loupe.style.left = `${Math.max(0, Math.min(e.clientX - size / 2, innerWidth - size))}px`;
    loupe.style.top = `${above < 0 ? e.clientY + 40 : above}px`;
  }

  /** @param {string} point */
  const put = (point) => {
    proposed = "";
    board.cell(point).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    changed();
  };
  let finger = -1;
  let lifted = 0; // when the last finger was, on the page's clock
  board.grid.addEventListener("pointerdown", (e) => {
    if (e.pointerType !== "touch" || !active()) return;
    finger = finger < 0 && e.isPrimary ? e.pointerId : -1; // two fingers enlarge the page
    show(e, finger < 0 ? "" : pointAt(e));
  });
  board.grid.addEventListener("pointermove", (e) => e.pointerId === finger && show(e, pointAt(e)));
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    board.grid.addEventListener(end, (e) => {
      if (e.pointerId !== finger) return;
      finger = -1;
      loupe.hidden = true;
      lens.replaceChildren();
      lifted = e.timeStamp;
      const point = end === "pointerup" && active() ? pointAt(e) : "";
      if (!point) return;
      if (point === proposed || !confirms(point)) put(point);
      else {
        proposed = point;
        changed();
      }
    });
  }
  // The click that the browser makes of the same touch says nothing new.
  board.grid.addEventListener("click", (e) => e.isTrusted && e.timeStamp - lifted < 500 && lifted > 0 && e.stopImmediatePropagation(), true);
  element("propose-put").onclick = () => proposed && put(proposed);
  element("propose-not").onclick = () => {
    proposed = "";
    changed();
  };
}

/** Shows the buttons for what waits to be confirmed.
 * @param {boolean} possible whether a stone may still go there */
export function showProposal(possible) {
  if (!possible) proposed = "";
  element("propose").hidden = !proposed;
  element("propose-put").textContent = say("propose.put", { point: proposed });
}

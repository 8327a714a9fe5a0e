// Keeps the keyboard near where it was. What has the focus may go away when the page is
// drawn again; by itself the browser then begins at the top of the page.

/** What had the focus last, until something is pressed with a pointer.
 * @type {HTMLElement | null} */
let last = null;
/** The same at the table's game, before something else was shown in its place.
 * @type {HTMLElement | null} */
let before = null;
let waiting = false;

// Where the focus goes, what is likely to come next first; the title takes it where there
// is no button.
const successors = ["#answers button", "#go-acts button:enabled:not([hidden])", "#end-again", "#review-close", "#tree-close", "#view-close", "#headline"];
/** Two buttons that share a place.
 * @type {Record<string, string>} */
const twins = { "pause": "move-now", "move-now": "pause" };

/** @param {Element | null | undefined} e
 * @returns {e is HTMLElement} */
const takes = (e) => e instanceof HTMLElement && e.isConnected && e.checkVisibility({ visibilityProperty: true }) && !e.matches(":disabled");

const atTable = () => takes(document.getElementById("headline"));

function move() {
  waiting = false;
  if (!last || ![last, document.body].includes(/** @type {HTMLElement} */ (document.activeElement)) || document.querySelector("dialog[open]")) return;
  const found = [last, document.getElementById(last.id), document.getElementById(twins[last.id] ?? ""), atTable() ? before : null, ...successors.map((s) => document.querySelector(s))].find(takes);
  if (found && found !== document.activeElement) found.focus({ preventScroll: true });
}

/** Has the focus moved on, if need be, once everything is drawn. */
export function keepFocus() {
  if (!waiting) queueMicrotask(move);
  waiting = true;
}

/** Notes from here on what has the focus. */
export function playFocus() {
  document.getElementById("headline")?.setAttribute("tabindex", "-1");
  addEventListener("focusin", (e) => {
    if (!(e.target instanceof HTMLElement)) return;
    last = e.target;
    if (atTable() && !last.closest("dialog")) before = last;
  });
  addEventListener("pointerdown", () => {
    last = null;
  });
}

// Who may do what from here: the PIN that the table shows, logging in and out.

import { get, post } from "./ask.js";
import { element, html } from "./draw.js";
import { attempt } from "./toast.js";
import { say } from "./words.js";

/** @import { Me, PIN } from "../contract.d.ts" */

const again = 60000; // ms until the PIN is asked for again, which changes

/** What may be done from here.
 * @type {Me | null} */
let me = null;
/** The PIN; null where it is not for this screen.
 * @type {PIN | null} */
let pin = null;
let changed = () => {};

/** Whether the table takes from here what players ask of it. */
export const mayPlay = () => me?.role !== "look";

/** Asks again what may be done from here, and shows it. */
export async function lookAtAccess() {
  try {
    me = await get("/api/me");
    pin = me?.shows ? await get("/api/pin") : null;
  } catch {
    // It is asked again when the line stands again.
  }
  showAccess();
}

/** @param {string} path @param {object} body */
async function run(path, body) {
  await attempt(() => post(path, body));
  await lookAtAccess();
  changed();
}

/** @param {Me} now */
function form(now) {
  const what = now.pin && now.password ? "both" : now.pin ? "pin" : "password";
  const secret = html("input", { id: "access-secret", type: "password", required: true, autocomplete: "current-password", maxLength: 64 });
  if (what === "pin") secret.inputMode = "numeric";
  const ask = html("form", { id: "access-form" }, html("p", { textContent: say(`access.${what}`) }),
    html("label", { className: "field" }, html("span", { textContent: say(`access.field.${what}`) }), secret, html("button", { textContent: say("ok") })));
  ask.addEventListener("submit", (e) => {
    e.preventDefault();
    const given = secret.value.trim();
    secret.value = ""; // what is typed keeps the card from being drawn again
    run("/api/login", now.pin && /^\d{6}$/.test(given) ? { pin: given } : { password: given });
  });
  return ask;
}

/** Shows what may be done from here, in the page's language. */
export function showAccess() {
  const card = element("access");
  const typing = document.activeElement instanceof HTMLInputElement && card.contains(document.activeElement) && document.activeElement.value;
  if (!me || typing) return;
  const asks = me.role !== "operate" && (me.pin || me.password);
  const invites = pin && !pin.hint ? pin : null;
  const leaves = me.logged_in || me.role === "play";
  card.hidden = !(asks || invites || leaves);
  /** @type {HTMLElement[]} */
  const parts = [html("h3", { id: "access-title", textContent: invites && !asks ? say("access.join") : say(`access.${me.role}`) })];
  if (invites) {
    parts.push(html("img", { id: "access-code", src: `/api/pin.svg?until=${encodeURIComponent(invites.until)}`, alt: invites.link }),
      html("p", { id: "access-pin", textContent: say("access.scan", { pin: invites.pin }) }));
  }
  if (asks) parts.push(form(me));
  const actions = html("p", { className: "actions" });
  if (invites && me.role === "operate") actions.append(html("button", { id: "access-change", type: "button", textContent: say("access.change"), onclick: () => run("/api/pin/change", {}) }));
  if (leaves) actions.append(html("button", { id: "access-logout", type: "button", textContent: say("access.logout"), onclick: () => run("/api/logout", {}) }));
  if (actions.children.length) parts.push(actions);
  const asked = document.activeElement?.id === "access-secret";
  card.replaceChildren(...parts);
  if (asked) document.getElementById("access-secret")?.focus();
}

/** Leads who was refused for lack of a right to where the PIN is entered.
 * @param {Event} e */
function letIn(e) {
  if (!(e instanceof CustomEvent) || !["log-in", "locked"].includes(e.detail) || !document.getElementById("access-secret")) return;
  const ask = () => document.getElementById("access-secret")?.focus();
  if (location.hash === "#menu") return ask();
  addEventListener("hashchange", ask, { once: true });
  location.hash = "menu";
}

/** Makes the card work.
 * @param {() => void} onChange called when the role may be another one */
export function playAccess(onChange) {
  changed = onChange;
  addEventListener("refused", letIn);
  // The link in the table's QR code brings its PIN along.
  const brought = /^#pin=(\d{6})$/.exec(location.hash)?.[1];
  if (brought) {
    history.replaceState(null, "", location.pathname);
    run("/api/login", { pin: brought });
  } else {
    lookAtAccess();
  }
  setInterval(() => pin && lookAtAccess(), again);
}

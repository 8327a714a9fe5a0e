// A remote opponent: inviting one, accepting an invitation, and leaving.

import { get, post } from "./ask.js";
import { answered } from "./dialog.js";
import { element, html } from "./draw.js";
import { openingName } from "./opening.js";
import { attempt } from "./toast.js";
import { weiqiFields, weiqiIn } from "./weiqi.js";
import { say, side } from "./words.js";

/** @import { Invited, Linked, State } from "../contract.d.ts" */

/** How things stand; null where no remote opponent can play.
 * @type {Linked | null} */
let status = null;
/** @type {Invited | null} */
let invitation = null;
/** @type {State | null} */
let state = null;

/** Whether there is a game to leave. A table may have one of which the link's file is lost.
 * @param {Linked} now */
const inGame = (now) => now.session || Boolean(state?.elsewhere && !state.elsewhere.guest);

/** @param {Linked} now */
function about(now) {
  const e = state?.elsewhere;
  if (now.login && !now.may) return say("remote.locked");
  if (e?.link === "up") return e.name ? say("remote.upNamed", { name: e.name, side: side(e.color) }) : say("remote.up", { side: side(e.color) });
  if (e) return say(e.problem ? "remote.stopped" : "remote.down");
  if (now.session) return now.trouble || say("remote.connecting");
  return say(now.open ? "remote.open" : "remote.none");
}

function draw() {
  element("remote").hidden = !status;
  if (!status) return;
  element("remote-title").textContent = say("remote.title");
  element("remote-about").textContent = about(status);
  element("remote-invite").textContent = say("remote.invite");
  element("remote-join").textContent = say("remote.join");
  element("remote-copy").textContent = say("remote.copy");
  const playing = inGame(status);
  element("remote-leave").textContent = say(playing ? "remote.leave" : "remote.close");
  element("remote-invite").hidden = element("remote-join").hidden = playing || status.open || !status.may;
  element("remote-leave").hidden = !(playing || status.open) || !status.may;
  if (!status.open) invitation = null;
  // A link that only this computer can open is none for a guest.
  element("remote-link").hidden = !invitation || Boolean(invitation.hint);
  element("remote-how").textContent = !invitation ? "" : say(invitation.hint ? "remote.alone" : "remote.link");
  element("remote-address", HTMLInputElement).value = invitation?.link ?? "";
}

const patience = 2000; // ms until a link that carries no game is asked about again
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Asks again how things stand. While there is a link and no game on it, that may end
 * without a change of the table's state. */
export async function lookRemote() {
  try {
    /** @type {Linked} */
    const found = await get("/api/elsewhere");
    status = found.able ? found : null;
  } catch {
    status = null;
  }
  clearTimeout(timer);
  if (status?.session && !state?.elsewhere) timer = setTimeout(lookRemote, patience);
  draw();
}

/** One question with one answer, in a dialog; null for none.
 * @param {string} title
 * @param {string} ok what the button says
 * @param {...HTMLElement} fields
 * @returns {Promise<FormData | null>} */
async function asked(title, ok, ...fields) {
  const dialog = element("remote-dialog", HTMLDialogElement);
  const form = element("remote-form", HTMLFormElement);
  form.replaceChildren(html("h2", { textContent: title }), ...fields,
    html("p", { className: "actions" }, html("button", { type: "button", value: "cancel", textContent: say("cancel"), onclick: () => dialog.close("") }), html("button", { className: "main", value: "ok", textContent: ok })));
  return (await answered(dialog)) === "ok" ? new FormData(form) : null;
}

function colours() {
  return html("fieldset", {}, html("legend", { textContent: say("remote.guestPlays") }), html("div", { className: "choice" },
    ...["white", "black"].map((c) => html("label", {}, html("input", { type: "radio", name: "guest", value: c, checked: c === "white" }), html("span", { textContent: side(c) })))));
}

/** How the game is to begin, where there is a choice. */
function openings() {
  const list = state?.openings?.[state.game] ?? [];
  if (list.length < 2) return [];
  const options = list.map((kind) => new Option(openingName(kind), kind, false, kind === state?.opening?.kind));
  return [html("label", { className: "field" }, html("span", { textContent: say("opening") }), html("select", { name: "opening" }, ...options))];
}

async function invite() {
  const weiqi = state?.game === "go" ? weiqiFields(state) : null;
  const form = await asked(say("remote.invite"), say("remote.invite"), colours(), ...openings(), ...(weiqi ? [weiqi] : []), html("p", { textContent: say("remote.nowEnds") }));
  if (form) invitation = await post("/api/invite", { guest: form.get("guest"), game: state?.game, opening: form.get("opening") ?? undefined, clock: state?.clock?.control, ...(weiqi ? weiqiIn(weiqi) : {}) });
}

async function join() {
  const link = html("input", { required: true, autocomplete: "off", name: "link", type: "url" });
  const form = await asked(say("remote.join"), say("ok"), html("label", { className: "field" }, html("span", { textContent: say("remote.theirLink") }), link));
  if (form) await post("/api/join", { link: form.get("link") });
}

async function leave() {
  if (!status || !inGame(status) || await asked(say("remote.askLeave"), say("remote.leave"))) await post("/api/leave", {});
}

/** Makes the card work. */
export function playRemote() {
  for (const [id, what] of Object.entries({ "remote-invite": invite, "remote-join": join, "remote-leave": leave })) {
    element(id).onclick = async () => {
      await attempt(what);
      lookRemote();
    };
  }
  element("remote-copy").onclick = () => {
    element("remote-address", HTMLInputElement).select();
    // The clipboard's own interface is for pages over https only.
    if (document.execCommand("copy")) element("remote-copy").textContent = say("remote.copied");
  };
  lookRemote();
}

let known = "";

/** Shows what a state says of the remote opponent.
 * @param {State} next */
export function showRemote(next) {
  state = next;
  const key = JSON.stringify(next?.elsewhere ?? null);
  if (key !== known) {
    known = key;
    lookRemote();
  } else {
    draw();
  }
}

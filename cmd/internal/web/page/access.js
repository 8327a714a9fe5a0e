// Who may do what from here: the PIN that the table shows, logging in and out.

import { html } from "./draw.js";
import { present } from "./words.js";

const words = {
  en: {
    look: "You are looking on", play: "You may play", operate: "You are logged in",
    pin: "Enter the PIN that the table’s own screen shows to play.", both: "Enter the PIN that the table’s own screen shows to play, or the board’s password.", password: "Enter the board’s password to look after the board.",
    field: { pin: "PIN", both: "PIN or password", password: "Password" }, ok: "OK", logout: "Log out",
    join: "Play from your phone", scan: (pin) => `Scan the code, or open the page and enter the PIN ${pin}.`, change: "New PIN",
    noAnswer: "The machine did not answer. Try again.",
  },
  zh: {
    look: "您正在观看", play: "您可以下棋", operate: "您已登录",
    pin: "输入棋桌屏幕上显示的 PIN 码即可下棋。", both: "输入棋桌屏幕上显示的 PIN 码即可下棋，或输入棋盘的密码。", password: "输入棋盘的密码以管理棋盘。",
    field: { pin: "PIN 码", both: "PIN 码或密码", password: "密码" }, ok: "确定", logout: "退出登录",
    join: "用手机下棋", scan: (pin) => `扫描二维码，或打开此页面并输入 PIN 码 ${pin}。`, change: "更换 PIN 码",
    noAnswer: "机器没有回应，请再试一次。",
  },
};
const word = (key) => words[present()][key];

const card = document.getElementById("access");
let me = null; // as GET /api/me says
let shown = null; // as GET /api/pin says; null where the PIN is not for this screen
let changed = () => {};
let complain = () => {};

async function send(path, body) {
  const options = body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {};
  let answer;
  try {
    answer = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout(35000), ...options });
  } catch {
    throw new Error(word("noAnswer"));
  }
  const found = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(found?.error ?? word("noAnswer"));
  return found;
}

// The link in the table's QR code brings its PIN along.
const brought = /^#pin=(\d{6})$/.exec(location.hash)?.[1];
if (brought) history.replaceState(null, "", location.pathname);

/** Asks again what may be done from here, and shows it. */
export async function lookAtAccess() {
  try {
    me = await send("/api/me");
    shown = me.shows ? await send("/api/pin") : null;
  } catch {
    // It is asked again when the line stands again.
  }
  showAccess();
}

async function run(path, body) {
  try {
    await send(path, body);
  } catch (error) {
    complain(error);
  }
  await lookAtAccess();
  changed();
}

function form() {
  const what = me.pin && me.password ? "both" : me.pin ? "pin" : "password";
  const input = html("input", { id: "access-secret", type: "password", required: true, autocomplete: "current-password", maxLength: 64 });
  if (what === "pin") input.inputMode = "numeric";
  const ask = html("form", { id: "access-form" }, html("p", { textContent: word(what) }),
    html("label", { className: "field" }, html("span", { textContent: word("field")[what] }), input, html("button", { textContent: word("ok") })));
  ask.addEventListener("submit", (e) => {
    e.preventDefault();
    const given = input.value.trim();
    run("/api/login", me.pin && /^\d{6}$/.test(given) ? { pin: given } : { password: given });
  });
  return ask;
}

/** Shows what may be done from here, in the page's language. */
export function showAccess() {
  if (!me || card.contains(document.activeElement) && document.activeElement.value) return; // somebody is typing
  const asks = me.role !== "operate" && (me.pin || me.password);
  const invites = shown && !shown.hint;
  const leaves = me.logged_in || me.role === "play";
  card.hidden = !(asks || invites || leaves);
  const parts = [html("h3", { id: "access-title", textContent: invites && !asks ? word("join") : word(me.role) })];
  if (invites) {
    parts.push(html("img", { id: "access-code", src: `/api/pin.svg?until=${encodeURIComponent(shown.until)}`, alt: shown.link }), html("p", { id: "access-pin", textContent: word("scan")(shown.pin) }));
  }
  if (asks) parts.push(form());
  const actions = html("p", { className: "actions" });
  if (invites && me.role === "operate") actions.append(html("button", { id: "access-change", type: "button", textContent: word("change"), onclick: () => run("/api/pin/change", {}) }));
  if (leaves) actions.append(html("button", { id: "access-logout", type: "button", textContent: word("logout"), onclick: () => run("/api/logout", {}) }));
  if (actions.children.length) parts.push(actions);
  card.replaceChildren(...parts);
}

/** Makes the card work; on.changed() is called when the role may be another one. */
export function playAccess(on) {
  ({ changed, complain } = on);
  if (brought) run("/api/login", { pin: brought });
  else lookAtAccess();
  setInterval(() => shown && lookAtAccess(), 60000); // the PIN changes
}

// Players elsewhere: inviting one, accepting an invitation, and leaving.

import { html } from "./draw.js";
import { openingName } from "./opening.js";
import { present, say, side } from "./words.js";

const element = (id) => document.getElementById(id);

const words = {
  en: {
    title: "Play with somebody elsewhere", invite: "Invite", join: "Accept an invitation", leave: "Leave", close: "Close the invitation", copy: "Copy", copied: "Copied",
    guestPlays: "The guest plays", begins: "Opening", nowEnds: "The game begins when the guest comes; the one on the table ends then.",
    alone: "No guest can open this computer’s page yet. Put the computer on a network, set listen = \":8019\" and a password under [web] in its configuration, and restart.",
    link: "Give this link to your guest, and to nobody else. It is good for one guest and for 24 hours.",
    theirLink: "The link that you were given", ok: "OK",
    none: "Nobody elsewhere plays.", open: "An invitation is open.", up: (c) => `${c} is played elsewhere.`, down: "The link is cut; the game waits.", connecting: "Connecting to the other table…",
    locked: "Only the board’s own computer, or who has logged in, may command the board now.", askLeave: "Leave the game with the player elsewhere?", noAnswer: "The machine does not answer.",
  },
  zh: {
    title: "与远端棋手对弈", invite: "邀请", join: "接受邀请", leave: "退出", close: "关闭邀请", copy: "复制", copied: "已复制",
    guestPlays: "客人执", begins: "开局", nowEnds: "客人到来时对局开始；桌上的对局随即结束。",
    alone: "客人还无法打开这台电脑的页面。请将电脑接入网络，在配置的 [web] 下设置 listen = \":8019\" 和密码，然后重新启动。",
    link: "请将此链接只交给您的客人。仅限一位客人，24小时内有效。",
    theirLink: "您收到的链接", ok: "确定",
    none: "没有远端棋手。", open: "邀请已发出。", up: (c) => `${c}由远端棋手执子。`, down: "连接已断开，对局等待中。", connecting: "正在连接对方棋桌…",
    locked: "现在只有棋盘所在的计算机或已登录者可以操作。", askLeave: "要退出与远端棋手的对局吗？", noAnswer: "机器没有应答。",
  },
};
const word = (key, ...args) => {
  const w = words[present()][key];
  return typeof w === "function" ? w(...args) : w;
};

let status = null; // as GET /api/elsewhere says; null where nobody elsewhere can play
let invitation = null;
let state = null;

async function send(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
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

function about() {
  const e = state?.elsewhere;
  if (status.login && !status.may) return word("locked");
  if (e?.link === "up") return word("up", e.name ? `${side(e.color)} (${e.name})` : side(e.color));
  if (e?.problem) return e.problem;
  if (e) return word("down");
  if (status.session) return status.trouble || word("connecting");
  return status.open ? word("open") : word("none");
}

function draw() {
  element("elsewhere").hidden = !status;
  if (!status) return;
  element("elsewhere-title").textContent = word("title");
  element("elsewhere-about").textContent = about();
  for (const id of ["invite", "join", "copy"]) element(`elsewhere-${id}`).textContent = word(id);
  element("elsewhere-leave").textContent = word(status.session ? "leave" : "close");
  element("elsewhere-invite").hidden = element("elsewhere-join").hidden = status.session || status.open || !status.may;
  element("elsewhere-leave").hidden = !(status.session || status.open) || !status.may;
  if (!status.open) invitation = null;
  // A link that only this computer can open is none for a guest.
  element("elsewhere-link").hidden = !invitation || Boolean(invitation.hint);
  element("elsewhere-how").textContent = !invitation ? "" : word(invitation.hint ? "alone" : "link");
  element("elsewhere-address").value = invitation?.link ?? "";
}

/** Asks again how things stand. */
export async function lookElsewhere() {
  try {
    const found = await send("/api/elsewhere");
    status = found.able ? found : null;
  } catch {
    status = null;
  }
  draw();
}

// One question with one answer: a form in a dialog, resolved with it or null.
function asked(title, ok, ...fields) {
  const dialog = element("elsewhere-dialog");
  element("elsewhere-form").replaceChildren(
    html("h2", { textContent: title }), ...fields,
    html("p", { className: "actions" }, html("button", { type: "button", value: "cancel", textContent: say("cancel"), onclick: () => dialog.close("") }), html("button", { className: "main", value: "ok", textContent: ok })),
  );
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "ok" ? new FormData(element("elsewhere-form")) : null), { once: true }));
}

const field = (label, props) => html("label", { className: "field" }, html("span", { textContent: label }), html("input", { required: true, autocomplete: "off", ...props }));

function colours() {
  return html("fieldset", {}, html("legend", { textContent: word("guestPlays") }), html("div", { className: "choice" },
    ...["white", "black"].map((c) => html("label", {}, html("input", { type: "radio", name: "guest", value: c, checked: c === "white" }), html("span", { textContent: side(c) })))));
}

// How the game is to begin, where there is a choice.
function openings() {
  const list = state?.openings?.[state.game] ?? [];
  if (list.length < 2) return [];
  const options = list.map((kind) => new Option(openingName(kind), kind, false, kind === state.opening?.kind));
  return [html("label", { className: "field" }, html("span", { textContent: word("begins") }), html("select", { name: "opening" }, ...options))];
}

/** Makes the card work; complain(error) says what went wrong. */
export function playElsewhere(complain) {
  const run = (what) => async () => {
    try {
      await what();
    } catch (error) {
      complain(error);
    }
    lookElsewhere();
  };
  element("elsewhere-invite").onclick = run(async () => {
    const form = await asked(word("invite"), word("invite"), colours(), ...openings(), html("p", { textContent: word("nowEnds") }));
    if (form) invitation = await send("/api/invite", { guest: form.get("guest"), game: state?.game, opening: form.get("opening") ?? undefined, clock: state?.clock?.control });
  });
  element("elsewhere-join").onclick = run(async () => {
    const form = await asked(word("join"), word("ok"), field(word("theirLink"), { name: "link", type: "url" }));
    if (form) await send("/api/join", { link: form.get("link") });
  });
  element("elsewhere-leave").onclick = run(async () => {
    if (!status.session || await asked(word("askLeave"), word("leave"))) await send("/api/leave", {});
  });
  element("elsewhere-copy").onclick = () => {
    const input = element("elsewhere-address");
    input.select();
    // The clipboard's own interface is for pages over https only.
    if (document.execCommand("copy")) element("elsewhere-copy").textContent = word("copied");
  };
  lookElsewhere();
}

let known = "";

/** Shows what a state says of the player elsewhere. */
export function showElsewhere(next) {
  state = next;
  const key = JSON.stringify(next?.elsewhere ?? null);
  if (key !== known) {
    known = key;
    lookElsewhere();
  } else {
    draw();
  }
}

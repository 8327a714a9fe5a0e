// The operator's corner: the table's parts, its sensors, visitors, hours, and the log.

import { command, get, post } from "./ask.js";
import { confirmed } from "./dialog.js";
import { button, element, html, setText } from "./draw.js";
import { keepLive } from "./live.js";
import { playArm, showArm } from "./operator-arm.js";
import { lookAtHours, playHours, sayHours } from "./operator-hours.js";
import { answerName, answersHere } from "./question.js";
import { drawSensors, flaws, settled } from "./sensor-map.js";
import { attempt, tell } from "./toast.js";
import { drawCounts } from "./visit-counts.js";
import { chooseLanguage, locale, named, present, say, told } from "./words.js";

/** @import { Count, LogLine, Me, Overview, Sensors, State, Waiting } from "../contract.d.ts" */

const looks = 5000; // ms from one look at the log and the queue to the next
const recounts = 60000; // ms from one look at the visitors to the next
const blinks = 500; // ms from one reading of the sensors to the next

/** @type {State | null} */
let state = null;
/** @type {Overview | null} */
let overview = null;
/** @type {Me | null} */
let me = null;
/** The sensors as they are measured; null while nobody wants to know.
 * @type {Sensors | null} */
let measured = null;
let live = false;
/** @type {Count[]} */
let counts = [];
/** @type {Waiting | null} */
let queue = null;
let working = false; // the cards have been filled

function drawHealth() {
  const states = (state?.devices ?? []).map((d) => d.state);
  const worst = states.includes("bad") ? "bad" : states.includes("weak") || overview?.hint ? "weak" : "well";
  element("health").dataset.state = worst;
  setText("health", say(/** @type {const} */ ({ well: "op.allWell", weak: "op.someWeak", bad: "op.someBad" })[worst]));
}

/** A line of the devices: what it is, how it is, and how to test it.
 * @param {string} name @param {string} how @param {string} detail */
function device(name, how, detail) {
  const row = html("li", {}, html("span", { className: "lamp" }), html("span", { textContent: say(/** @type {import("./words.js").Code} */ (`op.dev.${name}`)) }), html("b", { textContent: detail || say(/** @type {import("./words.js").Code} */ (`op.is.${how}`)) }));
  row.dataset.state = how;
  row.dataset.device = name;
  if ((name === "lights" || name === "voice") && how !== "none") row.append(html("button", { type: "button", textContent: say("op.test"), onclick: () => attempt(() => command({ do: "test", answer: name })) }));
  return row;
}

function drawDevices() {
  if (!state) return;
  const weak = flaws(state);
  const list = (state.devices ?? []).map((d) => device(d.name, d.state, d.name === "sensors" && d.state === "weak" && weak.length ? say("op.weakAt", { points: weak.slice(0, 4).join(" ") }) : ""));
  if (overview) list.push(device("network", overview.hint ? "weak" : "well", overview.hint ? say("op.onlyHere") : ""));
  const key = list.map((row) => row.textContent + (row.dataset.state ?? "")).join();
  const into = element("device-list");
  if (into.dataset.key !== key) into.replaceChildren(...list);
  into.dataset.key = key;
  setText("fault", told(state).fault);
}

function drawMap() {
  if (!state) return;
  const now = (live && measured) || settled(state);
  const { left, bottom, cols } = state.board;
  const names = flaws(state);
  const marked = new Set(names.map((p) => (Number(p.slice(1)) - 1 + bottom) * cols + "ABCDEFGHIJKLMNOPQRST".indexOf(p[0]) + left));
  const says = say("op.points", { n: now.cols * now.rows, weak: names.length });
  const map = document.getElementById("map");
  if (map) drawSensors(map, now, marked, says);
  setText("map-says", says);
  setText("map-weak", names.join(" "));
  setText("map-field", live ? say(now.fields.length ? "op.fields" : "op.noFields") : "");
  element("live").setAttribute("aria-pressed", String(live));
}

function drawNow() {
  if (!state) return;
  setText("scene", state.said?.[present()]?.scene || told(state).message);
  setText("game", [named(`game.${state.game}`, state.game), say("level", { n: state.level }), say("watch.turn", { n: state.moves.length + (state.result ? 0 : 1) })].join(" · "));
  setText("pause", say(state.phase === "paused" ? "op.resume" : "op.pause"));
  button("pause").hidden = Boolean(state.result) || state.phase === "closed" || state.phase === "attract";
  button("open").hidden = state.phase !== "closed";
  const question = state.question;
  const asks = element("asks");
  const key = question ? `${question.id} ${answersHere(question).map(answerName)}` : "";
  if (asks.dataset.key === key) return;
  asks.dataset.key = key;
  asks.replaceChildren(...answersHere(question).map((o) => html("button", { type: "button", textContent: answerName(o), onclick: () => attempt(() => command({ do: "answer", question: question?.id, answer: o.answer })) })));
}

function drawSettings() {
  if (!state) return;
  element("volume-label").hidden = !state.voice;
  if (state.voice) {
    const slider = element("volume", HTMLInputElement);
    if (document.activeElement !== slider) slider.value = String(state.voice.volume);
    setText("volume-says", say("op.volume", { n: state.voice.volume }));
  }
  button("shutdown").hidden = !state.shutdown;
  button("restart").hidden = !overview?.restart;
  button("logout").hidden = !me?.logged_in;
  if (!overview) return;
  setText("speaks", say(overview.language === "zh" ? "op.speaksChinese" : "op.speaksEnglish"));
  setText("version", say("op.version", { version: overview.version, at: overview.reach, n: overview.streams }));
  const hours = (Date.now() - Date.parse(overview.started)) / 3600000;
  setText("up", hours < 1 ? say("op.upMinutes", { n: Math.max(0, Math.round(hours * 60)) }) : hours < 48 ? say("op.upHours", { n: Math.round(hours) }) : say("op.upDays", { n: Math.floor(hours / 24) }));
}

/** Shows who waits, and how to join.
 * @param {Waiting | null} q */
function drawQueue(q) {
  queue = q;
  if (!q) return;
  setText("join-how", q.hint ? say("op.onlyHere") : q.link ? say("watch.how", { at: q.link.replace(/^https?:\/\/|#.*$/g, "") }) : "");
  setText("code", q.code);
  const list = state?.queue;
  const places = [...(list?.playing ? [{ ...list.playing, how: "op.plays" }] : []), ...(list?.called ? [{ ...list.called, how: "op.called" }] : []), ...(list?.waiting ?? []).map((p) => ({ ...p, how: "op.waits" }))];
  const into = element("places");
  const key = JSON.stringify([places, present()]);
  if (into.dataset.key === key) return;
  into.dataset.key = key;
  into.replaceChildren(...places.map((p) => html("li", {}, html("span", { textContent: `${p.number} ${p.name} · ${named(p.how, "")}` }),
    html("button", { type: "button", textContent: say("op.remove"), onclick: () => attempt(async () => drawQueue(await post("/api/queue/leave", { number: p.number }))) }))));
}

/** @param {LogLine[]} lines */
function drawLog(lines) {
  const only = element("warnings", HTMLInputElement).checked;
  const list = element("lines");
  const low = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
  list.replaceChildren(...lines.filter((l) => !only || l.level !== "INFO").slice(-100).map((l) => {
    const row = html("li", {}, html("time", { textContent: new Date(l.at).toLocaleTimeString(locale()) }), html("span", { textContent: l.text }));
    row.dataset.level = l.level;
    return row;
  }));
  if (low) list.scrollTop = list.scrollHeight;
}

function draw() {
  setText("language", say("other"));
  element("language").setAttribute("aria-label", say("otherLabel"));
  document.title = `${say("op.title")} · Stonehand`;
  if (!state || me?.role !== "operate") return;
  drawHealth();
  drawNow();
  drawDevices();
  drawMap();
  drawSettings();
  drawQueue(queue);
  showArm(state);
}

/** Asks for what does not come by itself. */
async function look() {
  if (me?.role !== "operate" || document.hidden) return;
  try {
    const [o, lines, q] = await Promise.all([get("/api/operator"), get("/api/log"), get("/api/queue")]);
    overview = o;
    drawLog(lines);
    drawQueue(q);
    draw();
  } catch {
    // It is asked again.
  }
}

async function lookAtVisits() {
  try {
    counts = await get("/api/visits");
    drawCounts(counts);
    element("visits").hidden = false;
  } catch {
    // A table that is no exhibit counts nobody, and its card stays hidden.
  }
}

/** Counts again where visitors are counted: the page stays open for days. */
function recount() {
  if (!document.hidden && !element("visits").hidden && me?.role === "operate") lookAtVisits();
}

async function measure() {
  if (!live || document.hidden) return;
  try {
    measured = await get("/api/sensors");
  } catch {
    measured = null;
  }
  drawMap();
}

/** Asks who looks at this, and shows the cards or what it takes to see them. */
async function enter() {
  try {
    me = await get("/api/me");
  } catch {
    return;
  }
  const may = me?.role === "operate";
  element("login").hidden = may;
  element("cards").hidden = !may;
  element("login-field").hidden = element("login-go").hidden = !me?.password;
  setText("login-how", say(me?.password ? "op.loginHow" : "op.locked"));
  if (!may) return;
  draw();
  if (!working) {
    working = true;
    lookAtHours();
    lookAtVisits();
  }
  look();
}

/** @param {string} id @param {import("./words.js").Code} question @param {import("./words.js").Code} ok @param {() => Promise<unknown>} what */
const sure = (id, question, ok, what) => button(id).addEventListener("click", async () => {
  if (await confirmed(say(question), say(ok))) attempt(what);
});

chooseLanguage();
playHours();
playArm();
element("language").addEventListener("click", () => {
  chooseLanguage(present() === "zh" ? "en" : "zh");
  element("device-list").dataset.key = "";
  draw();
  drawCounts(counts);
  sayHours();
  enter();
});
element("login").addEventListener("submit", (e) => {
  e.preventDefault();
  attempt(async () => {
    const password = element("password", HTMLInputElement);
    await post("/api/login", { password: password.value });
    password.value = ""; // who comes after a logout is to know it
    await enter();
  });
});
button("pause").addEventListener("click", () => attempt(() => command({ do: state?.phase === "paused" ? "resume" : "pause" })));
button("open").addEventListener("click", () => attempt(() => command({ do: "open" })));
button("live").addEventListener("click", () => {
  live = !live;
  drawMap();
  measure();
});
sure("arm-resume", "askResumeArm", "op.armResume", () => command({ do: "resume-arm" }));
sure("fresh", "op.askFresh", "op.fresh", () => command({ do: "new-game" }));
sure("calibrate", "op.askCalibrate", "op.calibrate", () => command({ do: "calibrate" }));
sure("shutdown", "op.askShutdown", "op.shutdown", () => command({ do: "shutdown" }));
sure("restart", "op.askRestart", "op.restart", async () => {
  await post("/api/restart", {});
  tell(say("op.restarting"));
});
button("logout").addEventListener("click", () => attempt(async () => {
  await post("/api/logout", {});
  await enter();
}));
element("volume").addEventListener("change", () => attempt(() => command({ do: "volume", volume: Number(element("volume", HTMLInputElement).value) })));
element("period").addEventListener("change", () => {
  drawCounts(counts);
  recount();
});
element("warnings").addEventListener("change", look);
keepLive({
  online(now) {
    document.body.dataset.online = now ? "yes" : "no";
    element("offline").hidden = now;
    setText("offline", say("watch.away"));
    if (now) enter();
  },
  state(now) {
    state = now;
    draw();
  },
  thinking() {},
  fault() {},
  analysis() {},
});
setInterval(look, looks);
setInterval(recount, recounts);
setInterval(measure, blinks);
draw();

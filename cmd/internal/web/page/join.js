// Joins the queue from a phone, and says when it is one's turn.

import { get, post } from "./ask.js";
import { button, element, setText } from "./draw.js";
import { chooseLanguage, present, say } from "./words.js";

/** @import { Waiting } from "../contract.d.ts" */

const pause = 3000; // ms from one look at the queue to the next

/** How the queue is, and when that was heard, on performance.now()'s clock.
 * @type {Waiting | null} */
let now = null;
let heard = 0;
let error = "";

/** What the sentences of each state are called. */
const titles = /** @type {const} */ ({ "": "join.title", waiting: "join.waiting", called: "join.called", playing: "join.playing", gone: "join.gone" });
const leads = /** @type {const} */ ({ "": "join.lead", waiting: "join.waitingLead", called: "join.calledLead", playing: "join.playingLead", gone: "join.lead" });

function draw() {
  const place = now?.place ?? null;
  const state = place?.state ?? "";
  document.body.dataset.state = state;
  setText("language", say("other"));
  element("language").setAttribute("aria-label", say("otherLabel"));
  setText("title", say(titles[state]));
  setText("lead", say(leads[state]));
  element("form").hidden = state !== "" && state !== "gone";
  element("place").hidden = !element("form").hidden;
  element("here").hidden = state !== "called";
  element("open").hidden = state !== "playing";
  setText("leave", say(state === "playing" ? "join.done" : "join.leave"));
  if (place) {
    setText("number", String(place.number));
    setText("ahead", state !== "waiting" ? place.name : place.ahead ? say(place.ahead === 1 ? "join.oneAhead" : "join.ahead", { n: place.ahead }) : say("join.first"));
  }
  drawHeld();
  setText("error", error);
  document.title = `${say(titles[state])} · Stonehand`;
}

function drawHeld() {
  const place = now?.place;
  const left = place?.held_ms ? Math.max(0, Math.ceil((place.held_ms - (performance.now() - heard)) / 1000)) : 0;
  setText("held", left ? say("join.held", { s: left }) : "");
}

/** Takes how the queue is, and makes itself felt when one is called.
 * @param {Waiting} answer */
function take(answer) {
  const called = answer.place?.state === "called" && now?.place?.state === "waiting";
  now = answer;
  heard = performance.now();
  error = "";
  draw();
  if (called) navigator.vibrate?.([300, 150, 300]);
}

/** @param {() => Promise<Waiting>} what */
async function ask(what) {
  try {
    take(await what());
  } catch (e) {
    error = e instanceof Error ? e.message : String(e);
    draw();
  }
}

const look = () => ask(() => get("/api/queue"));

chooseLanguage();
const letters = element("letters", HTMLInputElement);
letters.value = /^#([A-Za-z]{4})$/.exec(location.hash)?.[1] ?? "";
element("language").addEventListener("click", () => {
  chooseLanguage(present() === "zh" ? "en" : "zh");
  draw();
});
element("form").addEventListener("submit", (e) => {
  e.preventDefault();
  ask(() => post("/api/queue", { code: letters.value, name: element("name", HTMLInputElement).value }));
});
button("here").addEventListener("click", () => ask(() => post("/api/queue/here", {})));
button("leave").addEventListener("click", () => ask(() => post("/api/queue/leave", {})));
setInterval(() => {
  if (now?.place && now.place.state !== "gone" && !document.hidden) look();
}, pause);
setInterval(drawHeld, 1000);
document.addEventListener("visibilitychange", () => document.hidden || look());
look();

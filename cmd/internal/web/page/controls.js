// The buttons and the dialogs behind them.

import { command } from "./ask.js";
import { clockChoice } from "./clocks.js";
import { chosenOpening, offerOpenings } from "./opening.js";
import { say, stoneWord } from "./words.js";

const element = (id) => document.getElementById(id);

// Who waits for a dialog's answer.
const waiting = new Map();

// A dialog's answer: its returnValue once it has been closed. The close event
// comes a moment after the closing, when the dialog may be open again already: it
// is then not about this question.
function answer(dialog) {
  waiting.get(dialog)?.(dialog.returnValue);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    const closed = () => {
      if (!dialog.open) finish(dialog.returnValue);
    };
    const finish = (value) => {
      dialog.removeEventListener("close", closed);
      waiting.delete(dialog);
      done(value);
    };
    waiting.set(dialog, finish);
    dialog.addEventListener("close", closed);
  });
}

// With a clock the machine plans from that.
const clock = clockChoice(() => (element("time-field").hidden = clock.value() !== "none"));

function whoPlays(human) {
  if ((human ?? []).length === 2) return "both";
  return human?.[0] ?? "none";
}

// The games that can be chosen: for another game only, and if there is a choice.
function offerGames(state, seats) {
  const games = state.games ?? [];
  const names = say("gameNames");
  element("game").replaceChildren(...games.map((name) => new Option(names[name] ?? name, name)));
  element("game").value = state.game ?? games[0] ?? "";
  element("game-field").hidden = seats || games.length < 2;
}

// Who plays what, for a new game or, with do "seats", for the present one.
async function newGame(state, what = "new-game") {
  const dialog = element("new-dialog");
  const seats = what === "seats";
  element("new-title").textContent = say(seats ? "seats" : "newGame");
  element("new-ok").textContent = say(seats ? "change" : "start");
  const form = dialog.querySelector("form");
  offerGames(state, seats);
  offerOpenings(state, seats);
  form.human.value = whoPlays(state.human);
  form.level.value = state.level || 5;
  element("level-out").value = form.level.value;
  form.time.value = state.time || 5;
  const control = state.clock?.control || "none";
  clock.set(control);
  element("new-hint").textContent = seats ? say("seatsHint") : state.moves?.length && !state.result ? say("replaces") : "";
  if ((await answer(dialog)) !== "ok") return null;
  // A clock that stays is not named: to begin it anew is another matter.
  const change = clock.value() === control ? {} : { clock: clock.value() };
  return { do: what, ...(seats ? {} : { game: element("game").value || state.game || "connect6", ...chosenOpening() }), human: form.human.value, level: Number(form.level.value), time: Number(form.time.value), ...change };
}

async function confirmed(text, ok) {
  element("ask-text").textContent = text;
  element("ask-ok").textContent = ok;
  return (await answer(element("ask-dialog"))) === "ok";
}

/**
 * Makes the buttons work. current() returns the state, done(state) takes the
 * state after a command, complain(error) says why there is none.
 */
export function playControls({ current, done, complain }) {
  async function run(body) {
    try {
      done(await command(body));
    } catch (error) {
      complain(error);
    }
  }
  element("level").addEventListener("input", (e) => (element("level-out").value = e.target.value));
  element("new-dialog").querySelector('[value="cancel"]').addEventListener("click", () => element("new-dialog").close("cancel"));
  element("new").addEventListener("click", async () => {
    const body = await newGame(current());
    if (body) run(body);
  });
  element("seats").addEventListener("click", async () => {
    const body = await newGame(current(), "seats");
    if (body) run(body);
  });
  element("shutdown").addEventListener("click", async () => {
    if (await confirmed(say("askShutdown"), say("shutdown"))) run({ do: "shutdown" });
  });
  element("real-board").addEventListener("change", async (e) => {
    await run({ do: "hands", answer: e.target.checked ? "own" : "help" });
    e.target.checked = !current()?.helping; // as it is, also after a refusal
  });
  element("refill").addEventListener("click", () => run({ do: "refill" }));
  element("resume-arm").addEventListener("click", async () => {
    if (await confirmed(say("askResumeArm"), say("resumeArm"))) run({ do: "resume-arm" });
  });
  element("resign").addEventListener("click", async () => {
    if (await confirmed(say("askResign"), say("askResignOk"))) run({ do: "resign" });
  });
  element("volume").addEventListener("input", (e) => showVolume(Number(e.target.value)));
  element("volume").addEventListener("change", (e) => run({ do: "volume", volume: Number(e.target.value) }));
  element("undo").addEventListener("click", () => run({ do: "undo" }));
  element("move-now").addEventListener("click", () => run({ do: "move-now" }));
  element("pause").addEventListener("click", () => run({ do: current().phase === "paused" ? "resume" : "pause" }));
}

function showVolume(volume) {
  element("volume-out").value = volume || say("mute");
}

/** Shows which buttons make sense for a state; state is null when the machine is away. */
export function showControls(state) {
  const off = !state || state.phase === "off";
  const busy = off || state.phase === "calibrate";
  const over = busy || state.phase === "over";
  const away = state?.elsewhere;
  element("new").disabled = busy || Boolean(away) && !(over && away.host);
  element("seats").disabled = busy;
  element("shutdown").hidden = !state?.shutdown;
  element("shutdown").disabled = off;
  const trays = state?.trays ?? [];
  element("refill").hidden = !trays.length;
  element("refill").disabled = off;
  element("refill").textContent = say("refill", trays.map((t) => say("trayHas", t.unsure ? `${t.left}–${t.left + t.unsure}` : t.left, stoneWord(t.color))).join(say("comma")));
  element("refill").classList.toggle("main", trays.some((t) => t.left <= t.low));
  element("resume-arm").hidden = !state?.arm_cause;
  element("resume-arm").disabled = off || state.arm_pressed;
  element("resume-arm").textContent = say("resumeArm");
  element("controls").dataset.shutdown = state?.shutdown ? "yes" : "no";
  // A resignation and a loss on time can be taken back before any turn was played.
  element("undo").disabled = busy || !(state.moves?.length || ["resign", "time"].includes(state.reason));
  element("resign").disabled = over || !(state.human ?? []).length;
  element("voice").hidden = !state?.voice;
  const slider = element("volume");
  slider.disabled = off;
  // Not under the finger that moves it.
  if (state?.voice && !slider.matches(":active")) {
    slider.value = state.voice.volume;
    showVolume(state.voice.volume);
  }
  element("move-now").disabled = state?.phase !== "thinking";
  element("pause").disabled = over || Boolean(away);
  element("pause").textContent = say(state?.phase === "paused" ? "resume" : "pause");
}

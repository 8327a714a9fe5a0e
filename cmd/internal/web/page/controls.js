// The buttons beside the board.

import { command, post } from "./ask.js";
import { confirmed } from "./dialog.js";
import { button, element, setText } from "./draw.js";
import { askPlayers, playNewGame, showReplaced } from "./new-game.js";
import { attempt, tell } from "./toast.js";
import { named, say, side } from "./words.js";

/** @import { Command, State } from "../contract.d.ts" */

/** Makes the buttons work.
 * @param {() => State | null} current the state
 * @param {(state: State) => void} done takes the state after a command */
export function playControls(current, done) {
  /** @param {Command} body */
  const run = (body) => attempt(async () => done(await command(body)));
  /** @param {string} id @param {(state: State) => Promise<Command | null> | Command} asked */
  const on = (id, asked) => {
    let waits = false; // for the answer, on a slow line: who presses again means the same
    element(id).addEventListener("click", async () => {
      const state = current();
      const body = state && await asked(state);
      if (!body || waits) return;
      waits = true;
      await run(body);
      waits = false;
    });
  };
  /** @param {string} id @param {Command} body @param {() => string} text @param {() => string} ok */
  const onSure = (id, body, text, ok) => on(id, async () => ((await confirmed(text(), ok())) ? body : null));
  playNewGame();
  on("new", (state) => askPlayers(state, "new-game"));
  on("seats", (state) => askPlayers(state, "seats"));
  on("undo", () => ({ do: "undo" }));
  on("pass", () => ({ do: "pass" }));
  on("move-now", () => ({ do: "move-now" }));
  on("pause", (state) => ({ do: state.phase === "paused" ? "resume" : "pause" }));
  on("refill", () => ({ do: "refill" }));
  on("resign", async (state) => {
    // Of two people, whose turn it is resigns.
    const text = state.human.length === 2 ? say("askResignFor", { side: side(state.side) }) : say("askResign");
    if (!(await confirmed(text, say("resign")))) return null;
    const now = current();
    if (now?.game_id === state.game_id && (state.human.length === 1 || now.side === state.side)) return { do: "resign" };
    tell(say("resignAgain"));
    return null;
  });
  onSure("shutdown", { do: "shutdown" }, () => say("askShutdown"), () => say("shutdown"));
  element("stop-arm").addEventListener("click", () => attempt(() => post("/api/arm", { do: "stop" }))); // whatever else is under way
  onSure("resume-arm", { do: "resume-arm" }, () => say("askResumeArm"), () => say("resumeArm"));
  const own = element("real-board", HTMLInputElement);
  own.addEventListener("change", async () => {
    await run({ do: "hands", answer: own.checked ? "own" : "help" });
    own.checked = !current()?.helping; // as it is, also after a refusal
  });
  const volume = element("volume", HTMLInputElement);
  volume.addEventListener("input", () => showVolume(Number(volume.value)));
  volume.addEventListener("change", () => run({ do: "volume", volume: Number(volume.value) }));
}

/** @param {number} volume */
const showVolume = (volume) => setText("volume-out", volume ? String(volume) : say("mute"));

/** @param {State} state */
function showTrays({ trays }) {
  element("refill").hidden = !trays?.length;
  if (!trays?.length) return;
  const left = trays.map((t) => named(`tray.${t.color}`, "{n}").replace("{n}", t.unsure ? `${t.left}–${t.left + t.unsure}` : String(t.left)));
  element("refill").textContent = say("refill", { left: left.join(say("comma")) });
  element("refill").classList.toggle("main", trays.some((t) => t.left <= t.low));
}

/** Shows which buttons make sense for a state.
 * @param {State | null} state null when the table is away */
export function showControls(state) {
  const off = !state || state.phase === "off";
  const busy = off || state.phase === "calibrate";
  const replayed = state?.phase === "review";
  const over = busy || replayed || state.phase === "over";
  const remote = state?.elsewhere;
  const byHand = state?.arm_manual === "on" || state?.arm_manual === "moving"; // the game waits
  button("new").disabled = busy || byHand || Boolean(remote && !(over && remote.host));
  button("seats").disabled = busy || byHand || replayed;
  element("shutdown").hidden = !state?.shutdown;
  button("shutdown").disabled = off;
  if (state) {
    showTrays(state);
    showReplaced(state);
  } else element("refill").hidden = true;
  button("refill").disabled = off;
  element("stop-arm").hidden = !["unhomed", "homing", "working", "held", "parked"].includes(state?.arm_state ?? "") || Boolean(state?.arm_cause);
  element("resume-arm").hidden = !state?.arm_cause;
  button("resume-arm").disabled = off || state.arm_pressed;
  element("resume-arm").textContent = say("resumeArm");
  element("controls").dataset.shutdown = state?.shutdown ? "yes" : "no";
  // A resignation and a loss on time can be taken back before any turn was played.
  button("undo").disabled = busy || byHand || replayed || !(state.moves?.length || ["resign", "time"].includes(state.reason));
  element("how").hidden = over || !button("undo").disabled;
  button("resign").disabled = over || byHand || !state.human?.length;
  for (const id of ["new", "undo"]) element(`menu-${id}`).hidden = button(id).disabled;
  element("voice").hidden = !state?.voice;
  const slider = element("volume", HTMLInputElement);
  slider.disabled = off;
  // Not under the finger that moves it.
  if (state?.voice && !slider.matches(":active")) {
    slider.value = String(state.voice.volume);
    showVolume(state.voice.volume);
  }
  button("move-now").disabled = state?.phase !== "thinking";
  const paused = state?.phase === "paused";
  button("pause").disabled = over || byHand || Boolean(remote);
  element("pause").textContent = say(paused ? "resume" : "pause");
  element("pause").classList.toggle("main", paused);
  element("new").classList.toggle("main", !paused);
}

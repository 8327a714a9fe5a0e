// What is heard of a game, made by the browser itself: a stone, your turn, the end. A
// browser is silent until it was touched once.

import { isOn } from "./settings.js";

/** @import { State } from "../contract.d.ts" */

/** The notes of each sound: when in seconds, the frequency in hertz, how long.
 * @type {Record<string, Array<[number, number, number]>>} */
const notes = {
  stone: [[0, 190, 0.07], [0, 1240, 0.02]],
  turn: [[0.12, 660, 0.16], [0.24, 880, 0.22]],
  wrong: [[0, 233, 0.2], [0.18, 196, 0.3]],
  over: [[0, 523, 0.25], [0.2, 392, 0.5]],
  won: [[0, 523, 0.2], [0.14, 659, 0.2], [0.28, 784, 0.2], [0.42, 1047, 0.6]],
};

/** What is to be heard when a state follows another one.
 * @param {Pick<State, "phase" | "stones" | "to_move" | "human" | "result" | "game_id"> | null} before
 * @param {Pick<State, "phase" | "stones" | "to_move" | "human" | "result" | "game_id">} after
 * @returns {string[]} */
export function soundsOf(before, after) {
  if (!before || (before.game_id !== after.game_id && after.phase === "over")) return []; // a page that opens
  const heard = [];
  if ((after.stones?.length ?? 0) > (before.stones?.length ?? 0)) heard.push("stone");
  if (after.phase !== before.phase || after.to_move !== before.to_move) {
    if (after.phase === "over" && before.phase !== "over") heard.push(after.human?.length === 1 && after.human[0] === after.result ? "won" : "over");
    else if (after.phase === "repair" && before.phase !== "repair") heard.push("wrong");
    else if (after.phase === "human" && after.to_move && after.human?.length === 1 && after.human[0] === after.to_move) heard.push("turn");
  }
  return heard;
}

/** @type {AudioContext | null} */
let context = null;
let sounding = 0; // tones that have not ended

/** A context that runs keeps the processor and the loudspeaker awake, in silence too. */
function rest() {
  if (sounding === 0) void context?.suspend();
}

/** Lets the page be heard from the first touch on. */
export function playSound() {
  const wake = () => {
    if (!isOn("sound") || context) return;
    context = new AudioContext();
    void context.resume().then(rest);
  };
  for (const kind of ["pointerup", "keydown"]) addEventListener(kind, wake);
}

/** Sounds what has happened.
 * @param {State | null} before @param {State} after */
export function sound(before, after) {
  if (!context || !isOn("sound") || document.hidden) return;
  for (const name of soundsOf(before, after)) {
    void context.resume();
    for (const [at, frequency, long] of notes[name]) {
      const start = context.currentTime + at;
      const tone = new OscillatorNode(context, { type: "triangle", frequency });
      const gain = new GainNode(context, { gain: 0 });
      gain.gain.setValueAtTime(0.16, start);
      gain.gain.exponentialRampToValueAtTime(0.0008, start + long);
      tone.connect(gain).connect(context.destination);
      tone.start(start);
      tone.stop(start + long);
      sounding++;
      tone.onended = () => {
        sounding--;
        rest();
      };
    }
  }
}

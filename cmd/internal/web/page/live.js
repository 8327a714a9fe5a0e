// The line to the table: server-sent events, opened again by itself for as
// long as the page is open. A table whose power was cut closes no
// connection, so a silent line is tried with a request of its own. A line that a
// sleeping device has lost is as silent: it has not brought what the answer has, and
// is opened again. A table that has no stream left is asked for its state instead,
// again and again.

import { exchanged } from "./played.js";

const silence = 8000; // ms without an event before the table is asked
const patience = 5000; // ms the table has to answer
const pauses = [500, 1000, 2000, 3000]; // ms between attempts, the last repeated
const polling = 2000; // ms from one state to the next while there is no stream
const again = 5; // states between two attempts to open a stream

/** @import { Progress, State, Thought } from "../contract.d.ts" */

/** Keeps a stream open and says what the events carry, and whether the table is there.
 * A state has who played its game, not who is to play the next one.
 * The first state after online(true) may be older in version than the last one before.
 * @param {object} on
 * @param {(now: boolean) => void} on.online
 * @param {(state: State) => void} on.state
 * @param {(thought: Thought) => void} on.thinking
 * @param {(text: string) => void} on.fault
 * @param {(progress: Progress) => void} on.analysis */
export function keepLive(on) {
  /** @type {EventSource | null} */
  let source = null;
  let failures = 0;
  /** @type {boolean | null} */
  let online = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let heard = Date.now();
  let polls = 0; // states asked for since the last one that came by itself
  let version = 0; // of the last state

  /** @param {boolean} now */
  function tell(now) {
    if (now === online) return;
    online = now;
    on.online(now);
  }

  function hear() {
    heard = Date.now();
    failures = 0;
    tell(true);
  }

  /** @param {State} state */
  function take(state) {
    if (state.version < version) tell(false); // another run of the table
    version = state.version;
    hear();
    on.state(exchanged(state));
  }

  function retry() {
    source?.close();
    source = null;
    tell(false);
    clearTimeout(timer);
    timer = setTimeout(open, pauses[Math.min(failures++, pauses.length - 1)]);
  }

  /** @returns {Promise<State>} */
  async function ask() {
    const answer = await fetch("/api/state", { signal: AbortSignal.timeout(patience), cache: "no-store" });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  }

  // The stream has ended or was refused: the table may answer all the same.
  async function poll() {
    source?.close();
    source = null;
    clearTimeout(timer);
    try {
      const state = await ask();
      if (source) return;
      take(state);
      clearTimeout(timer);
      const [next, pause] = polls % again ? [poll, polling] : [open, polls ? polling : pauses[0]];
      polls++;
      timer = setTimeout(next, pause);
    } catch {
      if (!source) retry();
    }
  }

  function open() {
    clearTimeout(timer);
    source?.close();
    heard = Date.now();
    source = new EventSource("/api/events");
    source.onerror = poll;
    source.addEventListener("state", (e) => {
      polls = 0;
      take(JSON.parse(e.data));
    });
    source.addEventListener("thinking", (e) => {
      hear();
      on.thinking(JSON.parse(e.data));
    });
    source.addEventListener("fault", (e) => {
      hear();
      on.fault(JSON.parse(e.data).fault);
    });
    source.addEventListener("analysis", (e) => {
      hear();
      on.analysis(JSON.parse(e.data));
    });
  }

  async function check() {
    if (!source || Date.now() - heard < silence) return;
    const [asked, before] = [source, heard];
    try {
      const state = await ask();
      if (source !== asked || heard !== before) return; // the stream has brought something newer
      const missed = state.version !== version;
      take(state);
      if (missed) open();
    } catch {
      if (source === asked) retry();
    }
  }

  setInterval(check, 2000);
  addEventListener("online", () => source === null && open());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (source === null) open();
    else check();
  });
  open();
}

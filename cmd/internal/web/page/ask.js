// Requests to the machine. A refusal becomes an Error whose message is the
// machine's own sentence.

import { say } from "./words.js";

async function send(path, options) {
  let answer;
  try {
    answer = await fetch(path, { signal: AbortSignal.timeout(35000), cache: "no-store", ...options });
  } catch {
    throw new Error(say("noAnswer"));
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(body?.error ?? `${say("noAnswer")} (${answer.status})`);
  return body;
}

const post = (path, body) =>
  send(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Carries a command out and returns the state after it. */
export const command = (body) => post("/api/command", body);

/** Puts a stone on the simulated board. */
export const put = (point, color) => post("/api/sim/put", { point, color });

/** Lifts the stone off a point of the simulated board. */
export const lift = (point) => post("/api/sim/lift", { point });

/** Pushes a button of the simulated board down, or lets it go. */
export const push = (button, down) => post("/api/sim/push", { button, down });

/** The finished games, the latest first. */
export const finishedGames = () => send("/api/games", {});

const game = (id, what) => send(`/api/games/${encodeURIComponent(id)}/${what}`, {});

/** A finished game turn by turn. */
export const recordOf = (id) => game(id, "record");

/** What is thought of a finished game, and how its analysis stands. */
export const analysisOf = (id) => game(id, "analysis");

/** Begins or cancels an analysis and returns how it stands. */
export const askAnalysis = (body) => post("/api/analysis", body);

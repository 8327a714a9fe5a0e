// Requests to the table. A refusal becomes an Error whose message is the table's own
// sentence, or the page's for a code that it knows, and whose cause is the code.

import { named, present, say } from "./words.js";

/** @import { Analysis, AnalysisCommand, Command, Game, GameTree, Library, Progress, Record as GameRecord, State, Study, StudyOrder, Take, TreeEdit, TreeNode, Uploaded } from "../contract.d.ts" */

const patience = 35000; // ms

/** Sends a request and returns the answer.
 * @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
export async function send(path, options) {
  let answer;
  try {
    const { headers, ...rest } = options ?? {};
    answer = await fetch(path, { signal: AbortSignal.timeout(patience), cache: "no-store", ...rest, headers: { ...headers, "Accept-Language": present() } });
  } catch {
    throw new Error(say("noAnswer"));
  }
  const body = await answer.json().catch(() => null);
  // A command that is forbidden says why; only a point that is (409) has a word here.
  const word = answer.status === 403 && body?.code === "forbidden" ? "" : named(`refused.${body?.code}`, "");
  if (!answer.ok) throw new Error(word || (body?.error ?? `${say("noAnswer")} (${answer.status})`), { cause: body?.code });
  return body;
}

/** Asks for something.
 * @param {string} path */
export const get = (path) => send(path);

/** Has something done.
 * @param {string} path
 * @param {object} body */
export const post = (path, body) =>
  send(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** What is known of a position of Go.
 * @param {StudyOrder} order @returns {Promise<Study>} */
export const study = (order) => post("/api/study", order);

/** Carries a command out and returns the state after it.
 * @param {Command} body @returns {Promise<State>} */
export const command = (body) => post("/api/command", body);

/** Puts a stone on the simulated board.
 * @param {string} point @param {string} color */
export const put = (point, color) => post("/api/sim/put", { point, color });

/** Lifts the stone off a point of the simulated board.
 * @param {string} point */
export const lift = (point) => post("/api/sim/lift", { point });

/** Pushes a button of the simulated board down, or lets it go.
 * @param {string} name @param {boolean} down */
export const push = (name, down) => post("/api/sim/push", { button: name, down });

/** The finished games, the latest first.
 * @returns {Promise<Game[] | null>} */
export const finishedGames = () => get("/api/games");

/** @param {string} id @param {string} what */
const game = (id, what) => get(`/api/games/${encodeURIComponent(id)}/${what}`);

/** The link by which people take home the game that has just ended.
 * @returns {Promise<Take>} */
export const take = () => get("/api/take");

/** A finished game turn by turn.
 * @param {string} id @returns {Promise<GameRecord>} */
export const recordOf = (id) => game(id, "record");

/** What is thought of a finished game, and how its analysis stands.
 * @param {string} id @returns {Promise<Analysis>} */
export const analysisOf = (id) => game(id, "analysis");

/** Begins or cancels an analysis and returns how it stands.
 * @param {AnalysisCommand} body @returns {Promise<Progress>} */
export const askAnalysis = (body) => post("/api/analysis", body);

/** The games of the library that a query finds.
 * @param {string} query @returns {Promise<Library>} */
export const libraryOf = (query) => get(`/api/library?${query}`);

/** Adds a file of games to the library.
 * @param {File} file @returns {Promise<Uploaded>} */
export const addGames = (file) => send(`/api/library?name=${encodeURIComponent(file.name)}`, { method: "POST", headers: { "Content-Type": "application/x-go-sgf" }, body: file });

/** @param {string} id */
const shelved = (id) => `/api/library/${encodeURIComponent(id)}`;

/** @param {string} method @param {string} path @param {string} rev @param {object} [body] */
const change = (method, path, rev, body) =>
  send(path, { method, headers: { "Content-Type": "application/json", "If-Match": `"${rev}"` }, body: body && JSON.stringify(body) });

/** A game of the library with all its variations.
 * @param {string} id @returns {Promise<GameTree>} */
export const gameTree = (id) => get(shelved(id));

/** The nodes that edits of a game would make.
 * @param {string} id @param {string} rev @param {TreeEdit[]} edits
 * @returns {Promise<TreeNode[]>} */
export const tryMoves = async (id, rev, edits) => (await change("POST", `${shelved(id)}/try`, rev, { edits })).nodes;

/** Saves edits of a game and returns it as it is then.
 * @param {string} id @param {string} rev @param {TreeEdit[]} edits
 * @returns {Promise<GameTree>} */
export const saveTree = (id, rev, edits) => change("PUT", shelved(id), rev, { edits });

/** Has people led through a game of the library on the board, and returns the state.
 * @param {string} id @param {number} node @param {boolean} guess
 * @param {boolean} [win] the win that was forced, in place of how the game went on
 * @returns {Promise<State>} */
export const replay = (id, node, guess, win = false) => post(`${shelved(id)}/replay`, { node, guess, win });

/** Deletes a game of the library.
 * @param {string} id @param {string} rev */
export const deleteGame = (id, rev) => change("DELETE", shelved(id), rev);

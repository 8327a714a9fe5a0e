// The rules of each game in four steps: what the board shows, and what the reader is
// to put down. The words are known by the codes "learn.GAME.STEP" and "learn.GAME.STEP.title".

/** @typedef {import("./words.js").Code} Code */

/** A step of a lesson.
 * @typedef {object} Step
 * @property {Code} title
 * @property {Code} text
 * @property {string[]} black points of the black stones
 * @property {string[]} white of the white ones
 * @property {"black" | "white"} [color] of the stones that the reader puts down
 * @property {string[]} [put] where they go; nothing is to be put down if left out
 * @property {string[]} [or] where one of them may go as well
 * @property {string[]} [taken] stones that come off when they are down
 * @property {string[]} [line] the row that wins, once they are down
 * @property {string[]} [forbidden] where Black may not play
 * @property {number} [n] the number in its words */

/** @import { State } from "../contract.d.ts" */

/** Points of a row: from("G10", 1, 0, 6) are G10 to L10.
 * @param {string} point
 * @param {number} dx
 * @param {number} dy
 * @param {number} n */
export const from = (point, dx, dy, n) =>
  Array.from({ length: n }, (_, i) => String.fromCharCode(point.charCodeAt(0) + i * dx) + (Number(point.slice(1)) + i * dy));

/** The lesson of a game: of its kind, or of Connect6.
 * @param {string} [game] */
export const taught = (game = "connect6") => (game in lessons ? game : game.startsWith("gomoku") ? "gomoku" : "connect6");

/** The lessons by game. In short are the steps whose title and whose text say the rules without a board beside them.
 * @type {Record<string, { size: number, short: [title: number, text: number], steps: Step[] }>} */
export const lessons = {
  "connect6": { size: 19, short: [0, 1], steps: [
    { title: "learn.connect6.1.title", text: "learn.connect6.1", black: from("H8", 1, 1, 6), white: ["H10", "I8", "K8", "L9", "G11"], line: from("H8", 1, 1, 6) },
    { title: "learn.connect6.2.title", text: "learn.connect6.2", black: ["J10"], white: [], color: "white", put: ["I11", "K11"] },
    { title: "learn.connect6.3.title", text: "learn.connect6.3", black: [...from("H10", 1, 0, 4), "J12"], white: ["I11", "K11", "J8", "L8"], color: "white", put: ["G10", "L10"] },
    { title: "learn.connect6.4.title", text: "learn.connect6.4", black: [...from("H7", 1, 1, 4), "L8"], white: ["H8", "I10", "J7", "K12", "M9", "G6"], color: "black", put: ["L11", "M12"], line: from("H7", 1, 1, 6) },
  ] },
  "gomoku": { size: 15, short: [0, 1], steps: [
    { title: "learn.gomoku.1.title", text: "learn.gomoku.1", black: from("F6", 1, 1, 5), white: ["F7", "G6", "I7", "H9"], line: from("F6", 1, 1, 5) },
    { title: "learn.gomoku.2.title", text: "learn.gomoku.2", black: ["H8"], white: [], color: "white", put: ["I9"] },
    { title: "learn.gomoku.3.title", text: "learn.gomoku.3", black: from("G8", 1, 0, 3), white: ["I9", "H7"], color: "white", put: ["J8"], or: ["F8"] },
    { title: "learn.gomoku.4.title", text: "learn.gomoku.4", black: from("G6", 1, 1, 4), white: ["F5", "H6", "I9", "K8"], color: "black", put: ["K10"], line: from("G6", 1, 1, 5) },
  ] },
  "renju": { size: 15, short: [0, 0], steps: [
    { title: "learn.renju.1.title", text: "learn.renju.1", black: from("F6", 1, 1, 5), white: ["F7", "G6", "I7", "H9"], line: from("F6", 1, 1, 5) },
    { title: "learn.renju.2.title", text: "learn.renju.2", black: ["F8", "G8", "H6", "H7"], white: ["G10", "J9", "I5"], forbidden: ["H8"] },
    { title: "learn.renju.3.title", text: "learn.renju.3", black: ["E8", "F8", "G8", "I8", "J8"], white: ["F9", "G7", "I9", "I10"], forbidden: ["H8"] },
    { title: "learn.renju.4.title", text: "learn.renju.4", black: ["F9", "G6", "F6", "J7", "K9"], white: from("G7", 1, 1, 4), color: "white", put: ["K11"], line: from("G7", 1, 1, 5) },
  ] },
  "go": { size: 9, short: [3, 3], steps: [
    { title: "learn.go.1.title", text: "learn.go.1", black: ["D5", "E4", "F5"], white: ["E5"], color: "black", put: ["E6"], taken: ["E5"] },
    { title: "learn.go.2.title", text: "learn.go.2", black: ["C4", "D4", "C5", "D5"], white: ["B4", "B5", "C6", "D6", "E5", "E4", "C3"], color: "white", put: ["D3"], taken: ["C4", "D4", "C5", "D5"] },
    { title: "learn.go.3.title", text: "learn.go.3", black: ["A2", "B2", "C2", "D2", "D1", "B1"], white: ["A3", "B3", "C3", "D3", "E2", "E1"] },
    { title: "learn.go.4.title", text: "learn.go.4", black: from("D1", 0, 1, 9), white: from("F1", 0, 1, 9) },
  ] },
};

/** The steps of a lesson as they are for the game on the table, which may have a goal of its own.
 * @param {string} name
 * @param {Pick<State, "game" | "go"> | null} table
 * @returns {Step[]} */
export function stepsFor(name, table) {
  const { steps } = lessons[name];
  if (name === "gomoku" && table?.game === "gomoku-standard") return [{ ...steps[0], title: "learn.exactly.title", text: "learn.exactly" }, ...steps.slice(1)];
  if (name === "go" && table?.go?.capture) return [...steps.slice(0, -1), { title: "goFirstTo", text: "learn.capture", n: table.go.capture, black: ["D5", "E4", "F5", "E6"], white: [] }];
  return steps;
}

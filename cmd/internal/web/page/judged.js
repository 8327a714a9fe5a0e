// What is thought of the turns of a game: the list of turns, and the words on
// the one that is shown.

import { element, html, pip } from "./draw.js";
import { symbol, symbolOf } from "./graph.js";
import { say, sentences, side } from "./words.js";

/** @import { Judged, Record as GameRecord, Turning, Verdict } from "../contract.d.ts" */

/** A line that is on the board, and how far. @typedef {{ kind: "line" | "allowed" | "forced", to: number }} Line */
/** Puts a line on the board. @typedef {(kind: Line["kind"], to: number) => void} Choose */

/** @param {number} chance */
const percent = (chance) => `${Math.round(100 * chance)} %`;
const colors = ["black", "white"];
/** @param {string} color */
const other = (color) => (color === "black" ? "white" : "black");

/** What a position is worth to a side, in words.
 * @param {Verdict} v */
function worth(v) {
  if (v.over) return say(v.chance > 0.5 ? "won" : v.chance < 0.5 ? "lost" : "drawn");
  if (v.win) return say(v.win > 0 ? "winsIn" : "losesIn", { n: Math.abs(v.win) });
  return percent(v.chance);
}

/** The colour that plays a turn, from 1, of a game that first begins.
 * @param {number} turn @param {string} first */
export const mover = (turn, first) => (turn % 2 ? first : other(first));

/** What a mark says, in words: "" for none.
 * @param {Judged} [judged] */
function called(judged) {
  const kind = judged && symbolOf(judged);
  return kind ? say(`symbol.${kind}`) : "";
}

const sign = { "": "", good: "!", doubtful: "?", bad: "??" };

/** A turn in one sentence, for those who do not see the graph.
 * @param {Pick<GameRecord, "moves" | "first">} record
 * @param {Judged[]} turns
 * @param {number} at */
export function turnInWords({ moves, first }, turns, at) {
  if (!at) return say("beginning");
  const judged = turns[at - 1];
  const parts = [say("turnOf", { n: at, all: moves.length }), `${side(mover(at, first))} ${moves[at - 1].join(" ")}`];
  if (judged) parts.push(...[called(judged)].filter(Boolean), `${side("black")} ${percent(judged.black)}`);
  return parts.join(say("comma"));
}

/** A line, each of its turns a button that shows it on the board.
 * @param {string} label @param {Line["kind"]} kind @param {string[][]} line @param {string} color
 * @param {Line | null} shown @param {Choose} pick */
function chips(label, kind, line, color, shown, pick) {
  const list = html("ol", {}, ...line.map((turn, i) => {
    const chip = html("button", { type: "button", className: "chip", onclick: () => pick(kind, i + 1) },
      pip(i % 2 ? other(color) : color), turn.join(" "));
    chip.setAttribute("aria-pressed", String(shown?.kind === kind && shown.to === i + 1));
    chip.dataset.line = kind;
    return html("li", {}, chip);
  }));
  list.setAttribute("aria-label", label);
  return html("div", { className: "line" }, html("b", { textContent: label }), list);
}

/** Shows what is thought of one turn.
 * @param {GameRecord} record
 * @param {Judged[]} turns all or none
 * @param {Turning | null} turning why a side lost
 * @param {number} at the turn; 0 for the beginning
 * @param {Line | null} shown the line that is on the board
 * @param {Choose} pick puts one there */
export function showJudged({ game, moves, first }, turns, turning, at, shown, pick) {
  const judged = turns[at - 1];
  const title = element("judged-title");
  if (!at) {
    title.replaceChildren(say("beginning"));
  } else {
    title.replaceChildren(pip(mover(at, first)), ` ${at}. ${moves[at - 1].join(" ")} `);
    const kind = judged && symbolOf(judged);
    if (kind) title.append(symbol(kind), ` ${sign[judged.mark]} ${called(judged)}`);
  }
  const words = element("judged-words");
  const lines = element("judged-lines");
  lines.replaceChildren();
  if (at && at === moves.length && game.reason === "foul") {
    words.textContent = say("lostByFoul", { point: moves[at - 1].join(" ") });
    return;
  }
  if (!turns.length) {
    words.textContent = "";
    return;
  }
  if (!judged) {
    words.textContent = say("valueOf", { side: side(first), worth: worth(turns[0].before) });
    return;
  }
  const [own, opponent] = [side(judged.color), side(other(judged.color))];
  words.textContent = judged.line.length ? say("bestAndPlayed", { side: own, best: worth(judged.before), played: worth(judged.after) }) : say("valueOf", { side: own, worth: worth(judged.after) });
  if (judged.line.length) lines.append(chips(say("better"), "line", judged.line, judged.color, shown, pick));
  const forced = turning?.from === at ? turning.line : [];
  if (forced.length) lines.append(chips(say("why.line", { side: opponent }), "forced", forced, other(judged.color), shown, pick));
  else if (judged.allowed.length) lines.append(chips(say("thenWins", { side: opponent }), "allowed", judged.allowed, other(judged.color), shown, pick));
  if (turning?.turn === at) words.textContent = sentences(say("why.turn", { side: own }), words.textContent ?? "");
  if (forced.length) words.textContent = sentences(words.textContent ?? "", say("why.forced", { side: opponent }));
}

let listed = "";
/** @type {ResizeObserver | undefined} */
let resized;

// Brings the turn that is shown into sight within the list; the page itself
// stays where it is.
function keepInSight() {
  const list = element("turns");
  const row = /** @type {HTMLElement | null | undefined} */ (list.querySelector('[aria-current="true"]')?.parentElement);
  const [top, height] = row ? [row.offsetTop, row.offsetHeight] : [0, 0];
  if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight) list.scrollTop = top - (list.clientHeight - height) / 2;
}

/** Lists the turns, two to a row.
 * @param {GameRecord} record @param {Judged[]} turns @param {number} at
 * @param {(turn: number) => void} pick shows one */
export function listTurns(record, turns, at, pick) {
  const { moves, first } = record;
  const key = JSON.stringify([moves, first, turns.length, turns[0]?.before, say("better")]);
  const list = element("turns");
  if (!resized) {
    resized = new ResizeObserver(keepInSight);
    resized.observe(list);
  }
  if (key !== listed) {
    listed = key;
    /** @param {number} i */
    const cell = (i) => {
      if (i >= moves.length) return "";
      const judged = turns[i];
      const e = html("button", { type: "button", onclick: () => pick(i + 1) }, pip(mover(i + 1, first)), moves[i].join(" ") || "–");
      e.dataset.turn = String(i + 1);
      const kind = judged && symbolOf(judged);
      if (kind) e.append(symbol(kind));
      e.setAttribute("aria-label", turnInWords(record, turns, i + 1));
      return e;
    };
    const rows = [];
    for (let i = 0; i < moves.length; i += 2) {
      rows.push(html("li", {}, html("span", { textContent: `${i + 1}.` }), cell(i), cell(i + 1)));
    }
    list.replaceChildren(...rows);
  }
  for (const e of list.querySelectorAll('[aria-current="true"]')) e.removeAttribute("aria-current");
  const now = list.querySelector(`[data-turn="${at}"]`);
  now?.setAttribute("aria-current", "true");
  keepInSight();
}

const kinds = /** @type {const} */ (["good", "doubtful", "bad", "missed"]);

/** Shows what each side's turns amount to, in a table that says what the symbols mean.
 * @param {Judged[]} turns */
export function showSums(turns) {
  const table = element("sums", HTMLTableElement);
  table.hidden = !turns.length;
  const head = kinds.map((kind) => html("th", { scope: "col" }, symbol(kind), html("br"), say(`symbol.${kind}`)));
  /** @param {string} color */
  const row = (color) => {
    const own = turns.filter((t) => t.color === color);
    const loss = own.reduce((sum, t) => sum + Math.max(0, t.before.chance - t.after.chance), 0) / Math.max(own.length, 1);
    const name = html("th", { scope: "row" }, pip(color));
    name.setAttribute("aria-label", side(color));
    return html("tr", {}, name, ...kinds.map((kind) => html("td", { textContent: String(own.filter((t) => symbolOf(t) === kind).length) })),
      html("td", { textContent: percent(loss) }));
  };
  table.replaceChildren(html("thead", {}, html("tr", {}, html("td"), ...head, html("th", { scope: "col", textContent: say("meanLoss") }))),
    html("tbody", {}, ...colors.map(row)));
}

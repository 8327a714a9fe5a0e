// What is thought of the turns of a game: the list of turns, and the words on
// the one that is shown.

import { html, pip } from "./draw.js";
import { symbol, symbolOf } from "./graph.js";
import { say, side } from "./words.js";

const element = (id) => document.getElementById(id);
const percent = (chance) => `${Math.round(100 * chance)} %`;
const colors = ["black", "white"];
const other = (color) => colors[1 - colors.indexOf(color)];

/** What a position is worth to a side, in words. */
function worth(v) {
  if (v.over) return say(v.chance > 0.5 ? "won" : v.chance < 0.5 ? "lost" : "drawn");
  if (v.win) return say(v.win > 0 ? "winsIn" : "losesIn", Math.abs(v.win));
  return percent(v.chance);
}

/** The colour that plays a turn, from 1, of a game that first begins. */
export const mover = (turn, first) => (turn % 2 ? first : other(first));

/** What a mark says, in words: "" for none. */
const called = (judged) => (judged && symbolOf(judged) ? say("symbols")[symbolOf(judged)] : "");

const sign = { good: "!", doubtful: "?", bad: "??" };

/** A turn in one sentence, for those who do not see the graph. */
export function turnInWords({ moves, first }, turns, at) {
  if (!at) return say("beginning");
  const judged = turns[at - 1];
  const parts = [say("turnOf", at, moves.length), `${side(mover(at, first))} ${moves[at - 1].join(" ")}`];
  if (judged) parts.push(...[called(judged)].filter(Boolean), `${side("black")} ${percent(judged.black)}`);
  return parts.join(say("comma"));
}

// chips shows a line, each of its turns a button that shows it on the board.
function chips(label, kind, line, color, shown, pick) {
  const list = html("ol", {}, ...line.map((turn, i) => {
    const chip = html("button", { type: "button", className: "chip", onclick: () => pick(kind, i + 1) },
      pip(i % 2 ? other(color) : color), turn.join(" "));
    chip.setAttribute("aria-pressed", shown?.kind === kind && shown.to === i + 1);
    chip.dataset.line = kind;
    return html("li", {}, chip);
  }));
  list.setAttribute("aria-label", label);
  return html("div", { className: "line" }, html("b", { textContent: label }), list);
}

/**
 * Shows what is thought of one turn. shown is the line that is on the board, if
 * any: { kind, to }; pick(kind, to) puts one there.
 */
export function showJudged({ moves, first }, turns, at, shown, pick) {
  const judged = turns[at - 1];
  const title = element("judged-title");
  if (!at) {
    title.replaceChildren(say("beginning"));
  } else {
    title.replaceChildren(pip(mover(at, first)), ` ${at}. ${moves[at - 1].join(" ")} `);
    if (judged && symbolOf(judged)) title.append(symbol(symbolOf(judged)), ` ${sign[judged.mark] ?? ""} ${called(judged)}`);
  }
  const words = element("judged-words");
  const lines = element("judged-lines");
  lines.replaceChildren();
  if (!turns.length) {
    words.textContent = "";
    return;
  }
  if (!judged) {
    words.textContent = say("valueOf", side(first), worth(turns[0].before));
    return;
  }
  const [own, opponent] = [side(judged.color), side(other(judged.color))];
  words.textContent = judged.line.length ? say("bestAndPlayed", own, worth(judged.before), worth(judged.after)) : say("valueOf", own, worth(judged.after));
  if (judged.line.length) lines.append(chips(say("better"), "line", judged.line, judged.color, shown, pick));
  if (judged.allowed.length) lines.append(chips(say("thenWins", opponent), "allowed", judged.allowed, other(judged.color), shown, pick));
}

let listed = "";

// Brings the turn that is shown into sight within the list; the page itself
// stays where it is.
function keepInSight() {
  const list = element("turns");
  const row = list.querySelector('[aria-current="true"]')?.parentElement;
  const [top, height] = row ? [row.offsetTop, row.offsetHeight] : [0, 0];
  if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight) list.scrollTop = top - (list.clientHeight - height) / 2;
}
new ResizeObserver(keepInSight).observe(element("turns"));

/** Lists the turns, two to a row; pick(turn) shows one. */
export function listTurns(record, turns, at, pick) {
  const { moves, first } = record;
  const key = JSON.stringify([moves, first, turns.length, turns[0]?.before, say("better")]);
  const list = element("turns");
  if (key !== listed) {
    listed = key;
    const cell = (i) => {
      if (i >= moves.length) return "";
      const judged = turns[i];
      const e = html("button", { type: "button", onclick: () => pick(i + 1) }, pip(mover(i + 1, first)), moves[i].join(" ") || "–");
      e.dataset.turn = i + 1;
      if (judged && symbolOf(judged)) e.append(symbol(symbolOf(judged)));
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

const kinds = ["good", "doubtful", "bad", "missed"];

/** Shows what each side's turns come to, in a table that says what the symbols
 * mean. */
export function showSums(turns) {
  const table = element("sums");
  table.hidden = !turns.length;
  const head = kinds.map((kind) => html("th", { scope: "col" }, symbol(kind), html("br"), say("symbols")[kind]));
  const row = (color) => {
    const own = turns.filter((t) => t.color === color);
    const loss = own.reduce((sum, t) => sum + Math.max(0, t.before.chance - t.after.chance), 0) / Math.max(own.length, 1);
    const name = html("th", { scope: "row" }, pip(color));
    name.setAttribute("aria-label", side(color));
    return html("tr", {}, name, ...kinds.map((kind) => html("td", { textContent: own.filter((t) => symbolOf(t) === kind).length })),
      html("td", { textContent: percent(loss) }));
  };
  table.replaceChildren(html("thead", {}, html("tr", {}, html("td"), ...head, html("th", { scope: "col", textContent: say("meanLoss") }))),
    html("tbody", {}, ...colors.map(row)));
}

// The view of puzzles: a position on the board, a question, and the table's solver, which
// judges what is played and answers it. Nothing of it reaches the table's game.

import { get, post } from "./ask.js";
import { element, html } from "./draw.js";
import { kept, keep } from "./settings.js";
import { attempt } from "./toast.js";
import { register } from "./views.js";
import { named, present, say, sentences, side } from "./words.js";

/** @import { Puzzle, Puzzles, PuzzleStep, PuzzleVerdict } from "../contract.d.ts" */
/** @import { Mark } from "./stones.js" */

const games = ["connect6", "gomoku", "renju", "go"];

/** The puzzles that this browser has solved. */
const solved = () => new Set(kept("puzzles").split(" ").filter(Boolean));

/** Makes the view.
 * @param {() => void} draw draws the board
 * @param {() => string | undefined} played the game on the table
 * @returns {() => void} says the view again, in the page's present language */
export function playPuzzles(draw, played) {
  let game = "connect6";
  let wanted = ""; // a game or a puzzle, as it was chosen last
  /** @type {Puzzle[]} */
  let list = [];
  let at = 0;
  /** What was played since the position, the person's turns first, third and so on.
   * @type {PuzzleStep[]} */
  let steps = [];
  /** The person's turns.
   * @type {string[][]} */
  let turns = [];
  /** Stones of a turn that is not complete.
   * @type {string[]} */
  let down = [];
  /** The refutation's steps that are not shown yet.
   * @type {PuzzleStep[]} */
  let rest = [];
  /** @type {PuzzleVerdict | null} */
  let verdict = null;
  /** The next turn, once it was asked for, without points where no move works; a point is told at a time.
   * @type {string[] | null} */
  let hint = null;
  let busy = false;

  const puzzle = () => list[at];
  const other = () => (puzzle()?.to_move === "black" ? "white" : "black");

  /** Goes to a puzzle, or begins it again.
   * @param {number} n */
  function show(n) {
    [at, steps, turns, down, rest, verdict, hint] = [n, [], [], [], [], null, null];
    write();
    element("puzzles").scrollIntoView({ block: "start" }); // where the window is small
    draw();
  }

  /** @param {string} name */
  const choose = (name) => attempt(async () => {
    wanted = name;
    const of = games.includes(name) ? name : name.slice(0, name.indexOf("-"));
    const answer = /** @type {Puzzles} */ (await get(`/api/puzzles?game=${encodeURIComponent(of)}`));
    game = of;
    list = answer.puzzles;
    const done = solved();
    const asked = list.findIndex((p) => p.id === name);
    show(asked >= 0 ? asked : Math.max(0, list.findIndex((p) => !done.has(p.id))));
  });

  /** Tries a turn, or asks for a hint.
   * @param {string[] | null} turn */
  const ask = (turn) => attempt(async () => {
    if (busy) return;
    busy = Boolean(turn);
    const before = turns;
    const p = puzzle();
    try {
      const tried = turn ? [...turns, turn] : turns;
      const v = /** @type {PuzzleVerdict} */ (await post("/api/puzzles/try", { id: p.id, turns: tried, hint: !turn }));
      if (turns !== before) return;
      hint = turn ? null : v.hint;
      if (!turn) down = down.filter((point) => v.hint.includes(point));
      else {
        [verdict, turns, rest] = [v, tried, v.line];
        steps.push({ points: turn, taken: v.taken });
        if (v.right && !v.solved) steps.push(...rest.splice(0, 1));
        if (v.solved) keep("puzzles", [...solved().add(p.id)].join(" "));
      }
    } finally {
      if (turn) [busy, down] = [false, []];
      write();
      draw();
    }
  });

  function next() {
    const step = rest.shift();
    if (step) steps.push(step);
    write();
    draw();
  }

  /** The point of the hint that comes next. */
  const hinted = () => hint?.find((point) => !down.includes(point));

  /** What is asked, and what came of it. */
  function task() {
    const p = puzzle();
    const told = hinted();
    if (told && (!verdict || (verdict.right && !verdict.solved))) return say("puzzle.hinted", { point: told });
    if (hint?.length === 0) return say("puzzle.hinted", { point: `“${say("puzzle.none")}”` });
    const passes = p.game === "go" && steps.length > 1 && steps.at(-1)?.points.length === 0 ? say("tree.passes", { side: side(steps.length % 2 ? p.to_move : other()) }) : "";
    return passes && rest.length > 0 ? passes : sentences(passes, outcome(p));
  }

  /** What came of it. @param {Puzzle} p */
  function outcome(p) {
    if (!verdict) return down.length > 0 ? say("puzzle.second") : "";
    if (verdict.solved) return verdict.foul ? say("puzzle.foul", { foul: named(`foul.${verdict.foul}`, verdict.foul) }) : say("puzzle.right");
    if (!verdict.right) return rest.length > 0 ? say("puzzle.wrong", { side: side(other()) }) : verdict.line.length > 0 ? say("puzzle.refuted") : say(p.kind === "foul" ? "puzzle.not" : "puzzle.no");
    if (down.length > 0) return say("puzzle.second");
    return steps.at(-1)?.points.length === 0 ? say("puzzle.stuck", { side: side(other()) }) : say("puzzle.on", { side: side(p.to_move) });
  }

  /** @param {string} id @param {import("./words.js").Code} text @param {() => void} onclick @param {Partial<HTMLButtonElement>} [more] */
  const press = (id, text, onclick, more) => html("button", { id: `puzzle-${id}`, type: "button", textContent: say(text), onclick, ...more });

  function write() {
    const p = puzzle();
    const done = solved();
    const choice = html("div", { className: "choice" }, ...games.map((name) => {
      const radio = html("input", { id: `puzzles-${name}`, type: "radio", name: "puzzle-game", value: name, checked: name === game, onchange: () => choose(name) });
      return html("label", {}, radio, html("span", { textContent: named(`game.${name}`, name) }));
    }));
    choice.setAttribute("role", "radiogroup");
    choice.setAttribute("aria-label", say("game"));
    const focused = document.activeElement?.id;
    if (!p) {
      element("puzzles").replaceChildren(choice);
      return;
    }
    const told = html("p", { id: "puzzle-task", textContent: task() });
    told.setAttribute("aria-live", "polite");
    const open = !verdict || (verdict.right && !verdict.solved);
    const acts = html("p", { className: "actions" },
      ...(open && p.game === "go" ? [press("none", "puzzle.none", () => ask([]))] : []),
      ...(open ? [press("hint", "puzzle.hint", () => ask(null))] : []),
      ...(rest.length > 0 ? [press("step", "learn.next", next, { className: "main" })] : []),
      ...(steps.length > 0 && !verdict?.solved ? [press("again", "puzzle.again", () => show(at))] : []),
      press("next", "puzzle.next", () => show((at + 1) % list.length), { className: verdict?.solved ? "main" : "" }));
    const lists = [...new Set(list.map((x) => x.kind))].flatMap((kind) => {
      const name = html("h3", { textContent: say(`puzzle.kind.${kind}`) });
      const items = list.flatMap((x, i) => {
        if (x.kind !== kind) return [];
        const how = say(i === at ? "puzzle.this" : done.has(x.id) ? "puzzle.solved" : "puzzle.open");
        const b = html("button", { id: `puzzle-${i}`, type: "button", className: done.has(x.id) ? "done" : "", textContent: done.has(x.id) ? "✓" : String(i + 1), onclick: () => show(i) });
        b.setAttribute("aria-label", [i + 1, say("puzzle.grade", { n: x.grade }), how].join(say("comma")));
        if (i === at) b.setAttribute("aria-current", "true");
        return [html("li", {}, b)];
      });
      return [name, html("ol", { className: "dots" }, ...items)];
    });
    const title = p.named[present()] ?? say(`puzzle.kind.${p.kind}`);
    const question = say(p.lives && (p.kind === "capture" || p.kind === "ladder" || p.kind === "life") ? `puzzle.ask.${p.kind}.lives` : `puzzle.ask.${p.kind}`, { side: side(p.to_move) });
    element("puzzles").replaceChildren(
      html("section", { className: "card" }, html("p", { className: "sub", textContent: [say("learn.of", { n: at + 1, all: list.length }), say("puzzle.grade", { n: p.grade }), ...(done.has(p.id) ? [say("puzzle.solved")] : [])].join(" · ") }),
        html("h2", { textContent: title }), html("p", { className: "lead", textContent: question }), told),
      acts, html("section", { className: "card" }, choice, ...lists));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    if (told.textContent) told.scrollIntoView({ block: "nearest" }); // where the window is small
  }

  register("puzzles", {
    opened(name) {
      const now = played() ?? "connect6";
      choose(name || (games.includes(now) ? now : now.startsWith("gomoku") ? "gomoku" : "connect6"));
    },
    again() {
      if (!puzzle()) choose(wanted);
    },
    position() {
      const p = puzzle();
      if (!p) return { record: [], stones: [] };
      const on = new Map([...p.black.map((point) => /** @type {[string, string]} */ ([point, "black"])), ...p.white.map((point) => /** @type {[string, string]} */ ([point, "white"]))]);
      steps.forEach((s, i) => {
        if (verdict?.foul || p.kind === "foul") return;
        for (const point of s.points) on.set(point, i % 2 === 0 ? p.to_move : other());
        for (const point of s.taken) on.delete(point);
      });
      for (const point of down) on.set(point, p.to_move);
      const stones = [...on].map(([point, color]) => ({ point, color }));
      const told = hinted();
      /** @type {Mark[]} */
      const marks = [...(p.target && on.has(p.target) ? [{ point: p.target, kind: "triangle" }] : []), ...(told ? [{ point: told, kind: "suggested", color: p.to_move }] : []),
        ...(p.kind === "foul" ? steps.flatMap((s) => s.points.map((point) => ({ point, kind: verdict?.right ? "forbidden" : "tried" }))) : [])];
      const [cols, rows] = p.size.split("x").map(Number);
      return { cols, rows, link: true, stones, record: stones, marks, to_move: p.to_move, moves: steps.map((s) => s.points),
        line: rest.length === 0 && verdict ? verdict.row : [], result: rest.length === 0 && verdict && verdict.row.length > 0 ? "over" : "" };
    },
    tap(point) {
      const p = puzzle();
      if (!p || busy || (verdict && (verdict.solved || !verdict.right))) return;
      const taken = [...p.black, ...p.white, ...steps.flatMap((s) => s.points)];
      if (down.includes(point)) down = down.filter((x) => x !== point);
      else if (!taken.includes(point)) down.push(point);
      if (down.length === p.due) ask(down);
      else {
        write();
        draw();
      }
    },
  });
  return write;
}

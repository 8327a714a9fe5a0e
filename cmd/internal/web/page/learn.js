// The view that teaches a game in four steps on the board of the page. Nothing of it
// reaches the table.

import { element, html } from "./draw.js";
import { lessons, stepsFor, taught } from "./lessons.js";
import { kept, keep } from "./settings.js";
import { go, register } from "./views.js";
import { named, say } from "./words.js";

/** @import { State } from "../contract.d.ts" */

/** Makes the view.
 * @param {() => void} draw draws the board
 * @param {() => State | null} table how it stands
 * @returns {() => void} says the view again, in the page's present language and of the game now known */
export function playLearn(draw, table) {
  const played = () => table()?.game;
  let game = "connect6";
  let at = 0;
  /** What the reader has put down in this step.
   * @type {string[]} */
  let down = [];
  let wrong = false;
  let guessed = false; // the game, before the table's was known

  const step = () => stepsFor(game, table())[at];
  const done = () => down.length === (step().put?.length ?? 0);
  const wanted = () => (done() ? [] : [...(step().put ?? []), ...(step().or ?? [])].filter((p) => !down.includes(p)));

  /** The step of a lesson where the reader goes on.
   * @param {string} name */
  function reached(name) {
    const n = Number(kept(`lesson.${name}`));
    return lessons[name].steps[n] ? n : 0;
  }

  /** Turns to a step that the reader chose, and keeps it.
   * @param {string} to @param {number} n */
  function turn(to, n) {
    keep("lesson", `${to} ${played() ?? ""}`);
    keep(`lesson.${to}`, n ? String(n) : "");
    show(to, n);
  }

  /** @param {string} to @param {number} n */
  function show(to, n) {
    [game, at, down, wrong, guessed] = [to, n, [], false, false];
    write();
    element("learn").scrollIntoView({ block: "start" }); // where the window is small
    draw();
  }

  function write() {
    const { title, text, n = 0, put, color } = step();
    const last = at === lessons[game].steps.length - 1;
    const choice = html("div", { className: "choice" }, ...Object.keys(lessons).map((name) => {
      const radio = html("input", { id: `learn-${name}`, type: "radio", name: "learn-game", value: name, checked: name === game, onchange: () => turn(name, reached(name)) });
      return html("label", {}, radio, html("span", { textContent: named(`game.${name}`, name) }));
    }));
    choice.setAttribute("role", "radiogroup");
    choice.setAttribute("aria-label", say("game"));
    const task = !put ? "" : done() ? say("learn.right") : wrong ? say("learn.wrong") : say(put.length === 1 ? `learn.put.${color ?? "black"}` : `learn.puts.${color ?? "black"}`);
    const told = html("p", { id: "learn-task", textContent: task });
    told.setAttribute("aria-live", "polite");
    const back = html("button", { id: "learn-back", type: "button", textContent: say("learn.back"), disabled: at === 0, onclick: () => turn(game, at - 1) });
    const again = html("button", { id: "learn-again", type: "button", textContent: say("learn.again"), disabled: at === 0, onclick: () => turn(game, 0) });
    const next = html("button", { id: "learn-next", type: "button", className: done() ? "main" : "", textContent: say(last ? "learn.leave" : "learn.next"), onclick: () => {
      if (!last) return turn(game, at + 1);
      keep(`learnt.${game}`, "yes");
      keep(`lesson.${game}`, "");
      go("play");
    } });
    const focused = document.activeElement?.id;
    element("learn").replaceChildren(choice,
      html("section", { className: "card" }, html("p", { className: "sub", textContent: say("learn.of", { n: at + 1, all: lessons[game].steps.length }) + (kept(`learnt.${game}`) ? ` · ${say("learn.done")}` : "") }),
        html("h2", { textContent: say(title, { n }) }), html("p", { className: "lead", textContent: say(text) }), told),
      html("p", { className: "actions" }, again, back, next));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** @param {string} rest */
  function opened(rest) {
    const [last, beside] = kept("lesson").split(" ");
    // The lesson read last is for the game then on the table; a page just loaded does not know that yet.
    const to = rest in lessons ? rest : last in lessons && [undefined, beside].includes(played()) ? last : taught(played());
    show(to, reached(to));
    guessed = !(rest in lessons) && !played();
  }

  register("learn", {
    opened,
    position() {
      const s = step();
      const gone = done() ? (s.taken ?? []) : [];
      const stones = [...s.black.map((point) => ({ point, color: "black" })), ...s.white.map((point) => ({ point, color: "white" })), ...down.map((point) => ({ point, color: s.color ?? "black" }))].filter((x) => !gone.includes(x.point));
      return { cols: lessons[game].size, rows: lessons[game].size, link: true, stones, record: stones, wanted: wanted(), turn: s.put ?? [], to_move: s.color ?? "black",
        forbidden: s.forbidden ?? [], moves: [], line: done() && s.line ? s.line : [], result: done() && s.line ? (s.color ?? "black") : "" };
    },
    tap(point) {
      const s = step();
      if (!s.put || done()) return;
      guessed = false;
      wrong = !wanted().includes(point) && !down.includes(point);
      if (wanted().includes(point)) down.push(point);
      write();
      draw();
    },
  });
  return () => (guessed && played() ? opened("") : write());
}

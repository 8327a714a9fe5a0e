// Looking back at a finished game: its turns one by one on the board, and what
// is thought of them. The address says which game and turn: #game/ID/TURN.

import { Analysis } from "./analyse.js";
import { recordOf } from "./ask.js";
import { pip } from "./draw.js";
import { addressOf, dateOf, player } from "./games.js";
import { Graph } from "./graph.js";
import { listTurns, mover, showJudged, showSums, turnInWords } from "./judged.js";
import { present, say } from "./words.js";

const element = (id) => document.getElementById(id);

// Where the address leads: a game's id needs no escaping, so one that has any
// names none.
function wanted() {
  const [, id, turn] = /^#game\/([\w.-]+)(?:\/(\d+))?$/.exec(location.hash) ?? [];
  return id ? { id, turn: turn === undefined ? Infinity : Number(turn) } : null;
}

/** The part of the page that looks back. */
export class Review {
  /** changed() draws the page again; complain(error) says what went wrong. */
  constructor({ changed, complain }) {
    this.changed = changed;
    this.complain = complain;
    this.record = null;
    this.at = 0; // the turn shown, 0 for the beginning
    this.line = null; // { kind, to }: the line that is on the board, and how far
    this.analysis = new Analysis({ changed: () => this.record && this.changed(), complain });
    this.graph = new Graph(element("graph"), (turn) => this.go(turn));
    element("review-close").addEventListener("click", () => {
      history.pushState(null, "", location.pathname + location.search);
      this.follow();
    });
    for (const [id, step] of Object.entries({ "step-first": -Infinity, "step-back": -1, "step-on": 1, "step-last": Infinity })) {
      element(id).addEventListener("click", () => this.step(step));
    }
    element("step-mistake").addEventListener("click", () => this.go(this.nextMistake()));
    element("line-close").addEventListener("click", () => this.show(null));
    addEventListener("hashchange", () => this.follow());
    addEventListener("popstate", () => this.follow());
    document.addEventListener("keydown", (e) => this.key(e));
  }

  get open() {
    return this.record !== null;
  }

  /** Goes where the address says. */
  async follow() {
    const to = wanted();
    const id = to?.id ?? "";
    if (id !== this.asked) {
      this.asked = id;
      this.analysis.reset(id);
      if (!id) {
        this.record = null;
        this.changed();
        return;
      }
      try {
        const record = await recordOf(id);
        if (this.asked !== id) return;
        this.record = record;
      } catch (error) {
        if (this.asked === id) this.asked = "";
        this.complain(error);
        return;
      }
      this.line = null;
      this.at = Math.min(to.turn, this.record.moves.length);
      this.analysis.fetch();
      scrollTo({ top: 0, behavior: "instant" });
      this.changed();
    } else if (this.record && Number.isFinite(to?.turn)) {
      this.go(to.turn);
    }
  }

  /** The machine is there again, after it was away. */
  again() {
    this.analysis.busy = null; // until it tells
    if (this.record) this.analysis.fetch();
    else this.follow();
  }

  /** Shows a turn of the game, 0 for the beginning. */
  go(turn) {
    this.at = Math.max(0, Math.min(this.record.moves.length, turn));
    this.line = null;
    history.replaceState(null, "", `${addressOf(this.record.game.id)}/${this.at}`);
    this.changed();
  }

  /** Puts a line on the board, as far as to; null shows the game again. */
  show(line) {
    this.line = line;
    this.changed();
  }

  /** Steps in the line that is on the board, or else in the game. */
  step(by) {
    if (!this.line) {
      this.go(this.at + by);
      return;
    }
    const to = Math.min(this.line.to + by, this.turns[this.at - 1][this.line.kind].length);
    this.show(to < 1 ? null : { ...this.line, to });
  }

  nextMistake() {
    const bad = (t) => t.mark === "bad" || t.mark === "doubtful";
    const after = this.turns.find((t) => t.turn > this.at && bad(t));
    return (after ?? this.turns.find(bad))?.turn ?? this.at;
  }

  get turns() {
    return this.analysis.turns;
  }

  key(e) {
    if (!this.record || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey) return;
    if (e.target.closest?.("input, select, textarea, dialog, [role=grid]")) return;
    if (e.key === "Escape" && this.line) this.show(null);
    else if (e.key === "ArrowLeft") this.step(-1);
    else if (e.key === "ArrowRight") this.step(1);
    else if (e.key === "Home") this.step(-Infinity);
    else if (e.key === "End") this.step(Infinity);
    else return;
    e.preventDefault();
  }

  /** The position that is shown, as a state for the board. */
  position() {
    const { moves, cols, rows, game, first, set_up: start, line: winning } = this.record;
    const judged = this.turns[this.at - 1];
    const before = this.line?.kind === "line" ? this.at - 1 : this.at;
    const played = moves.slice(0, before);
    const stones = start.concat(played.flatMap((turn, i) => turn.map((point) => ({ point, color: mover(i + 1, first) }))));
    const over = before === moves.length && !this.line && winning.length > 0;
    const better = this.line || !judged?.line.length ? [] : judged.line[0];
    return {
      cols, rows, stones, record: stones, moves: played, link: true,
      to_move: mover(before + 1, first), result: over ? game.result : "", line: over ? winning : [],
      marks: better.map((point) => ({ point, kind: "better", color: judged.color })),
    };
  }

  /** The line that is on the board, as far as it is shown. */
  shownLine() {
    return this.line ? this.turns[this.at - 1][this.line.kind].slice(0, this.line.to) : [];
  }

  /** Draws everything but the board. live is the state of the table. */
  draw(live, headline) {
    const { game, moves } = this.record;
    element("review-title").textContent = say("gameOf", dateOf(game));
    const result = say("ended", game.result);
    element("review-about").replaceChildren(pip("black"), ` ${player(game.black)}  `, pip("white"), ` ${player(game.white)}`, result ? ` · ${result}` : "");
    element("review-live").textContent = live ? say("atTheTable", headline) : "";
    this.drawSteps(moves.length);
    // Games of Connect6 alone are analysed.
    const analysed = game.game === "connect6";
    this.analysis.show(analysed ? moves.length + 1 : 0);
    element("graph").hidden = !this.turns.length;
    element("graph-title").textContent = analysed ? say(this.turns.length ? "graphTitle" : "analysis") : "";
    this.graph.show(this.turns, say("graphLabel"));
    this.graph.mark(Math.min(this.at, this.turns.length), turnInWords(this.record, this.turns, this.at));
    showSums(this.turns);
    showJudged(this.record, this.turns, this.at, this.line, (kind, to) => {
      const same = this.line?.kind === kind && this.line.to === to;
      const focus = document.activeElement?.dataset.line;
      this.show(same ? null : { kind, to });
      // The chips are made anew; the keyboard stays on the one that was pressed.
      if (focus) element("judged-lines").querySelectorAll(`[data-line="${kind}"]`)[to - 1]?.focus();
    });
    listTurns(this.record, this.turns, this.at, (turn) => this.go(turn));
    const id = encodeURIComponent(game.id);
    element("plain-sgf").href = `/api/games/${id}.sgf`;
    element("plain-sgf").download = `${game.id}.sgf`;
    element("annotated-sgf").hidden = !this.analysis.kept;
    element("annotated-sgf").href = `/api/games/${id}/analysis.sgf?lang=${present()}`;
    element("annotated-sgf").download = `${game.id}-analysis.sgf`;
  }

  drawSteps(all) {
    const line = this.line && this.turns[this.at - 1][this.line.kind];
    element("step-count").textContent = line ? say("lineOf", this.line.to, line.length) : say("turnOf", this.at, all);
    element("step-first").disabled = element("step-back").disabled = !line && this.at === 0;
    element("step-last").disabled = element("step-on").disabled = line ? this.line.to === line.length : this.at === all;
    element("line-close").hidden = !line;
    element("step-mistake").hidden = Boolean(line) || !this.turns.some((t) => t.mark === "bad" || t.mark === "doubtful");
  }
}

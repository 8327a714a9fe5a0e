// Looking back at a finished game: its turns one by one on the board, and what
// is thought of them. The address says which game and turn: #game/ID/TURN, or
// #game/ID/why for the turn that decided it.

import { Analysis } from "./analyse.js";
import { gameTree, recordOf, replay } from "./ask.js";
import { button, element, pip } from "./draw.js";
import { addressOf, dateOf, outcome, player } from "./games.js";
import { Graph } from "./graph.js";
import { listTurns, mover, showJudged, showSums, turnInWords } from "./judged.js";
import { attempt, tell } from "./toast.js";
import { go } from "./views.js";
import { present, say } from "./words.js";

/** @import { Judged, Record as GameRecord, State } from "../contract.d.ts" */
/** @import { Line } from "./judged.js" */
/** @import { Position } from "./stones.js" */

// Where the address leads: a game's id needs no escaping, so one that has any
// names none.
function wanted() {
  const [, id, turn] = /^#game\/([\w.-]+)(?:\/(\d+|why))?$/.exec(location.hash) ?? [];
  return id ? { id, turn: turn === undefined || turn === "why" ? Infinity : Number(turn), why: turn === "why" } : null;
}

const whyTime = 0.3; // seconds a turn, to find quickly what decided a game

/** The node of a game's main line at which so many stones have been played.
 * @param {import("../contract.d.ts").GameTree["nodes"]} nodes
 * @param {number} stones */
export function nodeAfter(nodes, stones) {
  let at = 0;
  for (let played = 0; played < stones; ) {
    const next = nodes.findIndex((n) => n.parent === at);
    if (next < 0) break;
    at = next;
    played += nodes[at].points.length;
  }
  return at;
}

/** The turn after at where the next mistake is, or the first one of all.
 * @param {Judged[]} turns
 * @param {number} at */
export function nextMistake(turns, at) {
  /** @param {Judged} t */
  const bad = (t) => t.mark === "bad" || t.mark === "doubtful";
  return (turns.find((t) => t.turn > at && bad(t)) ?? turns.find(bad))?.turn ?? at;
}

/** The part of the page that looks back. */
export class Review {
  /** @param {() => void} changed draws the page again
   * @param {(state: State) => void} done takes the table's state after a command */
  constructor(changed, done) {
    this.changed = changed;
    this.done = done;
    this.why = ""; // what decided the game: "wanted", or "asked" of the table
    /** The id of the game that the address names.
     * @type {string | undefined} */
    this.asked = undefined;
    /** @type {GameRecord | null} */
    this.record = null;
    this.at = 0; // the turn shown, 0 for the beginning
    /** The line that is on the board.
     * @type {Line | null} */
    this.line = null;
    this.analysis = new Analysis(() => this.record && this.changed(), () => this.answer());
    this.graph = new Graph(element("graph"), (turn) => this.go(turn));
    element("review-close").addEventListener("click", () => go("play"));
    for (const [id, step] of Object.entries({ "step-first": -Infinity, "step-back": -1, "step-on": 1, "step-last": Infinity })) {
      element(id).addEventListener("click", () => this.step(step));
    }
    element("step-mistake").addEventListener("click", () => this.go(nextMistake(this.turns, this.at)));
    element("step-turning").addEventListener("click", () => this.explain());
    element("review-replay").addEventListener("click", () => this.replay());
    element("line-close").addEventListener("click", () => this.show(null));
    addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (e) => this.key(e));
  }

  /** Goes where the address says. */
  follow() {
    const to = wanted();
    const id = to?.id ?? "";
    if (id !== this.asked) {
      this.asked = id;
      this.why = to?.why ? "wanted" : "";
      this.analysis.reset(id);
      if (!id) {
        this.record = null;
        this.changed();
        return;
      }
      attempt(() => this.load(id, to?.turn ?? Infinity));
    } else if (to?.why) {
      this.why = "wanted";
      this.answer();
    } else if (to && Number.isFinite(to.turn)) {
      this.go(to.turn);
    }
  }

  /** Says what decided the game as soon as that is known; has it found out first, if
   * nobody has. */
  answer() {
    const { turning, state } = this.analysis;
    if (!this.why || !this.record || !state || state === "running") return;
    if (turning) {
      this.why = "";
      this.explain();
    } else if (this.why === "wanted") {
      this.why = "asked";
      this.analysis.ask({ do: "start", game: this.record.game.id, time: whyTime });
    } else {
      this.why = ""; // it failed, or was refused, which the table has said
    }
  }

  /** Shows what decided the game: the turn, and the first turn of the win that was forced
   * from there. */
  explain() {
    const { turning } = this.analysis;
    if (!turning) return;
    const at = turning.turn || turning.from;
    if (at) this.go(at);
    else tell(say("why.none"));
    if (at && turning.from === at) this.show({ kind: "forced", to: 1 });
  }

  /** The node of the game's main line that is shown. */
  async node() {
    const { game, moves } = /** @type {GameRecord} */ (this.record);
    const stones = moves.slice(0, this.at).reduce((sum, turn) => sum + turn.length, 0);
    return nodeAfter((await gameTree(game.id)).nodes, stones);
  }

  /** A tap on a point: the game is played on from there, where variations are kept.
   * @param {string} point */
  async tap(point) {
    const id = this.record?.game.id;
    if (!id || this.line) return;
    await attempt(async () => {
      location.hash = `#tree/${encodeURIComponent(id)}/${await this.node()}/${point}`;
    });
  }

  /** Has people led through the game on the board, from the turn that is shown, or through
   * the forced win that is shown. */
  async replay() {
    const id = this.record?.game.id;
    if (!id) return;
    await attempt(async () => {
      this.done(await replay(id, await this.node(), false, this.line?.kind === "forced"));
      location.hash = "";
    });
  }

  /** @param {string} id @param {number} turn */
  async load(id, turn) {
    const record = await recordOf(id).catch((error) => {
      if (this.asked === id) {
        this.asked = "";
        if (error.cause) go("play"); // the table has refused: there is nothing to wait for
      }
      throw error;
    });
    if (this.asked !== id) return;
    this.record = record;
    this.line = null;
    this.at = Math.min(turn, record.moves.length);
    this.analysis.fetch();
    scrollTo({ top: 0, behavior: "instant" });
    this.changed();
  }

  /** The table is there again, after it was away. */
  again() {
    this.analysis.busy = null; // until it tells
    if (this.record) this.analysis.fetch();
    else this.follow();
  }

  /** Shows a turn of the game, 0 for the beginning.
   * @param {number} turn */
  go(turn) {
    // Who has just left is not brought back by what was found out meanwhile.
    if (!this.record || wanted()?.id !== this.record.game.id) return;
    this.at = Math.max(0, Math.min(this.record.moves.length, turn));
    this.line = null;
    history.replaceState(null, "", `${addressOf(this.record.game)}/${this.at}`);
    this.changed();
  }

  /** Puts a line on the board; null shows the game again.
   * @param {Line | null} line */
  show(line) {
    this.line = line;
    this.changed();
  }

  /** Steps in the line that is on the board, or else in the game.
   * @param {number} by */
  step(by) {
    if (!this.line) {
      this.go(this.at + by);
      return;
    }
    const to = Math.min(this.line.to + by, this.whole(this.line).length);
    this.show(to < 1 ? null : { ...this.line, to });
  }

  /** All of a line.
   * @param {Line} line @returns {string[][]} */
  whole({ kind }) {
    return kind === "forced" ? (this.analysis.turning?.line ?? []) : this.turns[this.at - 1][kind];
  }

  get turns() {
    return this.analysis.turns;
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (!this.record || e.defaultPrevented || e.altKey || e.ctrlKey || e.metaKey) return;
    // On the board the other keys lead from point to point.
    if (e.target instanceof Element && e.target.closest(`input, select, textarea, dialog${e.key === "Escape" ? "" : ", [role=grid]"}`)) return;
    if (e.key === "Escape" && this.line) this.show(null);
    else if (e.key === "ArrowLeft") this.step(-1);
    else if (e.key === "ArrowRight") this.step(1);
    else if (e.key === "Home") this.step(-Infinity);
    else if (e.key === "End") this.step(Infinity);
    else if (e.key === "m" && !element("step-mistake").hidden) this.go(nextMistake(this.turns, this.at));
    else return;
    e.preventDefault();
  }

  /** The position that is shown, of the game that is open.
   * @param {GameRecord} record
   * @returns {Position & { cols: number, rows: number }} */
  position({ moves, cols, rows, game, first, set_up: start, line: winning }) {
    const judged = this.turns[this.at - 1];
    const before = this.line?.kind === "line" ? this.at - 1 : this.at;
    const played = moves.slice(0, before);
    const stones = [...start, ...played.flatMap((turn, i) => turn.map((point) => ({ point, color: mover(i + 1, first) })))];
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
    return this.line ? this.whole(this.line).slice(0, this.line.to) : [];
  }

  /** Draws everything but the board.
   * @param {GameRecord} record the game that is open
   * @param {string} headline what the table says */
  draw(record, headline) {
    const { game, moves } = record;
    element("review-title").textContent = say("gameOf", { when: dateOf(game) });
    const result = outcome(game.result);
    element("review-about").replaceChildren(pip("black"), ` ${player(game.black)}  `, pip("white"), ` ${player(game.white)}`, result ? ` · ${result}` : "");
    element("review-live").textContent = say("atTheTable", { headline });
    this.drawSteps(moves.length);
    const analysed = game.game !== "go";
    this.analysis.show(analysed ? moves.length + 1 : 0);
    element("graph").hidden = !this.turns.length;
    element("graph-title").textContent = analysed ? say(this.turns.length ? "graphTitle" : "analysis") : "";
    this.graph.show(this.turns, say("graphLabel"));
    this.graph.mark(Math.min(this.at, this.turns.length), turnInWords(record, this.turns, this.at));
    showSums(this.turns);
    showJudged(record, this.turns, this.analysis.turning, this.at, this.line, (kind, to) => {
      const same = this.line?.kind === kind && this.line.to === to;
      const focus = document.activeElement instanceof HTMLElement && document.activeElement.dataset.line;
      this.show(same ? null : { kind, to });
      // The chips are made again; the keyboard stays on the one that was pressed.
      const chips = /** @type {NodeListOf<HTMLElement>} */ (element("judged-lines").querySelectorAll(`[data-line="${kind}"]`));
      if (focus) chips[to - 1]?.focus();
    });
    listTurns(record, this.turns, this.at, (turn) => this.go(turn));
    const id = encodeURIComponent(game.id);
    const plain = element("plain-sgf", HTMLAnchorElement);
    plain.href = `/api/games/${id}.sgf`;
    plain.download = `${game.id}.sgf`;
    const annotated = element("annotated-sgf", HTMLAnchorElement);
    annotated.hidden = !this.analysis.kept;
    annotated.href = `/api/games/${id}/analysis.sgf?lang=${present()}`;
    annotated.download = `${game.id}-analysis.sgf`;
  }

  /** @param {number} all */
  drawSteps(all) {
    const { line, at } = this;
    const end = line ? this.whole(line).length : all;
    element("step-count").textContent = line ? say("lineOf", { n: line.to, all: end }) : say("turnOf", { n: at, all });
    button("step-first").disabled = button("step-back").disabled = !line && at === 0;
    button("step-last").disabled = button("step-on").disabled = (line ? line.to : at) === end;
    element("line-close").hidden = !line;
    const decided = this.analysis.turning?.turn || this.analysis.turning?.from;
    element("step-turning").hidden = Boolean(line) || !decided;
    if (decided) element("step-turning").textContent = say("why.at", { n: decided });
    element("step-mistake").hidden = Boolean(line) || !this.turns.some((t) => t.mark === "bad" || t.mark === "doubtful");
  }
}

// The analysis of the game that is looked back at: asked for, followed,
// cancelled, fetched.

import { analysisOf, askAnalysis } from "./ask.js";
import { element, setBar } from "./draw.js";
import { attempt } from "./toast.js";
import { say, sentences } from "./words.js";

/** @import { AnalysisCommand, Judged, Progress, Turning } from "../contract.d.ts" */

// How many searches a position takes: a second one where another turn was played
// than the best, about every other time.
const searches = 1.5;

const time = () => element("analyse-time", HTMLSelectElement);

// The time that is offered which comes closest to one that was spent.
/** @param {number} spent */
function nearest(spent) {
  const offered = [...time().options].map((o) => o.value);
  return offered.find((v) => Number(v) >= spent) ?? offered[offered.length - 1];
}

/** Follows one game's analysis. */
export class Analysis {
  /** @param {() => void} changed called when there is more to show
   * @param {() => void} answered called when the table has said how it stands */
  constructor(changed, answered) {
    this.changed = changed;
    this.answered = answered;
    this.game = "";
    this.fetched = 0; // counts requests: only the latest one's answer is taken
    /** How the table's latest analysis stands, of whatever game.
     * @type {Progress | null} */
    this.busy = null;
    /** What is thought of the turns: of all, or none.
     * @type {Judged[]} */
    this.turns = [];
    /** Why a side lost; null while nothing is thought of the turns.
     * @type {Turning | null} */
    this.turning = null;
    this.kept = false; // the table has the annotated record
    this.failed = false;
    this.state = ""; // as the table last said of this game; "" before the first answer
    element("analyse-form").addEventListener("submit", (e) => {
      e.preventDefault();
      this.ask({ do: "start", game: this.game, time: Number(time().value) });
    });
    element("analyse-cancel").addEventListener("click", () => this.ask({ do: "cancel", game: this.running()?.game ?? this.game }));
    time().addEventListener("change", () => changed());
  }

  /** Begins to follow another game, "" for none.
   * @param {string} game */
  reset(game) {
    this.game = game;
    this.turns = [];
    this.turning = null;
    this.state = "";
    this.kept = false;
    this.failed = false;
  }

  /** How the analysis under way stands, of whatever game; null if there is none. */
  running() {
    return this.busy?.state === "running" ? this.busy : null;
  }

  /** What came of it is told by events, which the answer may be older than.
   * @param {AnalysisCommand} body */
  async ask(body) {
    await attempt(() => askAnalysis(body));
    this.fetch();
  }

  /** Takes in how the table's latest analysis stands.
   * @param {Progress} progress */
  hear(progress) {
    this.busy = progress;
    if (progress.game === this.game && progress.state !== "running") this.fetch();
    this.changed();
  }

  /** Asks the table for this game's analysis. */
  fetch() {
    const game = this.game;
    if (!game) return;
    const number = ++this.fetched;
    attempt(async () => {
      const { progress, turns, turning } = await analysisOf(game).catch((error) => {
        if (game === this.game) throw error;
        return { progress: null, turns: [], turning: null };
      });
      if (!progress || number !== this.fetched || game !== this.game) return;
      this.state = progress.state;
      this.kept = progress.state === "done";
      this.failed = progress.state === "failed";
      // What the table has forgotten the page still shows.
      if (this.kept) {
        this.turns = turns;
        this.turning = turning;
        time().value = nearest(progress.time);
      }
      this.changed();
      this.answered();
    });
  }

  /** Shows how it stands; positions is how many the game has.
   * @param {number} positions */
  show(positions) {
    const running = this.running();
    element("analyse-form").hidden = Boolean(running) || positions < 2;
    element("analyse-now").hidden = !running;
    element("analyse-start").textContent = say(this.turns.length ? "analyseAgain" : "analyse");
    element("analyse-start").classList.toggle("main", !this.turns.length);
    for (const o of time().options) o.textContent = say("perTurn", { s: o.value });
    element("analyse-hint").textContent = this.failed ? say("analysisFailed") : this.turns.length ? "" : takes(Math.ceil(positions * Number(time().value) * searches));
    if (!running) return;
    setBar("analyse-bar", running.all ? running.done / running.all : 0);
    element("analyse-text").textContent = sentences(
      say(running.game === this.game ? "analysing" : "analysingOther", { n: running.done, all: running.all || positions }),
      running.waiting ? say("analysisWaits") : "");
  }
}

/** How long an analysis takes, in words.
 * @param {number} seconds */
const takes = (seconds) => (seconds < 90 ? say("takesSeconds", { n: seconds }) : say("takesMinutes", { n: Math.round(seconds / 60) }));

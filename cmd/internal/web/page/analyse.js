// The analysis of the game that is looked back at: asked for, followed,
// cancelled, fetched.

import { analysisOf, askAnalysis } from "./ask.js";
import { say } from "./words.js";

const element = (id) => document.getElementById(id);

// How many searches a position takes: a second one where another turn was played
// than the best, about every other time.
const searches = 1.5;

/** Follows one game's analysis; changed() is called when there is more to show. */
export class Analysis {
  constructor({ changed, complain }) {
    this.changed = changed;
    this.complain = complain;
    this.game = "";
    this.fetched = 0; // counts requests: only the latest one's answer is taken
    this.busy = null; // how the machine's latest analysis stands, of whatever game
    this.reset("");
    element("analyse-form").addEventListener("submit", (e) => {
      e.preventDefault();
      this.ask({ do: "start", game: this.game, time: Number(element("analyse-time").value) });
    });
    element("analyse-cancel").addEventListener("click", () => this.ask({ do: "cancel", game: this.running()?.game ?? this.game }));
    element("analyse-time").addEventListener("change", () => changed());
  }

  /** Begins to follow another game, "" for none. */
  reset(game) {
    this.game = game;
    this.turns = []; // judged, all or none
    this.kept = false; // the machine has the annotated record
    this.failed = false;
  }

  /** How the analysis under way stands, of whatever game; null if there is none. */
  running() {
    return this.busy?.state === "running" ? this.busy : null;
  }

  // What came of it is told by events, which the answer may be older than.
  async ask(body) {
    try {
      await askAnalysis(body);
    } catch (error) {
      this.complain(error);
    }
    this.fetch();
  }

  /** Takes in how the machine's latest analysis stands. */
  hear(progress) {
    this.busy = progress;
    if (progress.game === this.game && progress.state !== "running") this.fetch();
    this.changed();
  }

  /** Asks the machine for this game's analysis. */
  async fetch() {
    const game = this.game;
    if (!game) return;
    const number = ++this.fetched;
    try {
      const { progress, turns } = await analysisOf(game);
      if (number !== this.fetched || game !== this.game) return;
      this.kept = progress.state === "done";
      this.failed = progress.state === "failed";
      // What the machine has forgotten the page still shows.
      if (this.kept) this.turns = turns;
      if (this.kept) element("analyse-time").value = this.nearest(progress.time);
      this.changed();
    } catch (error) {
      if (game === this.game) this.complain(error);
    }
  }

  nearest(time) {
    const offered = [...element("analyse-time").options].map((o) => o.value);
    return offered.find((v) => Number(v) >= time) ?? offered.at(-1);
  }

  /** Shows how it stands; positions is how many the game has. */
  show(positions) {
    const running = this.running();
    element("analyse-form").hidden = Boolean(running) || positions < 2;
    element("analyse-now").hidden = !running;
    element("analyse-start").textContent = say(this.turns.length ? "analyseAgain" : "analyse");
    element("analyse-start").classList.toggle("main", !this.turns.length);
    const each = Number(element("analyse-time").value);
    for (const o of element("analyse-time").options) o.textContent = say("perTurn", o.value);
    element("analyse-hint").textContent = this.failed ? say("analysisFailed") : this.turns.length ? "" : say("takesAbout", Math.ceil(positions * each * searches));
    if (!running) return;
    const part = running.all ? running.done / running.all : 0;
    const bar = element("analyse-bar");
    bar.firstElementChild.style.transform = `scaleX(${part})`;
    bar.setAttribute("aria-valuenow", Math.round(100 * part));
    const text = [say(running.game === this.game ? "analysing" : "analysingOther", running.done, running.all || positions)];
    if (running.waiting) text.push(say("analysisWaits"));
    element("analyse-text").textContent = text.join(say("space"));
  }
}

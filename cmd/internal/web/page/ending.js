// What the page offers when a game has ended: once more, with the other colour, stronger
// or weaker; why it was lost; to look back; and to take the game home.

import { mayPlay } from "./access.js";
import { analysisOf, askAnalysis, command, take } from "./ask.js";
import { element, html, setText } from "./draw.js";
import { addressOf, finishedGame } from "./games.js";
import { Graph } from "./graph.js";
import { attempt } from "./toast.js";
import { named, present, say, sentences, turnsWord } from "./words.js";

/** @import { Command, Judged, Progress, State, Take } from "../contract.d.ts" */

const strongest = 15;
const judgeTime = 0.3; // seconds a turn, for the graph of a game that has just ended

/** Whether a state is a game's end, with what comes after it still open.
 * @param {State} state */
export const isEnd = (state) => state.phase === "over" && !state.question;

/** What comes next, by the button that does it; null where that cannot be.
 * @param {State} state
 * @returns {Record<"again" | "swap" | "other", Command | null>} */
export function nextGames(state) {
  const { human, level, result, elsewhere, match, opening, programs } = state;
  if (elsewhere) return { again: elsewhere.host ? { do: "new-game" } : null, swap: null, other: null };
  const alone = human?.length === 1;
  const to = level + (result === human?.[0] ? 1 : -1);
  // After an exchange in the opening the sides are swapped already: another game begins with those before it.
  const exchanged = opening?.black === 2;
  // A program has no level, and changes its colour with the person.
  const program = programs?.black || programs?.white;
  return {
    again: match?.next_ms ? null : { do: "new-game", ...(match && { games: match.games }) }, // the next one begins by itself
    swap: alone ? { do: "new-game", human: (human[0] === "black") === exchanged ? "black" : "white", ...(program && { players: exchanged ? programs : { black: programs.white, white: programs.black } }) } : null,
    other: alone && !program && state.game !== "go" && ["black", "white"].includes(result) && to >= 1 && to <= strongest ? { do: "new-game", level: to } : null,
  };
}

/** Whether the one person who plays against the machine has lost.
 * @param {State} state */
export const hasLost = ({ human, result }) => human?.length === 1 && ["black", "white"].includes(result) && human[0] !== result;

/** Whether the turns of a game can be judged: Go's cannot, nor those of a game without any.
 * @param {Pick<State, "game" | "moves">} state */
export const canBeJudged = ({ game, moves }) => game !== "go" && moves?.length > 0;

/** How long a game took, in words; "" where that is not known.
 * @param {{ started: string, ended: string } | undefined} game */
export function lasted(game) {
  const seconds = game ? Math.round((Date.parse(game.ended) - Date.parse(game.started)) / 1000) : 0;
  if (!(seconds > 0 && seconds < 86400)) return "";
  return seconds < 60 ? say("end.seconds", { s: seconds }) : say("end.minutes", { m: Math.floor(seconds / 60), s: seconds % 60 });
}

/** The end of the table's game, in its place of the page. */
export class Ending {
  /** @param {() => State | null} current @param {(state: State) => void} done takes the state after a command */
  constructor(current, done) {
    this.current = current;
    /** The link of the game that has ended, and which game that is.
     * @type {{ game: string, link: Take | null }} */
    this.kept = { game: "", link: null };
    this.playing = ""; // the game that this page has seen being played
    /** The game whose course is shown, and its turns as they were judged.
     * @type {{ game: string, turns: Judged[], turning: number }} */
    this.judged = { game: "", turns: [], turning: 0 };
    this.graph = new Graph(element("end-graph"), () => {});
    for (const [id, what] of Object.entries(/** @type {const} */ ({ "end-again": "again", "end-swap": "swap", "end-other": "other" }))) {
      element(id).addEventListener("click", () => {
        const state = current();
        const body = state && nextGames(state)[what];
        if (body) attempt(async () => done(await command(body)));
      });
    }
  }

  /** Shows the end of a game, or hides it while there is none.
   * @param {State | null} state null while the table is away */
  show(state) {
    const ended = state && isEnd(state) ? state : null;
    document.body.dataset.ended = ended ? "yes" : "no";
    document.body.toggleAttribute("data-remote", Boolean(state?.elsewhere));
    element("body").tabIndex = ended ? 0 : -1; // it may scroll, with nothing in it to be focused
    element("ending").hidden = element("end-acts").hidden = !ended;
    if (!ended) {
      if (state) this.kept = { game: "", link: null };
      if (state && !state.result) this.judged = { game: "", turns: [], turning: 0 }; // a game that goes on ends otherwise
      if (state && state.phase !== "attract") this.playing = state.game_id;
      return;
    }
    const next = nextGames(ended);
    for (const [id, body] of Object.entries({ "end-again": next.again, "end-swap": next.swap, "end-other": next.other })) element(id).hidden = !body;
    const harder = ended.level < Number(next.other?.level);
    element("end-other").classList.toggle("easier", !harder);
    if (next.other) setText("end-other-text", say(harder ? "end.harder" : "end.easier", { name: named(`face.${next.other.level}`, say("level", { n: Number(next.other.level) })) }));
    const game = finishedGame(ended.game_id);
    element("look-back").hidden = !game;
    if (game) element("look-back", HTMLAnchorElement).href = addressOf(game);
    setText("end-facts", [turnsWord(ended.moves?.length ?? 0), lasted(game)].filter(Boolean).join(" · "));
    const judged = Boolean(game) && canBeJudged(ended);
    element("end-why").hidden = !judged || !hasLost(ended);
    if (game) element("end-why", HTMLAnchorElement).href = `${addressOf(game)}/why`;
    this.showTake(ended, Boolean(game));
    this.showCourse(ended, judged);
  }

  /** Shows how the chances went, once they are judged. A page that has seen the game has
   * the table judge it.
   * @param {State} state @param {boolean} judged the table has kept the game, and can judge it */
  showCourse(state, judged) {
    const id = state.game_id;
    if (judged && this.judged.game !== id) {
      this.judged = { game: id, turns: [], turning: 0 };
      this.fetchCourse().then(() => {
        // A table that is busy says so by a refusal.
        if (!this.judged.turns.length && this.playing === id && mayPlay()) askAnalysis({ do: "start", game: id, time: judgeTime }).catch(() => {});
      });
    }
    const { game, turns, turning } = this.judged;
    element("end-course").hidden = game !== id || !turns.length;
    if (element("end-course").hidden) return;
    this.graph.show(turns, say("graphTitle"));
    this.graph.mark(turning || turns.length, "");
    this.graph.draw();
    element("end-turning").hidden = !turning;
    element("end-turning", HTMLAnchorElement).href = `${addressOf({ id, game: state.game })}/${turning}`;
    setText("end-turning", turning ? say("why.at", { n: turning }) : "");
  }

  /** Takes in how the table's latest analysis stands.
   * @param {Progress} progress */
  hear(progress) {
    if (progress.game === this.judged.game && progress.state === "done") this.fetchCourse();
  }

  async fetchCourse() {
    const id = this.judged.game;
    const found = await analysisOf(id).catch(() => null); // then there is none to be shown
    if (!found?.turns?.length || this.judged.game !== id) return;
    this.judged = { game: id, turns: found.turns, turning: found.turning.turn || found.turning.from };
    const state = this.current();
    if (state) this.show(state);
  }

  /** @param {State} state @param {boolean} finished the table has kept the game */
  async showTake(state, finished) {
    const id = state.game_id;
    if (finished && this.kept.game !== id) {
      this.kept = { game: id, link: null };
      // A table from which nothing is taken home says so by a refusal, which nobody needs to read.
      const link = await take().catch(() => null);
      if (this.kept.game === id) this.kept.link = link;
    }
    const link = this.kept.game === id ? this.kept.link : null;
    const place = element("take");
    place.hidden = !link;
    const key = link ? link.link + present() : "";
    if (!link || place.dataset.key === key) return;
    place.dataset.key = key;
    // Only this computer can open a link with a hint: then there is nothing to scan.
    const code = link.hint ? "" : html("img", { src: `/api/take.svg?game=${encodeURIComponent(id)}`, alt: say("end.code"), width: 120, height: 120 });
    const words = say(link.hint ? "end.open" : "end.scan");
    place.replaceChildren(code, html("div", {}, html("h3", {}, html("a", { href: link.link, target: "_blank", textContent: say("end.take") })),
      html("p", { textContent: sentences(words, link.days === 1 ? say("end.keptDay") : say("end.kept", { n: link.days })) })));
  }
}

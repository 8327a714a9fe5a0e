// The dialog that says who plays what: a new game, or other players of the present one.

import { clockChoice } from "./clocks.js";
import { answered } from "./dialog.js";
import { element, offer, setText } from "./draw.js";
import { faceChoice, faceName, levels, mindChoice, mindNames } from "./faces.js";
import { chosenOpening, offerOpenings } from "./opening.js";
import { exchanged } from "./played.js";
import { ablePrograms, chooseNone, chosenGames, chosenPrograms, offerPrograms, playPrograms } from "./programs.js";
import { chosenWeiqi, offerWeiqi } from "./weiqi.js";
import { named, say } from "./words.js";

/** @import { Command, State } from "../contract.d.ts" */

const dialog = () => element("new-dialog", HTMLDialogElement);
const time = () => element("time", HTMLInputElement);
const game = () => element("game", HTMLSelectElement);
const people = () => /** @type {RadioNodeList} */ (element("new-form", HTMLFormElement).elements.namedItem("human"));

const level = () => /** @type {RadioNodeList} */ (element("new-form", HTMLFormElement).elements.namedItem("level"));

/** The colour of one person's opponent.
 * @type {Record<string, "black" | "white" | undefined>} */
const others = { black: "white", white: "black" };

/** The player whose face is chosen instead of a level's; "" for none. */
const mind = () => (mindNames.includes(level().value) ? level().value : "");

/** Who plays in the game that is chosen: people, and other programs. A player whose face is
 * chosen has the machine's side.
 * @param {boolean} weiqi */
function seated(weiqi) {
  const chosen = chosenPrograms(shownPeople(weiqi));
  const side = others[chosen.human];
  return mind() && side && !chosen.players?.[side] ? { ...chosen, players: { ...chosen.players, [side]: mind() } } : chosen;
}

const chosenSides = () => chosenPrograms(shownPeople(game().value === "go"));

/** Whether a side is left to the machine. */
function machinePlays() {
  const { human, players } = chosenSides();
  const taken = (human === "both" ? 2 : human === "none" ? 0 : 1) + Object.keys(players ?? {}).length;
  return taken < 2 && game().value !== "go";
}

const showLevel = () => {
  const n = level().value;
  const name = mind() ? named(`mind.${n}`, n) : faceName(Number(n));
  setText("level-out", mind() ? name : `${name} · ${say("levelOf", { n, all: levels })}`);
  setText("level-is", named(mind() ? `mindAbout.${n}` : `level.${n}`, ""));
  setText("new-ok", !offered ? say("change") : machinePlays() && people().value !== "none" ? say("startAgainst", { name }) : say("start"));
};

/** @type {ReturnType<typeof clockChoice>} */
let clock;

/** Makes the dialog work. */
export function playNewGame() {
  // With a clock the machine plans from that.
  clock = clockChoice(() => {
    fitFields();
  });
  element("faces").append(...faceChoice(() => {
    plain = level().value;
    fitFields();
  }));
  element("who-plays").addEventListener("change", fitFields);
  game().addEventListener("change", () => {
    if (offered) {
      offerPrograms(offered, game().value || offered.game || "", false);
      offerMinds(offered, game().value || offered.game || "");
    }
    fitFields();
  });
  playPrograms(fitFields);
  element("new-cancel").addEventListener("click", () => dialog().close("cancel"));
}

/** Who would play without programs: of Go people, whatever is chosen for other games.
 * @param {boolean} weiqi */
const shownPeople = (weiqi) => (weiqi ? "both" : people().value);

/** @type {State | null} the state that the dialog was opened with, for another game */
let offered = null;

// Two people play Go: there is nothing to say of the machine.
function fitFields() {
  const weiqi = Boolean(offered) && game().value === "go";
  offer(element("go-fields"), weiqi);
  element("who-plays").hidden = weiqi;
  element("level-field").hidden = !machinePlays();
  // A player takes one side; the machine takes both at a level.
  const alone = people().value === "black" || people().value === "white";
  element("minds").hidden = !alone || !element("minds").childElementCount;
  if (element("minds").hidden && mind()) level().value = plain;
  offer(element("games-field"), Boolean(offered) && chosenSides().human === "none");
  offer(element("time-field"), (machinePlays() || Object.keys(chosenSides().players ?? {}).length > 0) && clock.value() === "none");
  showLevel();
}

/** The level that was chosen before a player's face was. */
let plain = "5";

/** Offers the faces of those that play a game.
 * @param {State} state @param {string} name */
function offerMinds(state, name) {
  const before = level().value;
  element("minds").replaceChildren(...mindChoice(ablePrograms(state, name).map((p) => p.name), fitFields));
  level().value = before;
  if (!level().value) level().value = plain;
}

/** @param {string[]} human */
const whoPlays = (human) => (human.length === 2 ? "both" : human[0] ?? "none");

/** The games that can be chosen: for another game only, and if there is a choice.
 * @param {State} state @param {boolean} seats */
function offerGames(state, seats) {
  const games = state.games ?? [];
  game().replaceChildren(...games.map((name) => new Option(named(`game.${name}`, name), name)));
  game().value = state.game ?? games[0] ?? "";
  element("game-field").hidden = seats || games.length < 2;
}

/** Says which game would end, while it is asked for a new one: somebody else may begin one
 * meanwhile.
 * @param {State} state */
export function showReplaced(state) {
  if (offered) setText("new-hint", state.moves?.length && !state.result ? say("replaces") : "");
}

/** Asks who plays what, for a new game or for the present one.
 * @param {State} state
 * @param {"new-game" | "seats"} what
 * @returns {Promise<Command | null>} the command that does it; null for none */
export async function askPlayers(state, what) {
  state = exchanged(state);
  const seats = what === "seats";
  element("new-title").textContent = say(seats ? "seats" : "newGame");
  offerGames(state, seats);
  offerOpenings(state, seats);
  people().value = whoPlays(state.human ?? []);
  plain = level().value = String(state.level || 5);
  time().value = String(state.time || 5);
  const control = state.clock?.control || "none";
  clock.set(control);
  offered = seats ? null : state;
  element("games-of", HTMLInputElement).value = String(state.match?.games ?? 1);
  offerWeiqi(state, false);
  const name = (seats ? "" : game().value) || state.game || "";
  offerPrograms(state, name, true);
  offerMinds(state, name);
  const side = others[people().value];
  const opponent = side && state.programs?.[side];
  if (side && opponent && mindNames.includes(opponent)) {
    level().value = opponent;
    if (mind()) chooseNone(side);
    else level().value = plain;
  }
  fitFields();
  setText("new-hint", seats ? say("seatsHint") : "");
  showReplaced(state);
  if ((await answered(dialog())) !== "ok") return null;
  // A clock that stays is not named: to begin it again is another matter.
  const change = clock.value() === control ? {} : { clock: clock.value() };
  const weiqi = (seats ? state.game : game().value) === "go";
  const programs = seated(weiqi && (!seats || Boolean(state.players?.length)));
  const human = /** @type {Command["human"]} */ (programs.human);
  return { do: what, ...(seats ? {} : { game: game().value || state.game || "connect6", ...chosenOpening(), ...chosenGames(programs.human) }), ...programs, human, level: Number(mind() ? plain : level().value), time: Number(time().value) || state.time || 5, ...change, ...(!seats && game().value === "go" ? chosenWeiqi() : {}) };
}

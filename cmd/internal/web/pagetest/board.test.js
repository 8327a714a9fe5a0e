// What is shown of a state, without a browser to show it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stars } from "../page/board.js";
import { canBeJudged, nextGames } from "../page/ending.js";
import { outcome, player } from "../page/games.js";
import { soundsOf } from "../page/sound.js";
import { apart, Chances, standing } from "../page/chance.js";
import { chanceAfter, symbolOf, ticks } from "../page/graph.js";
import { due } from "../page/hand.js";
import { openingChoice, openingHeadline, openingQuestion, openingSentence } from "../page/opening.js";
import { answerName, askedPoints } from "../page/question.js";
import { nextMistake } from "../page/review.js";
import { marksOf, onBoard } from "../page/stones.js";
import { asSaid, headline } from "../page/status.js";
import { speak } from "../page/words.js";

speak("en");

test("stones whose colour the board cannot tell have the game's", () => {
  const record = [{ point: "J10", color: "black" }];
  const seen = [{ point: "J10", color: "stone" }, { point: "K11", color: "stone" }, { point: "A1", color: "stone" }];
  assert.deepEqual([...onBoard({ link: true, record, stones: seen, partial: ["K11"], to_move: "white" })], [["J10", "black"], ["K11", "white"], ["A1", "stone"]]);
  assert.deepEqual([...onBoard({ link: true, record, stones: [] })], [], "a stone that was taken away");
  assert.deepEqual([...onBoard({ link: false, record, stones: [] })], [["J10", "black"]], "a board that cannot be reached");
});

test("everything that is said of a point is marked on it", () => {
  const marks = marksOf({ wanted: ["A1"], to_move: "white", marks: [{ point: "A1", kind: "wrong", color: "white" }, { point: "B2", kind: "unheard of" }], forbidden: ["C3"],
    opening: { allowed: ["D4"] }, question: { points: ["E5"], options: [{ point: "F6" }, {}] } });
  assert.deepEqual([...marks].map(([point, list]) => [point, list.map((m) => m.kind).join()]), [["A1", "wanted,wrong"], ["E5", "asked"], ["F6", "asked"], ["C3", "forbidden"], ["D4", "allowed"]]);
});

test("a tap places the next stone", () => {
  const state = { to_move: "white", marks: [{ point: "A1", kind: "missing", color: "black" }, { point: "B2", kind: "extra", color: "black" }], question: { options: [{ point: "C3", color: "black" }] } };
  assert.deepEqual(["A1", "B2", "C3", "D4"].map((p) => due(state, p)), ["black", "white", "black", "white"]);
  assert.equal(due({ marks: null, question: null, to_move: "" }, "A1"), "black", "after a game");
  const counted = { phase: "count", to_move: "white", record: [{ point: "A1", color: "black" }] };
  assert.equal(due(counted, "A1"), "black", "a dead stone goes back as it was");
});

test("the headline says what is so", () => {
  const cases = [
    [{ phase: "human", to_move: "black" }, "Black to play"], [{ phase: "human", to_move: "black", human: ["black"] }, "Your turn"], [{ phase: "human", to_move: "black", human: ["black", "white"] }, "Black to play"], [{ phase: "place", to_move: "white" }, "Place White’s stones"], [{ phase: "place", to_move: "white", arm: true }, "Placing White’s stones"],
    [{ phase: "over", human: ["black"], result: "black" }, "You won"], [{ phase: "over", human: ["black"], result: "white", level: 3 }, "Duckling won"],
    [{ phase: "over", human: ["black"], result: "white", level: 3, programs: { white: "template" } }, "Templates won"], [{ phase: "over", human: ["black"], result: "white", level: 3, elsewhere: { color: "white", name: "" } }, "Your opponent won"],
    [{ phase: "over", human: ["white"], result: "black", level: 3, elsewhere: { color: "black", name: "Ada" } }, "Ada won"], [{ phase: "over", human: ["black", "white"], result: "black" }, "Black wins"],
    [{ phase: "over", human: [], result: "draw" }, "A draw"], [{ phase: "over", result: "void" }, "Abandoned"], [{ phase: "over", result: "" }, "Game over"], [{ phase: "repair" }, "Restore the board"], [{ phase: "clear" }, "Clear the board"], [{ phase: "clear", helping: true }, "Clearing the board"],
    [{ phase: "elsewhere" }, "Remote opponent to move"], [{ phase: "choose", opening: { player: 1 } }, "Please choose"], [{ phase: "choose", side: "white", opening: { player: 0 } }, "White to play"],
    [{ phase: "unheard of" }, "unheard of"],
  ];
  for (const [state, want] of cases) assert.equal(headline(state), want, JSON.stringify(state));
  const asked = { phase: "place", to_move: "black", arm: true, question: { kind: "set-up" } };
  assert.deepEqual([asked, { ...asked, question: null }, { ...asked, phase: "over", result: "draw" }].map((state) => headline(asSaid(/** @type {any} */ (state)))), ["Restore the board", "Placing Black’s stones", "A draw"]);
  assert.deepEqual(["black", "draw", "void", "unfinished", "", "?"].map(outcome), ["Black wins", "A draw", "Abandoned", "Unfinished", "", ""]);
});

test("after a game against a program, no level is offered, and the program changes sides too", () => {
  const state = { human: ["black"], level: 3, result: "white", game: "connect6" };
  const { swap, other } = nextGames(/** @type {any} */ (state));
  assert.deepEqual([swap, other], [{ do: "new-game", human: "white" }, { do: "new-game", level: 2 }]);
  const against = nextGames(/** @type {any} */ ({ ...state, programs: { white: "template" } }));
  assert.deepEqual(against, { again: { do: "new-game" }, swap: { do: "new-game", human: "white", players: { black: "template", white: undefined } }, other: null });
});

test("sides are swapped from those that a game began with, before the exchange of its opening", () => {
  const state = { human: ["white"], level: 3, result: "white", game: "gomoku", opening: { black: 2 } };
  assert.deepEqual(nextGames(/** @type {any} */ (state)).swap, { do: "new-game", human: "white" });
  const programs = { black: "template" };
  assert.deepEqual(nextGames(/** @type {any} */ ({ ...state, programs })).swap, { do: "new-game", human: "white", players: programs });
  assert.deepEqual(nextGames(/** @type {any} */ ({ ...state, opening: { black: 1 } })).swap, { do: "new-game", human: "black" });
});

test("a game is judged that has turns, and is not Go", () => {
  assert.deepEqual([["connect6", [["J10"]]], ["connect6", []], ["go", [["C3"]]]].map(([game, moves]) => canBeJudged(/** @type {any} */ ({ game, moves }))), [true, false, false]);
});

test("an opening says who does what, and where", () => {
  assert.equal(openingSentence({ opening: { player: 0 } }), "");
  assert.equal(openingSentence({ opening: { player: 1, allowed: ["H8"] }, to_move: "black" }), "Opening: the first player places one black stone. It goes on H8.");
  assert.equal(openingSentence({ opening: { player: 2, allowed: ["H8", "H9"] }, to_move: "white" }), "Opening: the second player places one white stone. It goes on one of the marked points.");
  assert.equal(openingSentence({ opening: { kind: "swap", player: 1 }, due: 2, to_move: "white" }), "Opening: the first player places two white stones.");
  assert.equal(openingSentence({ opening: { kind: "renju-rif", player: 0 }, due: 2 }), "Black to move: place two black stones. White then removes one of them.");
  assert.equal(openingQuestion({ opening: { player: 2 } }), "The second player chooses.");
  assert.equal(openingQuestion({ opening: { player: 0, choices: ["H8", "G7"] } }), "White chooses between H8 and G7. The other black stone comes off the board.");
  assert.deepEqual(["black", "more", "H8"].map(openingChoice), ["Take Black", "Put down two more stones", "Keep H8"]);
  assert.equal(openingHeadline({ opening: { player: 1 }, phase: "human" }), "Opening");
});

test("an answer is named in the reader's language, or as the table says it", () => {
  const option = { answer: "A1", text: "Yes, on A1", said: { en: "Yes, on A1", zh: "有，在A1" } };
  speak("zh");
  assert.deepEqual([answerName(option), answerName({ answer: "yes", text: "Yes" })], ["有，在A1", "Yes"]);
  speak("en");
  assert.equal(answerName(option), "Yes, on A1");
  assert.deepEqual([...askedPoints({})], []);
});

test("the graph of a game", () => {
  const turns = [{ turn: 1, color: "black", black: 0.6, before: { chance: 0.7 }, mark: "" }, { turn: 2, color: "white", black: 0.9, before: { chance: 0.4 }, mark: "bad" }, { turn: 3, color: "black", black: 0.9, before: { chance: 0.9 }, mark: "doubtful", missed: 2 }];
  assert.deepEqual([0, 1, 2].map((i) => chanceAfter(turns, i)), [0.7, 0.6, 0.9]);
  assert.equal(chanceAfter(turns.slice(1), 0), 0.6, "White begins");
  assert.deepEqual(turns.map(symbolOf), ["", "bad", "missed"]);
  assert.deepEqual([0, 2, 3].map((at) => nextMistake(turns, at)), [2, 3, 2]);
  assert.equal(nextMistake(turns.slice(0, 1), 1), 1);
  for (const width of [120, 400, 900]) {
    for (const n of [1, 9, 60, 250]) {
      const list = ticks(n, width);
      assert.ok(list.length <= Math.max(2, width / 44) && list.every((i) => i <= n), `${n} turns on ${width}`);
    }
  }
});

test("players of finished games are named in the reader's language, whatever the table's was", (t) => {
  const both = { "human": ["human", "玩家"], "人": ["human", "玩家"], "Stonehand level 5": ["Stonehand level 5", "Stonehand 等级5"], "Stonehand 等级5": ["Stonehand level 5", "Stonehand 等级5"],
    "Stonehand 5级": ["Stonehand level 5", "Stonehand 等级5"],
    "远程对手": ["remote opponent", "远程对手"], "human, Stonehand level 12": ["human, Stonehand level 12", "玩家、Stonehand 等级12"], "Ada Lovelace": ["Ada Lovelace", "Ada Lovelace"],
    "Templates": ["Templates", "模板"], "human, Templates": ["human, Templates", "玩家、模板"], "Road/shape, opening without search": ["Road/shape, opening without search", "路/棋型，开局不搜索"] };
  t.after(() => speak("en"));
  for (const [names, [en, zh]] of Object.entries(both)) {
    speak("en");
    assert.equal(player(names), en);
    speak("zh");
    assert.equal(player(names), zh);
  }
});

test("a board has the usual stars", () => {
  assert.deepEqual(stars(9, 9), [[2, 2], [2, 6], [4, 4], [6, 2], [6, 6]]);
  assert.deepEqual([[13, 13], [15, 15], [19, 19], [19, 9], [8, 8], [7, 7]].map(([cols, rows]) => stars(cols, rows).length), [5, 5, 9, 5, 0, 0]);
});

test("who is ahead is said in words, to you as you", () => {
  const name = (color) => (color === "white" ? "Hare" : "Black");
  const said = [[0.5, ""], [0.4, ""], [0.6, ""], [0.9, ""], [0, ""], [0.6, "black"], [0.1, "white"], [1, "black"], [0.6, "white"]].map(([black, you]) => standing(black, name, you));
  assert.deepEqual(said, ["Even", "Hare is a little ahead", "Black is a little ahead", "Black is far ahead", "Hare can force a win", "You are a little ahead", "You are far ahead", "You can force a win", "Black is a little ahead"]);
});

test("two sides of one name are told apart by their colours", () => {
  assert.deepEqual([standing(0.9, () => "Duckling"), standing(0.4, () => "Duckling"), apart(() => "Duckling")("white")], ["Black is far ahead", "White is a little ahead", "White"]);
});

test("a chance is of its game and turn", () => {
  const chances = new Chances();
  const at = (turns, to_move, game_id = "a") => ({ game_id, moves: Array(turns).fill([]), to_move });
  assert.equal(chances.black(at(3, "black")), null);
  chances.hear({ chance: 0.7 }, at(3, "white"));
  chances.hear({}, at(4, "black"));
  assert.ok(Math.abs(chances.black(at(4, "black")) - 0.3) < 1e-9, "also in the person's turn after it");
  chances.hear({ chance: 0.2 }, at(5, "black"));
  assert.equal(chances.black(at(5, "black")), 0.2);
  assert.ok(Math.abs(chances.black(at(4, "black")) - 0.3) < 1e-9, "after an undo");
  assert.equal(chances.black(at(2, "white")), null);
  assert.equal(chances.black(at(5, "black", "b")), null, "another game");
});

test("an end is heard once, a victory otherwise than a defeat", () => {
  const game = (more) => ({ game_id: "a", phase: "human", to_move: "black", human: ["black"], stones: [], result: "", ...more });
  const over = (result) => game({ phase: "over", to_move: "", result, stones: [1] });
  assert.deepEqual(soundsOf(game(), over("black")), ["stone", "won"]);
  assert.deepEqual(soundsOf(game(), over("white")), ["stone", "over"]);
  assert.deepEqual(soundsOf(over("black"), over("black")), []);
  assert.deepEqual(soundsOf(null, over("black")), [], "a page that opens");
  assert.deepEqual(soundsOf(game({ phase: "thinking", to_move: "white" }), game()), ["turn"]);
});

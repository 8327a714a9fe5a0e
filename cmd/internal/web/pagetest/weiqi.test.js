// What the page marks on a board of Go.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inRows } from "../page/moves.js";
import { aboutWeiqi, countMarks, movers, placesHandicap, toggles, weiqiIn } from "../page/weiqi.js";
import { speak } from "../page/words.js";

const go = { liberties: [], dead: [], counting: false, owner: "" };

test("a count marks whose every point is, but for a side's own stones, and what is dead", () => {
  const marks = countMarks({
    cols: 2, rows: 2, record: [{ point: "A1", color: "black" }, { point: "B1", color: "white" }],
    go: { ...go, counting: true, dead: ["B1"], owner: "bbw." },
  });
  assert.deepEqual(marks, [{ point: "B1", kind: "area", color: "black" }, { point: "A2", kind: "area", color: "white" }, { point: "B1", kind: "dead" }]);
});

test("play marks the liberties of a chain that was touched, and other games nothing", () => {
  assert.deepEqual(countMarks({ cols: 2, rows: 2, record: [], go: { ...go, liberties: ["A1"] } }), [{ point: "A1", kind: "liberty" }]);
  assert.deepEqual(countMarks({ cols: 19, rows: 19, record: [] }), []);
});

test("while a game is counted, a tap on a stone that stands there is about its chain, and not the hand's", () => {
  const state = { phase: "count", sim: true, record: [{ point: "A1", color: "black" }], stones: [{ point: "A1", color: "black" }, { point: "B1", color: "white" }] };
  assert.deepEqual(["A1", "B1", "B2"].map((p) => toggles(state, p)), [true, false, false]);
  assert.ok(!toggles({ ...state, stones: [] }, "A1"), "a stone that was lifted is put back");
  assert.ok(toggles({ ...state, sim: false, stones: [] }, "A1"), "on a real board the page puts none");
  assert.ok(!toggles({ ...state, phase: "human" }, "A1"));
});

test("the dialog's fields are the terms of a game", () => {
  /** @param {Record<string, string>} chosen */
  const fields = (chosen) => ({ querySelector: (/** @type {string} */ selector) => ({ value: { size: "9x9", rules: "chinese", komi: "", handicap: "0", places: "", capture: "0", ...chosen }[/go-(\w+)/.exec(selector)?.[1] ?? ""] }) });
  const terms = (/** @type {Record<string, string>} */ chosen) => weiqiIn(/** @type {any} */ (fields(chosen))).terms;
  assert.equal(terms({}), "chinese");
  assert.equal(terms({ rules: "aga", komi: "0.5", handicap: "3", places: "free", capture: "5" }), "aga komi 0.5 handicap 3 free capture 5");
  assert.equal(terms({ places: "free" }), "chinese", "there are no stones to place");
});

test("nobody passes while Black places handicap stones", () => {
  const free = "chinese handicap 2 free";
  const placing = (moves, terms = free, set_up = []) => placesHandicap({ moves, set_up }, terms);
  assert.deepEqual([placing([]), placing([["C3"]]), placing([["C3"], ["G7"]])], [true, true, false]);
  assert.deepEqual([placing([], "chinese handicap 2"), placing([], free, [{ point: "C3", color: "black" }])], [false, false]);
});

test("half points are written as the table's sentences and the field for komi write them", () => {
  speak("en");
  assert.equal(aboutWeiqi(/** @type {any} */ ({ capture: 0, prisoners: { black: 0, white: 1 }, handicap: 2, komi: 0.5 })), "Captured: Black 0, White 1, handicap 2, komi 0.5");
});

test("the list of moves gives Black the handicap stones that Black places, and then the sides alternate", () => {
  const go = { terms: "chinese handicap 2 free", handicap: 2 };
  /** @param {number} n @param {object} [more] */
  const colors = (n, more) => movers(/** @type {any} */ ({ moves: Array.from({ length: n }, () => ["A1"]), set_up: [], first: "black", ...more })).map((c) => c[0]).join("");
  assert.deepEqual([colors(1, { go }), colors(2, { go }), colors(5, { go })], ["b", "bb", "bbwbw"]);
  assert.equal(colors(4, { go: { terms: "chinese", handicap: 0 } }), "bwbw");
  assert.equal(colors(3, { go: { terms: "chinese handicap 2", handicap: 2 }, first: "white" }), "wbw");
  assert.equal(colors(3, { go, set_up: [{ point: "C3", color: "black" }], first: "white" }), "wbw");
  assert.deepEqual([colors(4), colors(3, { first: "white" })], ["bwbw", "wbw"]);
  assert.deepEqual(inRows(["black", "black", "white", "black"]), [{ number: 1, black: 0 }, { number: 2, black: 1, white: 2 }, { number: 4, black: 3 }]);
  assert.deepEqual(inRows(["white", "black", "white"]), [{ number: 1, white: 0 }, { number: 2, black: 1, white: 2 }]);
});

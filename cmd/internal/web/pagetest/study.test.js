// What the page asks about a position of Go, and what it makes of the answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { areaMarks, balanceOf, groupsOf, knownMarks, koAfter, numberOf, ofState, ofTree, orderOf, pointOf, strength } from "../page/study-model.js";
import { Tree } from "../page/tree-model.js";

test("a position is written row by row from A1, on boards of any shape", () => {
  const order = orderOf(3, 2, [["A1", "black"], ["C2", "white"]], "white");
  assert.deepEqual(order, { size: "3x2", stones: "b....w", to_move: "white" });
  for (let i = 0; i < 361; i++) assert.equal(numberOf(pointOf(i, 19), 19), i);
});

test("only a game of Go that is played is studied", () => {
  const state = { cols: 3, rows: 3, phase: "human", to_move: "black", record: [{ point: "B2", color: "white" }], go: { counting: false, ko: "A1" } };
  assert.deepEqual(ofState(state), { size: "3x3", stones: "....w....", to_move: "black", ko: "A1" });
  assert.equal(ofState({ ...state, go: undefined }), null);
  assert.equal(ofState({ ...state, go: { counting: true } }), null);
  assert.equal(ofState({ ...state, phase: "review" }), null);
});

test("what was played before is told, from the handicap or from what was set up", () => {
  const state = { cols: 2, rows: 2, phase: "human", to_move: "white", record: [], moves: [["A1"], ["B2"], ["A2"], []], go: { counting: false, terms: "aga handicap 2 free", handicap: 2 } };
  assert.equal(ofState(state).moves, "bA1 bB2 wA2 b");
  assert.equal(ofState(state).rules, "aga handicap 2 free");
  assert.equal(ofState({ ...state, go: { ...state.go, terms: "", handicap: 0 } }).moves, "bA1 wB2 bA2 w");
  assert.equal(ofState({ ...state, go: { ...state.go, terms: "", handicap: 0 } }).rules, "chinese");
  // The table places those of the star points.
  assert.equal(ofState({ ...state, first: "white", go: { ...state.go, terms: "handicap 2" } }).moves, "wA1 bB2 wA2 b");
  const node = (parent, color, points, set_up) => ({ parent, color, points, lifted: [], to_move: "black", due: 1, set_up });
  const tree = new Tree({ game: { game: "go" }, cols: 2, rows: 2, rules: "New Zealand", problems: [],
    nodes: [node(-1, "", [], [{ point: "A1", color: "black" }]), node(0, "white", ["B2"]), node(1, "black", [])] });
  assert.deepEqual(ofTree(tree, 2), { size: "2x2", stones: "b..w", to_move: "black", rules: "new-zealand", start: "b...", moves: "wB2 b" });
});

test("a ko is one stone taken by a stone that stands alone", () => {
  const stones = new Map([["B1", "black"], ["A2", "black"], ["B3", "black"], ["C1", "white"], ["D2", "white"], ["C3", "white"], ["B2", "white"]]);
  assert.equal(koAfter({ points: ["B2"], lifted: ["C2"] }, stones, 4, 4), "C2");
  const joined = new Map([...stones, ["B3", "white"]]);
  assert.equal(koAfter({ points: ["B2"], lifted: ["C2"] }, joined, 4, 4), undefined);
  const free = new Map(stones);
  free.delete("A2");
  assert.equal(koAfter({ points: ["B2"], lifted: ["C2"] }, free, 4, 4), undefined);
  assert.equal(koAfter({ points: ["B2"], lifted: ["C2", "C3"] }, stones, 4, 4), undefined);
  assert.equal(koAfter({ points: ["B2"], lifted: ["B2"] }, stones, 4, 4), undefined);
});

test("a node of a record is studied with the side that moves next", () => {
  const node = (parent, color, points) => ({ parent, color, points, lifted: [], to_move: color === "black" ? "white" : "black", due: 1 });
  const game = { game: { game: "go" }, cols: 2, rows: 2, nodes: [node(-1, "", []), node(0, "black", ["A1"]), { ...node(1, "white", ["B2"]), to_move: "" }], problems: [] };
  const tree = new Tree(game);
  assert.deepEqual(ofTree(tree, 1), { size: "2x2", stones: "b...", to_move: "white", rules: "japanese", moves: "bA1" });
  assert.equal(ofTree(tree, 2).to_move, "black"); // nobody moves after the end
  assert.equal(ofTree(new Tree({ ...game, game: { game: "renju" } }), 1), null);
});

const games = (played = 0, won = 0) => ({ played, won });
const known = (point, kind, en, more = {}) => ({ point, kind, name: en ? { en, zh: en } : {}, joseki: 1, board: games(), corner: games(), ...more });

test("moves of one name are listed once, unless the collection tells them apart", () => {
  const groups = groupsOf([
    known("C14", "joseki", "Approach"), known("F17", "joseki", "Approach"), known("R14", "joseki", "Approach", { corner: games(3, 1) }),
    known(null, "joseki", "Approach"), known("F17", "shape", "Extension"), known("Q6", "played", ""), known("Q7", "played", ""),
  ]);
  assert.deepEqual(groups.map((g) => g.points), [["C14", "F17"], ["R14"], [], ["F17"], ["Q6"], ["Q7"]]);
  assert.deepEqual(groups.map((g) => g.elsewhere), [false, false, true, false, false, false]);
  assert.deepEqual(knownMarks(groups).map((m) => m.point + m.text), ["C141", "F171", "R142", "Q65", "Q76"]);
});

test("territory is marked on empty points", () => {
  assert.deepEqual(areaMarks("bbw.", "b...", 2), [{ point: "B1", kind: "area", color: "black" }, { point: "A2", kind: "area", color: "white" }]);
});

test("the balance is the model's, and the bar compares what each side has", () => {
  const study = { map: { points: [64, -16, 0], balance: 48 }, forces: { points: [4, -8], balance: -4, area: { black: 3, white: 5 } } };
  assert.deepEqual(balanceOf(study, "map"), { by: 48, black: 64, white: 16 });
  assert.deepEqual(balanceOf(study, "forces"), { by: -4, black: 4, white: 8 });
  assert.deepEqual(balanceOf(study, "territory"), { by: -2, black: 3, white: 5 });
  assert.ok(strength(64) > strength(-16) && strength(1000) === 1 && strength(0) === 0);
});

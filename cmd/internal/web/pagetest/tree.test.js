// A game with variations and what people change in it, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { aboutGame, resultWords } from "../page/library.js";
import { Tree } from "../page/tree-model.js";
import { speak } from "../page/words.js";

speak("en");

/** A node of a game. */
const node = (parent, color, point, more = {}) => ({ parent, color, points: point ? [point] : [], lifted: [], to_move: color === "black" ? "white" : "black", due: 1, ...more });
const root = node(-1, "", "", { to_move: "black" });
const open = (nodes) => new Tree({ game: { id: "g", game: "go" }, rev: "r", cols: 5, rows: 5, nodes, problems: [] });

// The corner stone is captured on the main line; the variation leaves after White's.
const captured = () => open([root, node(0, "black", "B5"), node(1, "white", "A5"), node(2, "black", "A4", { lifted: ["A5"] }), node(2, "black", "C3"), node(4, "white", "D3")]);

test("captured stones are gone, and counted", () => {
  const tree = captured();
  assert.deepEqual([...tree.stones(3)], [["B5", "black"], ["A4", "black"]]);
  assert.deepEqual([...tree.stones(5).keys()], ["B5", "A5", "C3", "D3"]);
  assert.deepEqual(tree.captured(3), { black: 1, white: 0 });
  assert.deepEqual([tree.end(1), tree.end(4), tree.count(5), tree.wayTo(2, "C3"), tree.wayTo(2, "E1"), tree.wayTo(2, "")], [3, 5, 4, 4, -1, -1]);
});

test("stones that are set up and cleared", () => {
  const tree = open([{ ...root, set_up: [{ point: "A1", color: "white" }, { point: "B1", color: "black" }] }, node(0, "", "", { set_up: [{ point: "A1", color: "" }] })]);
  assert.deepEqual([...tree.stones(1)], [["B1", "black"]]);
});

test("changes are made, taken back, and put in the table's order", () => {
  const tree = captured();
  tree.change({ do: "play", node: 1, point: "E1" }, node(1, "white", "E1"));
  tree.change({ do: "comment", node: 6, text: "a" });
  tree.change({ do: "comment", node: 6, text: "ab" });
  tree.change({ do: "promote", node: 4 });
  assert.equal(tree.changes.length, 3, "one comment");
  assert.deepEqual([tree.ways[1], tree.ways[2], tree.nodes[6].comment, tree.order()], [[2, 6], [4, 3], "ab", [0, 1, 2, 4, 5, 3, 6]]);
  tree.change({ do: "delete", node: 4 });
  assert.deepEqual([tree.ways[2], tree.moves.length], [[3], 1]);
  for (let i = 0; i < 4; i++) tree.undo();
  assert.deepEqual([tree.nodes.length, tree.ways[2], tree.undo()], [6, [3, 4], -1]);
});

test("a tap marks, changes the mark, and takes it away", () => {
  const tree = captured();
  const mark = (kind) => tree.change({ do: "marks", node: 1, marks: tree.marked(1, kind, "B5") });
  mark("triangle");
  mark("square");
  assert.deepEqual([tree.nodes[1].marks.triangles, tree.nodes[1].marks.squares], [[], ["B5"]]);
  mark("square");
  mark("label");
  assert.deepEqual([tree.nodes[1].marks.squares, tree.nodes[1].marks.labels], [[], [{ point: "B5", text: "A" }]]);
  assert.deepEqual(tree.position(1, true).marks, [{ point: "B5", kind: "label", color: "black", text: "A" }]);
  assert.deepEqual(tree.position(2, true).marks.map((m) => m.kind + m.point), ["wayA4", "wayC3"]);
});

test("a turn of two stones is guessed in either order, whether they stand in one node or two", () => {
  const due = (n) => ({ due: n });
  const two = open([root, node(0, "black", "A1", due(2)), { ...node(1, "white", "B1"), to_move: "white", due: 1 }, node(2, "white", "C1", due(2))]);
  assert.deepEqual([two.next(0), two.next(1), two.next(3)], [{ points: ["A1"], node: 1 }, { points: ["B1", "C1"], node: 3 }, { points: [], node: 3 }]);
  const one = open([root, node(0, "black", "A1", due(2)), { ...node(1, "white", "B1", due(2)), points: ["B1", "C1"] }]);
  assert.deepEqual(one.next(1), { points: ["B1", "C1"], node: 2 });
});

test("no two nodes are drawn at one place, and the main line goes straight", () => {
  let seed = 1;
  const random = (n) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % n;
  };
  for (let round = 0; round < 50; round++) {
    const nodes = [root];
    while (nodes.length < 60) nodes.push(node(random(4) ? nodes.length - 1 : random(nodes.length), "black", "A1"));
    const tree = open(nodes);
    const at = tree.layout();
    assert.equal(at.size, 60);
    assert.equal(new Set([...at.values()].map((p) => `${p.x} ${p.y}`)).size, 60);
    for (const [n, p] of at) {
      const from = at.get(nodes[n].parent);
      if (from) assert.equal(p.x, from.x + 1);
      if (from && tree.ways[nodes[n].parent][0] === n) assert.equal(p.y, from.y);
    }
    assert.ok(tree.path(tree.end(0)).every((n) => at.get(n).y === 0));
  }
});

test("results in words", () => {
  assert.deepEqual(["B+R", "W+3.5", "B+T", "W+", "0", "Void", "?", "", "Jigo"].map(resultWords),
    ["Black wins by resignation", "White wins by 3.5", "Black wins on time", "White wins", "A draw", "Abandoned", "", "", "Jigo"]);
});

test("what is said of a game begins with its result, and leaves out a name that is its id", () => {
  const game = { id: "20260302-200001", name: "20260302-200001", game: "go", event: "", round: "", place: "", date: "2026-03-02", result: "W+R" };
  assert.equal(aboutGame(/** @type {any} */ (game)), "White wins by resignation · Go · 2 Mar 2026");
  assert.equal(aboutGame(/** @type {any} */ ({ ...game, name: "Final", event: "Cup", date: "2026-03", result: "?" })), "Go · Final · Cup · 2026-03");
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { colorOf, lastOwn, stonesOf, turnsOf } from "../page/guest-log.js";

const turn = (color, ...points) => ({ kind: "turn", color, points });
const choice = (color, chosen) => ({ kind: "choice", color, choice: chosen });
const undo = (back) => ({ kind: "undo", back });

// The host's program writes this file, and reads the same out of it.
const vectors = JSON.parse(readFileSync(new URL("./guest-log.json", import.meta.url), "utf8"));

test("logs leave what the host's program says", () => {
  for (const [i, { setup, steps }] of vectors.entries()) {
    steps.forEach(({ event, turns, guest, back, go, stones = "" }, n) => {
      const log = steps.slice(0, n + 1).map((s) => s.event);
      const at = `log ${i}, event ${n + 1}: ${JSON.stringify(event)}`;
      assert.equal(turnsOf(log).map((t) => `${t.color} ${t.points.join("+")}`).join(", "), turns, at);
      assert.equal(colorOf(log, setup), guest, at);
      if (go) assert.equal(stonesOf(go.rows).map((s) => `${s.color} ${s.point}${s.dead ? " dead" : ""}`).join(", "), stones, at);
      assert.equal(lastOwn(log, setup, guest), back, at);
    });
  }
});

test("the turns that a log leaves", () => {
  assert.deepEqual(turnsOf([]), []);
  const played = [turn("black", "H8"), turn("white", "H9"), undo(1), turn("white", "G9")];
  assert.deepEqual(turnsOf(played).map((t) => t.points), [["H8"], ["G9"]]);
  const fifths = [turn("black", "A1", "B1"), choice("white", "B1")];
  assert.deepEqual(turnsOf(fifths), [{ color: "black", points: ["B1"] }]);
  assert.deepEqual(turnsOf([choice("white", "B1")]), [], "a choice between no stones");
  assert.deepEqual(turnsOf([turn("black", "H8"), undo(5)]), []);
});

test("who chooses a colour has it from there on", () => {
  const setup = { guest: "white" };
  assert.equal(colorOf([], setup), "white");
  assert.equal(colorOf([choice("white", "black")], setup), "black");
  assert.equal(colorOf([choice("black", "white")], setup), "black", "the host took White");
  assert.equal(colorOf([choice("white", "more"), choice("black", "black")], setup), "white");
});

test("which turns take back the guest's last one", () => {
  const setup = { guest: "white" };
  const game = [turn("black", "H8"), turn("white", "H9"), turn("black", "G8")];
  assert.equal(lastOwn(game, setup, "white"), 2);
  assert.equal(lastOwn(game.slice(0, 1), setup, "white"), 0, "it has not played");
  assert.equal(lastOwn([], setup, "white"), 0);
});

test("turns are counted by who played them, though the colours have changed hands", () => {
  const log = [turn("black", "A1"), turn("white", "C1"), turn("black", "E1"), choice("white", "black"), turn("white", "C3"), turn("black", "E3"), turn("white", "C5")];
  const setup = { guest: "white", opening: "swap2" };
  assert.equal(colorOf(log, setup), "black");
  assert.equal(lastOwn(log, setup, "black"), 2);
  assert.equal(lastOwn(log.slice(0, 4), setup, "black"), 0, "what was chosen, and the stones before it, stay");
});

// The lessons teach what is so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { from, lessons } from "../page/lessons.js";

const six = { "connect6": 6, "gomoku": 5, "renju": 5 };
/** All steps with the name of their game. */
const all = Object.entries(lessons).flatMap(([game, { size, steps }]) => steps.map((step, n) => ({ game, size, n, ...step })));

test("a row of points", () => {
  assert.deepEqual(from("G10", 1, 0, 3), ["G10", "H10", "I10"]);
  assert.deepEqual(from("D1", 0, 1, 2), ["D1", "D2"]);
});

test("every stone has a point of its own on the board, and what is to be put down is empty", () => {
  for (const s of all) {
    const points = [...s.black, ...s.white, ...(s.put ?? []), ...(s.or ?? []), ...(s.forbidden ?? [])];
    assert.equal(new Set(points).size, points.length, `${s.game} ${s.n}`);
    for (const p of points) {
      const [x, y] = [p.charCodeAt(0) - 65, Number(p.slice(1)) - 1];
      assert.ok(x >= 0 && x < s.size && y >= 0 && y < s.size, `${s.game} ${s.n}: ${p}`);
    }
  }
});

test("a row that wins is of one colour, straight, and as long as the game asks", () => {
  for (const s of all.filter((s) => s.line)) {
    const own = new Set([...s[s.color ?? "black"], ...(s.put ?? [])]);
    assert.equal(s.line.length, six[s.game]);
    assert.ok(s.line.every((p) => own.has(p)), `${s.game} ${s.n}`);
    const before = new Set(s[s.color ?? "black"]);
    if (s.put) assert.ok(s.line.some((p) => !before.has(p)), `${s.game} ${s.n}: won already`);
  }
});

/** Whether a color can make a row of n with k more stones.
 * @param {Set<string>} own @param {Set<string>} others @param {number} size @param {number} n @param {number} k */
function threatens(own, others, size, n, k) {
  for (let x = 0; x < size; x++) for (let y = 1; y <= size; y++) for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    const row = from(String.fromCharCode(65 + x) + y, dx, dy, n);
    const on = row.every((p) => p.charCodeAt(0) - 65 < size && Number(p.slice(1)) >= 1 && Number(p.slice(1)) <= size);
    if (on && row.every((p) => !others.has(p)) && row.filter((p) => own.has(p)).length >= n - k) return true;
  }
  return false;
}

test("what stops a row does stop it, and was needed", () => {
  for (const [game, k] of [["connect6", 2], ["gomoku", 2]]) {
    const s = lessons[game].steps[2];
    const black = new Set(s.black);
    assert.ok(threatens(black, new Set(s.white), lessons[game].size, six[game], k), `${game}: nothing threatens`);
    if (game === "connect6") assert.ok(!threatens(black, new Set([...s.white, ...s.put]), 19, 6, 2), "the four is not stopped");
  }
});

test("no row wins but the one that the reader is to complete", () => {
  for (const s of all.filter((s) => s.line && s.put)) {
    const own = new Set(s[s.color]);
    const others = new Set(s[s.color === "black" ? "white" : "black"]);
    for (const p of s.put) assert.ok(!threatens(own, new Set([...others, p]), s.size, six[s.game], s.put.length), `${s.game} ${s.n}: a row without ${p}`);
  }
});

/** The liberties of the chain of a point.
 * @param {Map<string, string>} at @param {string} point @param {number} size */
function liberties(at, point, size) {
  const seen = new Set([point]);
  const free = new Set();
  for (const p of seen) for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    const [x, y] = [p.charCodeAt(0) - 65 + dx, Number(p.slice(1)) + dy];
    if (x < 0 || x >= size || y < 1 || y > size) continue;
    const q = String.fromCharCode(65 + x) + y;
    if (!at.has(q)) free.add(q);
    else if (at.get(q) === at.get(p)) seen.add(q);
  }
  return free.size;
}

test("what is captured in Go has lost its last liberty, and eyes keep theirs", () => {
  for (const s of lessons.go.steps) {
    const at = new Map([...s.black.map((p) => [p, "black"]), ...s.white.map((p) => [p, "white"])]);
    for (const p of at.keys()) assert.ok(liberties(at, p, 9) > 0, `${s.title}: ${p} stands without liberties`);
    for (const p of s.put ?? []) at.set(p, s.color);
    for (const p of s.taken ?? []) assert.equal(liberties(at, p, 9), 0, `${s.title}: ${p}`);
  }
  const eyes = lessons.go.steps[2];
  const at = new Map([...eyes.black.map((p) => [p, "black"]), ...eyes.white.map((p) => [p, "white"])]);
  assert.equal(liberties(at, "B2", 9), 2);
});

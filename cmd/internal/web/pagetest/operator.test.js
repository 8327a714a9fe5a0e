// The operator's corner: timetables are read as the table reads them, and counts add up.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readWeek, spans, split, writeWeek } from "../page/hours-lines.js";
import { settled } from "../page/sensor-map.js";
import { byHour, byLength, byLevel, since, totals } from "../page/visit-counts.js";

test("a week is read and written", () => {
  assert.equal(readWeek([]), null);
  assert.deepEqual(writeWeek(null), []);
  const week = readWeek(["Mon-fri 10:00-18:00", "sat-sun 11:00-13:00 14:00-20:00", "fri 19:00-2:00"]);
  assert.deepEqual(week, [...Array(4).fill("10:00-18:00"), "10:00-18:00 19:00-2:00", "11:00-13:00 14:00-20:00", "11:00-13:00 14:00-20:00"]);
  assert.deepEqual(readWeek(["sat-mon 9:00-10:00"]), ["9:00-10:00", "", "", "", "", "9:00-10:00", "9:00-10:00"]);
  assert.deepEqual(readWeek(writeWeek(week)), week);
  assert.deepEqual(readWeek(["mon-sun 10:00-18:00", "tue-sun closed", "wed 9:00-10:00"]), ["10:00-18:00", "", "9:00-10:00", "", "", "", ""]);
  assert.equal(writeWeek(["", ...Array(6).fill("10:00-12:00")])[0], "mon closed");
});

test("times are drawn up to midnight", () => {
  assert.deepEqual(spans("10:00-13:30 20:00-2:00"), [[10, 13.5], [20, 24]]);
  assert.deepEqual(spans("closed"), []);
  assert.deepEqual(split("2026-12-24 10:00-14:00 15:00-16:00"), ["2026-12-24", "10:00-14:00 15:00-16:00"]);
});

const at = (hour, what, result = "", count = 1, level = 0, seconds = 0) => ({ hour: `2026-11-${hour}:00:00+01:00`, what, game: what === "game" ? "connect6" : "", level, result, count, turns: 0, seconds });
const counts = [at("20T09", "game", "people", 1, 3, 60), at("23T10", "visit", "", 4), at("23T10", "game", "people", 2, 1, 600), at("23T10", "game", "machine", 2, 1, 200), at("23T12", "game", "machine", 1, 3, 300), at("23T12", "game", "black", 5, 0, 100)];

test("counts add up", () => {
  assert.deepEqual(totals(counts), { visits: 4, games: 11, won: 3, minutes: 1260 / 11 / 60 });
  assert.deepEqual(totals([]), { visits: 0, games: 0, won: 0, minutes: 0 });
  assert.deepEqual(byHour(counts).map((b) => [b.label, b.all, b.part]), [["9", 1, 1], ["10", 4, 2], ["11", 0, 0], ["12", 6, 0]]);
  assert.deepEqual(byLevel(counts).map((b) => [b.label, b.part]), [["1", 50], ["3", 50]]);
  assert.deepEqual(byLength(counts).map((b) => [b.label, b.text]), [["1", "3.3"], ["3", "3.0"]]);
  assert.equal(since(counts, 1, new Date("2026-11-23T20:00:00+01:00")).length, 5);
  assert.equal(since(counts, 0, new Date()).length, 6);
  assert.equal(byHour(Array(200_000).fill(counts[0])).length, 1); // of all tables of a museum in years
});

test("the lights of a show are not taken for stones", () => {
  const state = { board: { cols: 3, rows: 2, left: 0, bottom: 0 }, stones: [{ point: "B2", color: "black" }], arm: false };
  assert.equal(settled(state).shown, "....b.");
  assert.equal(settled({ ...state, attract: { scene: "offer" } }).shown, "....b.");
  assert.equal(settled({ ...state, attract: { scene: "demo" } }).shown, "......");
  assert.equal(settled({ ...state, arm: true, attract: { scene: "demo" } }).shown, "....b.");
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { after, digits, low, overtime, timed } from "../page/clock-time.js";

test("a time is shown as clocks show it", () => {
  for (const [ms, want] of [[0, "0.0"], [1, "0.1"], [9800, "9.8"], [9900, "9.9"], [9901, "0:10"], [59_001, "1:00"], [545_000, "9:05"], [3_600_000, "1:00:00"], [3_661_000, "1:01:01"]]) {
    assert.equal(digits(ms), want, `${ms} ms`);
  }
});

test("time runs down, and over into byo-yomi", () => {
  const side = (left_ms, periods, overtime = false) => ({ left_ms, periods, overtime });
  const cases = [
    [side(5000, 0), 1000, 0, { left: 4000, periods: 0, overtime: false }],
    [side(5000, 0), 6000, 0, { left: 0, periods: 0, overtime: false }],
    [side(2500, 3), 3000, 30_000, { left: 29_500, periods: 3, overtime: true }],
    [side(2500, 3), 63_000, 30_000, { left: 29_500, periods: 1, overtime: true }],
    [side(2500, 3), 200_000, 30_000, { left: 0, periods: 1, overtime: true }],
    [side(9300, 1, true), 9400, 30_000, { left: 0, periods: 1, overtime: true }],
    [side(9300, 2, true), 9300, 30_000, { left: 30_000, periods: 1, overtime: true }],
  ];
  for (const [told, ms, period, want] of cases) assert.deepEqual(after(told, ms, period), want);
});

test("Canadian overtime is so many stones in a time", () => {
  const told = { left_ms: 2500, periods: 5, overtime: false };
  assert.deepEqual(after(told, 3000, 180_000, true), { left: 179_500, periods: 5, overtime: true });
  assert.deepEqual(after(told, 190_000, 180_000, true), { left: 0, periods: 5, overtime: true });
  const side = (overtime, periods) => ({ left: 100_000, periods, overtime });
  const canadian = { period_ms: 180_000, canadian: true };
  assert.deepEqual(overtime(side(false, 5), canadian, 1), ["overtimeToCome", { n: 5, s: "3:00" }]);
  assert.deepEqual(overtime(side(false, 1), canadian, 1), ["oneToCome", { n: 1, s: "3:00" }]);
  assert.deepEqual(overtime(side(true, 4), canadian, 2), ["stonesLeft", { n: 8, s: "3:00" }]);
  assert.deepEqual(overtime(side(true, 1), canadian, 1), ["lastStone", { n: 1, s: "3:00" }]);
  assert.equal(overtime(side(false, 0), { period_ms: 0, canadian: false }, 1), null);
  assert.deepEqual(overtime(side(true, 1), { period_ms: 30_000, canadian: false }, 1), ["lastPeriod", { n: 1, s: "30" }]);
});

test("little time is little of what there was", () => {
  const now = (left, overtime = false) => ({ left, periods: 1, overtime });
  const c = (control, period_ms = 0) => ({ control, period_ms });
  for (const [left, clock, want] of [
    [now(61_000), c("10m"), 0], [now(60_000), c("10m"), 60], [now(9000), c("10m"), 10], [now(29_000), c("1m30s"), 30],
    [now(9000), c("20s/turn"), 0], [now(9000), c("30s/turn"), 10], [now(5000), c("10m+3x30s", 30_000), 0], [now(9300, true), c("10m+3x30s", 30_000), 10],
  ]) assert.equal(low(left, clock), want, `${clock.control} with ${left.left} ms`);
});

test("a game without a clock has none", () => {
  assert.deepEqual([timed(undefined), timed({ control: "none" }), timed({ control: "" }), timed({ control: "5m" })], [false, false, false, true]);
});

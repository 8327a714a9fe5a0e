// The line to the table, with a stream and a table that the test plays.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { keepLive } from "../page/live.js";

class Stream extends EventTarget {
  static opened = [];
  closed = false;
  constructor(path) {
    super();
    assert.equal(path, "/api/events");
    Stream.opened.push(this);
  }
  close() {
    this.closed = true;
  }
  say(kind, data) {
    this.dispatchEvent(Object.assign(new Event(kind), { data: JSON.stringify(data) }));
  }
}

// What the page has heard, and a table that answers with answer().
function begin(t) {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  const heard = [];
  const table = { heard, asked: 0, answer: () => Promise.reject(new Error("away")) };
  globalThis.fetch = () => {
    table.asked++;
    return table.answer();
  };
  const note = (kind) => (what) => heard.push([kind, what]);
  keepLive({ online: note("online"), state: note("state"), thinking: note("thinking"), fault: note("fault"), analysis: note("analysis") });
  return table;
}

const is = (state) => () => Promise.resolve({ ok: true, json: async () => state });
const settled = () => new Promise((done) => setImmediate(done));
const stream = () => Stream.opened[Stream.opened.length - 1];

beforeEach(() => {
  Stream.opened = [];
  globalThis.EventSource = Stream;
  globalThis.document = new EventTarget();
  globalThis.addEventListener = () => {};
});
afterEach(() => {
  delete globalThis.EventSource;
  delete globalThis.document;
});

test("an answer that comes after something newer is not taken", async (t) => {
  const table = begin(t);
  let answer = () => {};
  stream().say("state", { version: 1 });
  table.answer = () => new Promise((done) => {
    answer = done;
  });
  t.mock.timers.tick(8000);
  assert.ok(table.asked > 0);
  stream().say("state", { version: 2 });
  answer({ ok: true, json: async () => ({ version: 1 }) });
  await settled();
  assert.deepEqual(table.heard, [["online", true], ["state", { version: 1 }], ["state", { version: 2 }]]);
});

test("what the stream says is passed on", (t) => {
  const { heard } = begin(t);
  stream().say("state", { version: 1 });
  stream().say("thinking", { depth: 4 });
  stream().say("fault", { fault: "A sensor is stuck." });
  stream().say("analysis", { game: "a" });
  assert.deepEqual(heard, [["online", true], ["state", { version: 1 }], ["thinking", { depth: 4 }], ["fault", "A sensor is stuck."], ["analysis", { game: "a" }]]);
});

test("a table that starts again is another one, whose versions begin again", (t) => {
  const { heard } = begin(t);
  stream().say("state", { version: 7 });
  stream().say("state", { version: 1 });
  assert.deepEqual(heard.map(([kind, what]) => (kind === "online" ? what : "state")), [true, "state", false, true, "state"]);
});

test("a table that is away is tried again, with growing pauses", async (t) => {
  const { heard } = begin(t);
  for (const [i, pause] of [500, 1000, 2000, 3000, 3000].entries()) {
    stream().onerror();
    await settled();
    assert.equal(Stream.opened.length, i + 1);
    t.mock.timers.tick(pause - 1);
    assert.equal(Stream.opened.length, i + 1, `before ${pause} ms`);
    t.mock.timers.tick(1);
    assert.equal(Stream.opened.length, i + 2, `after ${pause} ms`);
  }
  assert.deepEqual(heard, [["online", false]]);
});

test("a table without a stream to spare is asked for its state, and tried again now and then", async (t) => {
  const table = begin(t);
  table.answer = is({ version: 1 });
  stream().onerror();
  await settled();
  assert.deepEqual(table.heard, [["online", true], ["state", { version: 1 }]]);
  t.mock.timers.tick(500); // soon the first time
  assert.equal(Stream.opened.length, 2);
  for (let i = 0; i < 5; i++) {
    if (i === 0) stream().onerror();
    else t.mock.timers.tick(2000);
    await settled();
    assert.equal(Stream.opened.length, 2);
  }
  t.mock.timers.tick(2000);
  assert.equal(Stream.opened.length, 3, "after five states the stream is tried again");
  stream().say("state", { version: 2 });
  assert.deepEqual(table.heard.at(-1), ["state", { version: 2 }]);
});

test("a stream that has not brought what the table says is opened again", async (t) => {
  const table = begin(t);
  stream().say("state", { version: 1 });
  table.answer = is({ version: 2 });
  t.mock.timers.tick(8000);
  await settled();
  assert.deepEqual(table.heard, [["online", true], ["state", { version: 1 }], ["state", { version: 2 }]]);
  assert.equal(Stream.opened.length, 2);
  assert.ok(Stream.opened[0].closed);
  assert.ok(!stream().closed);
});

test("a page that is seen again asks at once if its stream was silent", async (t) => {
  const table = begin(t);
  stream().say("state", { version: 1 });
  table.answer = is({ version: 1 });
  t.mock.timers.setTime(600000); // the device slept, and so did the timers
  document.dispatchEvent(new Event("visibilitychange"));
  await settled();
  assert.equal(table.asked, 1);
  assert.equal(Stream.opened.length, 1);
});

test("a silent stream is tried with a question, and opened again if there is no answer", async (t) => {
  const table = begin(t);
  stream().say("state", { version: 1 });
  t.mock.timers.tick(7000);
  assert.equal(table.asked, 0);
  table.answer = is({ version: 1 });
  t.mock.timers.tick(1000);
  await settled();
  assert.equal(table.asked, 1);
  assert.ok(!stream().closed);
  table.answer = () => Promise.reject(new Error("away"));
  t.mock.timers.tick(8000);
  await settled();
  assert.ok(stream().closed);
  assert.deepEqual(table.heard.at(-1), ["online", false]);
});

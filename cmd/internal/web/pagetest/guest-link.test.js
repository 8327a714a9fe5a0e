// The guest's end of a link, with a host, a browser's timers and its time made up.

import assert from "node:assert/strict";
import { test } from "node:test";

/** Opens a link in a window whose timers a browser holds back, as it does for one that nobody looks at. */
async function hidden() {
  const sent = [];
  const sockets = [];
  class Socket {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      sockets.push(this);
    }
    send(text) {
      sent.push(JSON.parse(text));
    }
    close() {}
  }
  Object.assign(globalThis, { WebSocket: Socket, location: { protocol: "http:", host: "host" }, setInterval: () => 0, BroadcastChannel: class { postMessage() {} } });
  const { GuestLink } = await import("../page/guest-link.js");
  const link = new GuestLink("code", { changed() {}, lost: () => sent.push("lost"), noBack() {} });
  const say = (m) => sockets.at(-1).onmessage({ data: JSON.stringify(m) });
  say({ v: 3, challenge: "c" });
  say({ welcome: true });
  return { link, sent, say };
}

test("a window that nobody looks at says that it is there, though its timers are held back", async (t) => {
  const { sent, say } = await hidden();
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const before = sent.length;
  for (let seq = 1; seq <= 10; seq++) {
    t.mock.timers.tick(2001);
    say({ v: 3, boot: 1, seq, n: 0, from: 0 });
  }
  const said = sent.length - before;
  assert.ok(said >= 4 && said <= 10, `${said} messages in 20 s`);
});

test("an agreement to a count that came too late is given again, but only to the same stones", async () => {
  const setup = { game: "g", round: 1, cols: 9, rows: 9, guest: "white" };
  const pass = (color) => ({ kind: "turn", color, points: [] });
  const agree = { kind: "agree", color: "white", points: ["C3"] };
  for (const [event, dead, told] of [[{ kind: "agree", color: "black" }, ["C3"], [agree]], [{ kind: "dead", color: "black", points: ["D4"] }, ["C3", "D4"], ["lost"]]]) {
    const { link, sent, say } = await hidden();
    const go = { rows: [], counting: true, dead: ["C3"] };
    say({ v: 3, boot: 1, seq: 1, n: 2, from: 0, game: "g", setup, events: [pass("black"), pass("white")], hash: "h", seal: "s", go });
    link.want(agree);
    sent.length = 0;
    say({ v: 3, boot: 1, seq: 2, n: 3, from: 2, game: "g", setup, events: [event], hash: "i", seal: "t", go: { ...go, dead } });
    assert.deepEqual(sent.filter((m) => m === "lost" || m.propose).map((m) => m.propose?.event ?? m).slice(0, 1), told);
  }
});

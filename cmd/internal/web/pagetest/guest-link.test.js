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
  const link = new GuestLink("code", { changed() {}, lost() {}, noBack() {} });
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

// The guest's end of the protocol of docs/network.md, for a browser: it judges
// nothing, believes the host, and asks for its own turns to be taken.

import { colorOf } from "./guest-log.js";

/** @import { LogEvent, Setup } from "./guest-log.js" */

const version = 3; // of the protocol
const pauses = [500, 1000, 2000, 4000]; // ms between attempts, the last repeated
const beat = 2000; // ms between messages
const silence = 9000; // ms without a message before the link counts as cut

function random() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

/** What the host waits for. @typedef {{ side: string, color: string, due: number, player?: number, choices?: string[], allowed?: string[] }} Step */
/** How a game ended. @typedef {{ winner: string, reason: string }} Outcome */
/** How a game of Go stands. @typedef {{ rows: string[], counting?: boolean, dead?: string[], agreed?: string[], score?: string }} Go */
/** What a side asks of the other. @typedef {{ id: number, back: number, at: number }} Ask */

/** What the host says.
 * @typedef {object} Message
 * @property {number} v
 * @property {number} boot
 * @property {number} seq
 * @property {number} n
 * @property {number} from
 * @property {number} no
 * @property {string} game
 * @property {string} [name]
 * @property {Setup} [setup]
 * @property {LogEvent[]} [events]
 * @property {string} [hash]
 * @property {string} [seal]
 * @property {Step} [step]
 * @property {Outcome} [over]
 * @property {Go} [go]
 * @property {string} [problem]
 * @property {Ask} [ask]
 * @property {{ id: number, why: string, zh?: string }} [refused]
 * @property {boolean} [bye] */

const stranger = random(); // the guest's name where nothing can be kept

/** The guest's name for an invitation: the host lets nobody else in with its code. A
 * browser that keeps nothing has one for as long as the page is open.
 * @param {string} code */
function nameFor(code) {
  const key = `guest ${code}`;
  try {
    const name = localStorage.getItem(key) ?? stranger;
    localStorage.setItem(key, name);
    return name;
  } catch {
    return stranger;
  }
}

/** What outlives the page, by the invitation's code.
 * @param {string} code
 * @returns {{ boot?: number, left?: boolean, resigning?: string }} */
function recall(code) {
  try {
    return JSON.parse(localStorage.getItem(`link ${code}`) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** A link to the host that gave an invitation. */
export class GuestLink {
  /** @param {string} code the invitation's
   * @param {object} on
   * @param {() => void} on.changed there is something new
   * @param {(refused?: { why: string, zh?: string }) => void} on.lost the turn was not taken
   * @param {() => void} on.noBack a take-back was refused */
  constructor(code, on) {
    this.code = code;
    this.on = on;
    const kept = recall(code);
    this.boot = Math.max(Date.now(), (kept.boot ?? 0) + 1); // the computer's clock may have gone back
    this.seq = 0;
    this.latest = [0, 0];
    /** @type {Setup | null} */
    this.setup = null;
    /** @type {LogEvent[]} */
    this.log = [];
    /** @type {WebSocket | null} */
    this.socket = null;
    this.heard = 0; // when the host last said something
    this.sent = 0; // when the guest did
    this.hash = "";
    this.seal = "";
    this.theirs = Infinity; // the length of the host's log, as far as is known
    /** What the guest wants to happen.
     * @type {{ id: number, event: LogEvent } | null} */
    this.propose = null;
    /** What the guest asks, and has refused.
     * @type {(Ask & { what: string }) | null} */
    this.ask = null;
    this.no = 0;
    /** What the host asks.
     * @type {Ask | null} */
    this.asked = null;
    /** @type {Outcome | null} */
    this.over = null;
    /** What the game waits for.
     * @type {Step | null} */
    this.step = null;
    /** How a game of Go stands; null in other games.
     * @type {Go | null} */
    this.go = null;
    this.color = ""; // the guest's
    this.name = "";
    this.problem = "";
    this.up = false;
    this.refused = ""; // why the host does not let this guest in
    this.resigning = kept.resigning ?? ""; // the game that is resigned, which the host has not taken yet
    this.left = Boolean(kept.left);
    this.parting = this.left; // it has left, and the host is not known to know
    if (this.left) this.refused = "left";
    this.cutAt = Date.now(); // since when the link is cut
    this.failures = 0;
    this.numbers = this.boot;
    this.keep();
    // The host talks with one page only: the one that was opened last.
    const tabs = new BroadcastChannel(`link ${code}`);
    tabs.onmessage = (e) => e.data > this.boot && this.yield();
    tabs.postMessage(this.boot);
    this.open();
    setInterval(() => this.tick(), 500);
  }

  keep() {
    try {
      localStorage.setItem(`link ${this.code}`, JSON.stringify({ boot: this.boot, left: this.left || undefined, resigning: this.resigning || undefined }));
    } catch {
      // Without storage it lasts as long as the page.
    }
  }

  yield() {
    this.refused = "tab";
    this.parting = false;
    this.socket?.close();
    this.on.changed();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/link`);
    this.socket = socket;
    this.heard = Date.now();
    let welcome = false;
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.heard = Date.now();
      const m = JSON.parse(event.data);
      if (welcome) {
        this.receive(m);
        this.remind(); // browsers hold back the timers of a window that nobody looks at
      } else if (m.error === "closed" && this.setup && !this.parting) {
        // It has been let in before: the host may know this game again soon.
      } else if (m.error) {
        this.refused = this.parting ? "left" : m.error;
        this.parting = false; // the host knows already
      } else if (m.challenge) {
        socket.send(JSON.stringify({ guest: nameFor(this.code), code: this.code }));
      } else if (m.welcome) {
        welcome = true;
        this.up = true;
        this.failures = 0;
        this.theirs = Infinity;
        this.send();
      }
      this.on.changed();
    };
    socket.onclose = () => socket === this.socket && this.again();
  }

  again() {
    this.socket = null;
    if (this.up) this.cutAt = Date.now();
    this.up = false;
    this.on.changed();
    const over = () => (this.refused || this.left) && !this.parting; // also between two attempts
    if (over()) return;
    setTimeout(() => this.socket || over() || this.open(), pauses[Math.min(this.failures++, pauses.length - 1)]);
  }

  tick() {
    if (!this.socket) return;
    if (Date.now() - this.heard > silence) {
      const old = this.socket;
      this.again();
      old.close();
    } else {
      this.remind();
    }
  }

  /** Says again what the guest wants, or only that it is there, when that is due. */
  remind() {
    const since = Date.now() - this.sent;
    if (this.up && (since > beat || (this.propose && since > 700))) this.send();
  }

  send() {
    if (!this.up || this.socket?.readyState !== WebSocket.OPEN) return;
    this.sent = Date.now();
    const n = this.log.length;
    const from = Math.min(n, this.theirs); // a host whose disk has lost the log's end has it from here
    /** @type {Record<string, unknown>} */
    const m = { v: version, boot: this.boot, seq: ++this.seq, n, from, no: this.no };
    if (from < n) m.events = this.log.slice(from);
    // Before it has the host's word on the log, it knows of no game.
    if (this.setup && this.hash) Object.assign(m, { game: this.setup.game, hash: this.hash, seal: this.seal, propose: this.propose ?? undefined, ask: this.ask ?? undefined });
    // A resignation is said first, or with it: the host listens to nobody who has left.
    if (this.left && (!this.resigning || this.propose)) m.bye = true;
    this.socket.send(JSON.stringify(m));
  }

  /** @param {Message} m */
  receive(m) {
    if (m.v !== version) {
      this.refused = "version";
      this.socket?.close();
      return;
    }
    if (m.boot < this.latest[0] || (m.boot === this.latest[0] && m.seq <= this.latest[1])) return;
    this.latest = [m.boot, m.seq];
    this.name = m.name ?? "";
    if (m.setup) this.adopt(m, m.setup);
    else if (this.resigning) this.resign(""); // the host has no game any more
    if (m.bye) {
      Object.assign(this, { refused: "left", left: true, parting: false, asked: null, resigning: "" });
      this.keep();
      this.send(); // the host need not remember this guest any more
      this.socket?.close();
    }
  }

  /** Takes what a message says of the game.
   * @param {Message} m
   * @param {Setup} setup */
  adopt(m, setup) {
    if (!this.setup || setup.round > this.setup.round) {
      Object.assign(this, { setup, log: [], hash: "", seal: "", propose: null, ask: null, asked: null, over: null, step: null, go: null, color: setup.guest });
    }
    this.setup ??= setup;
    if (m.game !== this.setup.game) return;
    this.problem = m.problem ?? "";
    const before = this.log.length;
    /** @type {LogEvent | undefined} */
    let again;
    this.theirs = m.n;
    if (m.n > before) {
      const events = m.events ?? [];
      if (m.from > before || m.from + events.length !== m.n) {
        this.send(); // the host does not know yet how much is missing
        return;
      }
      this.log = [...this.log.slice(0, m.from), ...events];
      this.color = colorOf(this.log, this.setup);
      const mine = this.propose;
      const resigned = mine?.event.kind === "resign";
      this.propose = null;
      this.ask = null;
      // An agreement that came too late holds for the same dead stones.
      const holds = mine?.event.kind === "agree" && m.go?.counting && JSON.stringify(mine.event.points) === JSON.stringify(m.go.dead ?? []);
      if (mine && !(resigned && !m.over) && !this.log.slice(before).some((e) => e.kind === mine.event.kind && e.color === (resigned ? this.color : mine.event.color))) {
        if (holds) again = mine.event;
        else this.on.lost();
      }
    }
    if (m.n < before) this.send(); // the host has lost the end
    if (m.n !== this.log.length) return;
    this.hash = m.hash ?? "";
    this.seal = m.seal ?? "";
    this.over = m.over ?? null;
    this.step = m.step ?? null;
    this.go = m.go ?? null;
    if (again) this.want(again);
    if (m.refused && this.propose?.id === m.refused.id) {
      if (this.propose.event.kind === "resign") this.resign("");
      this.propose = null;
      this.on.lost(m.refused);
    }
    if (this.ask && m.no === this.ask.id) {
      this.ask = null;
      this.on.noBack();
    }
    this.asked = m.ask && m.ask.at === m.n && m.ask.id !== this.no ? m.ask : null;
    if (this.resigning && (this.over || this.resigning !== this.setup.game)) this.resign("");
    // Who resigns does so in whatever position the game has come to.
    if (this.resigning && !this.propose) this.want({ kind: "resign", color: this.color });
    if (m.n > before) this.send();
  }

  /** Asks the host to put an event of this side into the game.
   * @param {LogEvent} event */
  want(event) {
    if (this.propose || !this.setup) return;
    this.propose = { id: ++this.numbers, event };
    if (event.kind === "resign") this.resign(this.setup.game);
    this.send();
    this.on.changed();
  }

  /** Notes which game is resigned, so that a page that is loaded again knows it.
   * @param {string} game "" for none */
  resign(game) {
    this.resigning = game;
    this.keep();
  }

  /** Asks to take turns back.
   * @param {number} turns */
  askBack(turns) {
    this.ask = { id: ++this.numbers, what: "take-back", back: turns, at: this.log.length };
    this.send();
    this.on.changed();
  }

  /** Answers what the host asks.
   * @param {boolean} yes */
  answer(yes) {
    if (!this.asked) return;
    if (yes) this.want({ kind: "undo", back: this.asked.back });
    else this.no = this.asked.id;
    this.asked = null;
    this.send();
    this.on.changed();
  }

  /** Leaves for good. The host is told until it is known to know: it does not take the code any more. */
  leave() {
    Object.assign(this, { left: true, refused: "left", parting: true, asked: null });
    this.keep();
    this.send();
    this.on.changed();
  }
}

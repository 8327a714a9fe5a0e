// Tournaments of the hall: rounds and their games, standings, crosstables.

import { get, post } from "../../web/page/ask.js";
import { element, html, setText } from "../../web/page/draw.js";
import { attempt } from "../../web/page/toast.js";
import { present } from "../../web/page/words.js";
import { named, say } from "./words.js";

/** @typedef {{ round: number, black: number, white: number, table: string, game_id: string, result: string, was?: string }} Pairing */
/** @typedef {{ player: number, rank: number, points: number, tie: number }} Standing */
/** @typedef {{ id: string, title: string, kind: string, game: string, players: string[], withdrawn?: number[], pairings: Pairing[] | null, round: number, over: boolean,
 *   standings: Standing[], crosstable: string[][] }} Tournament */

const nobody = -1;

/** @type {Record<string, string>} */
const scores = { black: "1–0", white: "0–1", draw: "½–½" };

/** @param {number} quarters */
const points = (quarters) => `${Math.floor(quarters / 4) || ""}${["", "¼", "½", "¾"][quarters % 4]}` || "0";

export class Tournaments {
  /** @type {Tournament[]} */ list = [];
  role = "look";
  version = -1; // of the list
  written = "";
  /** @type {Set<string>} */ unfolded = new Set(); // tournaments whose earlier rounds are shown

  /** @param {() => string[]} tables that can be played at
   * @param {(table: string) => { away: string, busy: boolean }} how a table is: what keeps it from a game, and whether one is under way */
  constructor(tables, how) {
    this.tables = tables;
    this.how = how;
    const form = element("new-tournament", HTMLFormElement);
    const sizes = () => { element("cup-size").hidden = new FormData(form).get("game") !== "go"; };
    form.addEventListener("change", sizes);
    sizes();
    form.addEventListener("submit", (e) => {
      e.preventDefault();
      const said = new FormData(form);
      const players = String(said.get("players")).split("\n").map((name) => name.trim()).filter(Boolean);
      this.do("/api/tournaments", { title: said.get("title"), kind: said.get("kind"), game: said.get("game"), size: said.get("size"), clock: said.get("clock"), rounds: Number(said.get("rounds")), players }, () => {
        form.reset();
        sizes();
      });
    });
  }

  /** Sends something and shows what came of it.
   * @param {string} path @param {object} body @param {() => void} [done] */
  do(path, body, done) {
    return attempt(async () => {
      await post(path, body);
      await this.refresh();
      done?.();
    });
  }

  async refresh() {
    const found = await get(`/api/tournaments?version=${this.version}`).catch(() => null);
    if (!found) return;
    this.version = found.version;
    if (found.tournaments) this.list = found.tournaments;
    this.show(this.role);
  }

  /** @param {string} role */
  show(role) {
    this.role = role;
    element("new-tournament").hidden = role === "look";
    element("tournaments").hidden = role === "look" && this.list.length === 0;
    const now = JSON.stringify([this.version, role, this.tables(), present()]);
    if (now === this.written) return; // what somebody is choosing stays
    this.written = now;
    setText("no-tournaments", this.list.length ? "" : say("noTournaments"));
    element("cups").replaceChildren(...this.list.map((t) => this.tournament(t)));
  }

  /** @param {Tournament} t */
  tournament(t) {
    const pairings = (t.pairings ?? []).map((p, n) => ({ ...p, n }));
    const all = pairings.filter((p) => p.round === t.round);
    const open = all.some((p) => p.result === "");
    const head = html("p", {}, `${named(`kind.${t.kind}`, t.kind)} · ${named(`game.${t.game}`, t.game)} · ${t.over ? say("tournamentOver") : say("round", { n: t.round })} · `,
      html("a", { href: `/api/tournaments/${t.id}.txt`, textContent: say("record") }), " · ", html("a", { href: `/api/tournaments/${t.id}.sgf`, textContent: "SGF" }));
    const next = html("button", { type: "button", textContent: say("nextRound") });
    next.hidden = this.role === "look" || open || t.over;
    next.addEventListener("click", () => this.do(`/api/tournaments/${t.id}/next`, {}));
    const remove = html("button", { type: "button", className: "quiet", textContent: say("op.remove") });
    remove.hidden = this.role !== "operate";
    remove.addEventListener("click", () => { if (confirm(say("sureRemoveTournament", { title: t.title }))) this.do(`/api/tournaments/${t.id}/remove`, {}); });
    return html("article", {}, html("h3", { textContent: t.title }), head, html("ul", {}, ...all.map((p) => this.pairing(t, p))), html("div", { className: "acts" }, next, this.withdrawal(t), remove), this.standings(t),
      this.earlier(t, pairings.filter((p) => p.round < t.round)));
  }

  /** The rounds before the last one. @param {Tournament} t @param {(Pairing & { n: number })[]} pairings */
  earlier(t, pairings) {
    const fold = html("details", { open: this.unfolded.has(t.id), hidden: pairings.length === 0 }, html("summary", { textContent: say("earlierRounds") }), html("ul", {}, ...pairings.map((p) => this.pairing(t, p))));
    fold.addEventListener("toggle", () => this.unfolded[fold.open ? "add" : "delete"](t.id));
    return fold;
  }

  /** Takes players out of the rounds to come, and back in. @param {Tournament} t */
  withdrawal(t) {
    const list = this.choose(say("withdrawal"), t.players.map((name, i) => [String(i), say(t.withdrawn?.includes(i) ? "returns" : "withdraws", { name })]),
      (player) => this.do(`/api/tournaments/${t.id}/withdraw`, { player: Number(player), withdrawn: !t.withdrawn?.includes(Number(player)) }));
    list.hidden = this.role === "look" || (t.over && !(t.kind === "knockout" && t.withdrawn?.length)); // which goes on when somebody comes back
    return list;
  }

  /** @param {Tournament} t @param {Pairing & { n: number }} p */
  pairing(t, p) {
    const earlier = p.round < t.round, round = earlier ? `${say("round", { n: p.round })} · ` : "";
    if (p.white === nobody) return html("li", { textContent: round + say("free", { name: t.players[p.black] }) });
    const row = html("li", {}, `${round}${t.players[p.black]} – ${t.players[p.white]} `);
    if (p.result) row.append(html("strong", { textContent: scores[p.result] ?? p.result }), " ");
    if (p.was) row.append(html("span", { textContent: say("corrected", { was: scores[p.was] ?? p.was }) }), " ");
    if (p.table) row.append(html("span", { textContent: p.table }), " ");
    if (this.role === "look" || earlier && (this.role !== "operate" || t.kind === "knockout")) return row;
    if (!p.result) {
      row.append(this.places(t, p), " ");
    }
    row.append(this.choose(say("enterResult"), [...Object.entries(scores), ...(earlier ? [] : [["", "–"]])],
      (result) => this.do(`/api/tournaments/${t.id}/result`, { pairing: p.n, result })));
    return row;
  }

  /** The tables that a game may be sent to, each with what speaks against it.
   * @param {Tournament} t @param {Pairing & { n: number }} p */
  places(t, p) {
    /** @param {string} table */
    const told = (table) => {
      const { away, busy } = this.how(table);
      return [table, away || (busy ? say("playing") : "")].filter(Boolean).join(" · ");
    };
    const list = this.choose(say("sendTo"), this.tables().map((name) => [name, told(name)]), (table) => {
      const begun = this.list.flatMap((other) => other.pairings ?? []).some((q) => q.table === table && !q.result && q.game_id && q.game_id !== p.game_id);
      const replace = this.how(table).busy || begun;
      return (!replace || confirm(say("sureReplace", { table }))) && this.do(`/api/tournaments/${t.id}/send`, { pairing: p.n, table, replace });
    });
    list.addEventListener("focus", () => { for (const o of [...list.options].slice(1)) o.textContent = told(o.value); });
    return list;
  }

  /** A list to choose from, whose first line says what for. It is back there afterwards: choosing the same again is no change.
   * @param {string} what @param {string[][]} options @param {(value: string) => unknown} chosen */
  choose(what, options, chosen) {
    const list = html("select", { ariaLabel: what }, html("option", { textContent: what }), ...options.map(([value, text]) => html("option", { value, textContent: text })));
    list.addEventListener("change", async () => {
      if (list.selectedIndex > 0) await chosen(list.value);
      list.selectedIndex = 0;
    });
    return list;
  }

  /** @param {Tournament} t */
  standings(t) {
    const ties = { "round-robin": [say("sonneborn")], swiss: [say("buchholz")] }[t.kind] ?? []; // what decides between equals
    const rows = t.standings.map((s, i) => html("tr", {}, html("td", { textContent: String(s.rank) }), html("th", { scope: "row", textContent: t.players[s.player] + (t.withdrawn?.includes(s.player) ? say("withdrawn") : "") }),
      html("td", { textContent: points(2 * s.points) }), ...ties.map(() => html("td", { textContent: points(t.kind === "swiss" ? 2 * s.tie : s.tie) })), ...t.crosstable[i].map((textContent) => html("td", { textContent }))));
    return html("div", { className: "scroll", tabIndex: 0 }, html("table", {}, html("thead", {}, html("tr", {},
      ...["", say("playerTitle"), say("points"), ...ties].map((textContent) => html("th", { scope: "col", textContent })),
      ...t.standings.map((s) => html("th", { scope: "col", className: "name", textContent: t.players[s.player] })))), html("tbody", {}, ...rows)));
  }
}

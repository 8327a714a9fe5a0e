// What holds for all tables: commands, volume, language, programs and timetable, and what visitors did.

import { get, post, send } from "../../web/page/ask.js";
import { element, html, setText } from "../../web/page/draw.js";
import { lookAtHours, playHours, sayHours } from "../../web/page/operator-hours.js";
import { attempt, tell } from "../../web/page/toast.js";
import { drawCounts, totals } from "../../web/page/visit-counts.js";
import { present } from "../../web/page/words.js";
import { grave, orders } from "./table.js";
import { say } from "./words.js";

/** @import { Count } from "../../web/contract.d.ts" */
/** @import { Health, Order } from "./table.js" */

/** @typedef {{ code: string, error: string, said?: Record<string, string> }} Answer */
/** @typedef {{ command: { volume?: number, answer?: string }, taken: Record<string, Answer> }} Setting */

/** Who refused, and why, a line each.
 * @param {Record<string, Answer>} said */
const refusals = (said) => Object.entries(said).filter(([, a]) => a.code).map(([table, a]) => say("refused", { table, why: a.said?.[present()] ?? a.error })).sort();

/** The pause between two looks at the counts, which are megabytes after years: a table tells them every ten minutes. */
const countsPause = 300_000;

export class Everywhere {
  role = "look";
  /** @type {(Count & { table: string })[]} */ counts = [];
  counted = -countsPause;

  /** @param {() => number} tables that there are
   * @param {() => [string, Health][]} programs what is known of them */
  constructor(tables, programs) {
    this.tables = tables;
    this.programs = programs;
    playHours();
    element("hours-form").addEventListener("submit", () => this.look());
    element("period").addEventListener("change", () => this.draw());
    element("volume").addEventListener("input", () => this.slide());
    element("volume").addEventListener("change", () => attempt(async () => {
      await post("/api/settings", { do: "volume", volume: element("volume", HTMLInputElement).valueAsNumber });
      await this.look();
    }));
    element("release").addEventListener("change", () => attempt(() => this.upload()));
    element("speaks").addEventListener("change", () => attempt(async () => {
      await post("/api/settings", { do: "language", answer: element("speaks", HTMLSelectElement).value });
      await this.look();
    }));
  }

  /** Shows what a role may do.
   * @param {string} role */
  show(role) {
    const looked = this.role === role;
    this.role = role;
    element("all").hidden = role === "look";
    element("volume-field").hidden = element("language-field").hidden = element("update-field").hidden = role !== "operate";
    const list = /** @type {Order[]} */ (["pause", "resume", "new-game", ...(role === "operate" ? ["shutdown"] : [])]);
    element("all-acts").replaceChildren(...list.map((what) => html("button", { type: "button", textContent: say(orders[what]), onclick: () => this.order(what) })));
    if (role !== "operate") {
      element("hours").hidden = element("visits").hidden = true;
      return;
    }
    this.slide();
    if (looked) { // the language may be another one
      this.draw();
      sayHours();
    } else {
      lookAtHours();
      this.counted = -countsPause;
    }
    this.look();
  }

  /** @param {Order} what */
  order(what) {
    if (grave(what) && !confirm(say("sureAll", { what: say(orders[what]), n: this.tables() }))) return;
    attempt(async () => {
      /** @type {{ tables: Record<string, Answer> }} */
      const { tables } = await post("/api/command", { do: what });
      const no = refusals(tables);
      tell([say("saidAll", { n: Object.keys(tables).length - no.length }), ...no].join(" "));
    });
  }

  slide() {
    setText("volume-label", say("op.volume", { n: element("volume", HTMLInputElement).value }));
  }

  /** Brings another program to the hall, for all tables of its system. */
  async upload() {
    const input = element("release", HTMLInputElement);
    const file = input.files?.[0];
    input.disabled = true;
    try {
      if (!file || !confirm(say("sureProgram", { file: file.name, n: this.tables() }))) return;
      await send("/api/release", { method: "PUT", headers: { "Content-Type": "application/octet-stream" }, body: file, signal: AbortSignal.timeout(600_000) });
      tell(say("programSent"));
      await this.look();
    } finally {
      input.disabled = false;
      input.value = "";
    }
  }

  /** Shows which program every table runs. */
  listPrograms() {
    element("programs").replaceChildren(...this.programs().map(([table, h]) => {
      const line = [`${table}: ${say("version", { version: h.program })}`, h.system];
      if (h.update) line.push(say(`update.${h.update}`, { why: h.update_said?.[present()] ?? h.update_error }));
      return html("li", { textContent: line.filter(Boolean).join(" · ") });
    }));
  }

  /** Asks what the tables have taken, and what they counted. */
  async look() {
    if (this.role !== "operate") return;
    const due = performance.now() - this.counted >= countsPause;
    const [settings, counts] = await Promise.all([get("/api/settings"), due ? get("/api/visits") : null]).catch(() => []);
    if (!settings || this.role !== "operate") return; // the login may have ended meanwhile
    if (counts) {
      this.counted = performance.now();
      this.counts = counts;
      this.draw();
    }
    for (const name of ["volume", "language", "timetable", "update"]) {
      /** @type {Setting | undefined} */
      const s = settings[name];
      setText(`${name}-taken`, s ? [say("reached", { n: Object.values(s.taken).filter((a) => !a.code).length, all: this.tables() }), ...refusals(s.taken)].join(" ") : "");
      if (s?.command.volume !== undefined && document.activeElement !== element("volume")) element("volume", HTMLInputElement).valueAsNumber = s.command.volume;
    }
    /** @type {Setting | undefined} */
    const language = settings.language;
    const speaks = element("speaks", HTMLSelectElement);
    speaks.options[0].hidden = !!language;
    if (document.activeElement !== speaks) speaks.value = language?.command.answer ?? "";
    this.listPrograms();
    this.slide();
  }

  draw() {
    element("visits").hidden = false;
    const list = /** @type {(Count & { table: string })[]} */ (drawCounts(this.counts));
    element("visits-tables").replaceChildren(...[...new Set(list.map((c) => c.table))].sort((a, b) => a.localeCompare(b, "en", { numeric: true })).map((table) => {
      const { visits, games, won } = totals(list.filter((c) => c.table === table));
      return html("tr", {}, html("th", { scope: "row", textContent: table }), ...[visits, games, won].map((n) => html("td", { textContent: String(n) })));
    }));
  }
}

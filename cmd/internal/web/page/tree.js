// A game of the library on the board: its variations, comments and marks, which people
// may change, and guessing the next move. The address says which game and node:
// #tree/ID/NODE, and #tree/ID/NODE/POINT plays that point there.

import { gameTree, replay, saveTree, tryMoves } from "./ask.js";
import { confirmed } from "./dialog.js";
import { button, element, html, pip } from "./draw.js";
import { player } from "./games.js";
import { aboutGame } from "./library.js";
import { attempt, tell } from "./toast.js";
import { drawTree } from "./tree-draw.js";
import { Tree } from "./tree-model.js";
import { go } from "./views.js";
import { present, say, side } from "./words.js";

/** @import { GameTree, State, TreeEdit } from "../contract.d.ts" */

/** What is guessed: points of the turn that were found, and how many turns.
 * @typedef {{ found: string[], wrong: string[], right: number, all: number }} Guess */

const tools = ["play", "triangle", "square", "circle", "cross", "label"];

function wanted() {
  const [, id, node, point] = /^#tree\/([\w.-]+)(?:\/(\d+)(?:\/([A-T]\d+))?)?$/.exec(location.hash) ?? [];
  return id ? { id, node: Number(node ?? 0), point } : null;
}

/** The part of the page that shows a game of the library. */
export class TreeView {
  /** @param {() => void} changed draws the page again
   * @param {(state: State) => void} done takes the table's state after a command */
  constructor(changed, done) {
    this.changed = changed;
    this.done = done;
    /** @type {Tree | null} */
    this.tree = null;
    this.asked = "";
    this.at = 0;
    this.busy = false;
    /** @type {Guess | null} */
    this.guess = null;
    const steps = /** @type {const} */ ({ "tree-first": () => 0, "tree-back": () => this.before, "tree-on": () => this.after, "tree-last": () => this.tree?.end(this.at) ?? 0 });
    for (const [id, to] of Object.entries(steps)) element(id).addEventListener("click", () => this.go(to()));
    element("tree-close").addEventListener("click", () => {
      location.hash = "";
    });
    element("tree-tools").append(...tools.map((kind, i) => {
      const radio = html("input", { type: "radio", name: "tool", value: kind, checked: i === 0 });
      const label = html("span", {});
      label.dataset.tool = kind;
      return html("label", {}, radio, label);
    }));
    element("tree-comment", HTMLTextAreaElement).addEventListener("input", (e) => {
      if (!this.tree || !(e.target instanceof HTMLTextAreaElement)) return;
      this.tree.change({ do: "comment", node: this.at, text: e.target.value });
      this.drawButtons();
    });
    for (const [id, act] of Object.entries({
      "tree-pass": () => this.play(""), "tree-undo": () => this.undo(), "tree-delete": () => this.edit({ do: "delete", node: this.at }),
      "tree-promote": () => this.edit({ do: "promote", node: this.at }), "tree-save": () => this.save(), "tree-guess": () => this.startGuess(),
      "tree-replay": () => this.replay(),
    })) element(id).addEventListener("click", act);
    addEventListener("hashchange", () => this.follow());
    addEventListener("beforeunload", (e) => this.tree?.changes.length && e.preventDefault());
    document.addEventListener("keydown", (e) => this.key(e));
  }

  get before() {
    return Math.max(0, this.tree?.nodes[this.at].parent ?? 0);
  }

  get after() {
    return this.tree?.ways[this.at][0] ?? this.at;
  }

  /** Goes where the address says. */
  async follow() {
    const to = wanted();
    const id = to?.id ?? "";
    if (id === this.asked) {
      if (to && this.tree && to.node !== this.at) this.go(to.node);
      return;
    }
    if (this.tree?.changes.length && !(await confirmed(say("tree.unsaved"), say("tree.discard")))) {
      location.replace(this.address); // which every view follows
      return;
    }
    this.asked = id;
    this.tree = null;
    this.guess = null;
    if (!to) {
      this.changed();
      return;
    }
    await attempt(async () => {
      const game = await gameTree(id).catch((error) => {
        this.asked = "";
        if (error.cause) go("play"); // the table has refused: there is nothing to wait for
        throw error;
      });
      if (this.asked !== id) return;
      this.take(game, to.node);
      if (to.point) await this.play(to.point);
    });
  }

  /** The table is there again, after it was away. */
  again() {
    if (!this.tree) this.follow();
  }

  /** Shows a game as the table has it.
   * @param {GameTree} game @param {number} node */
  take(game, node) {
    this.tree = new Tree(game);
    this.asked = game.game.id;
    this.at = Math.min(node, game.nodes.length - 1);
    history.replaceState(null, "", this.address);
    this.changed();
  }

  get address() {
    return `#tree/${encodeURIComponent(this.asked)}/${this.at}`;
  }

  /** Shows a node.
   * @param {number} node */
  go(node) {
    if (!this.tree?.nodes[node]) return;
    this.at = node;
    if (this.guess) Object.assign(this.guess, { found: [], wrong: [] });
    history.replaceState(null, "", this.address);
    this.changed();
  }

  /** A tap on a point of the board.
   * @param {string} point */
  tap(point) {
    if (!this.tree || this.busy) return;
    const tool = /** @type {HTMLInputElement | null} */ (document.querySelector('input[name="tool"]:checked'))?.value ?? "play";
    if (this.guess) this.tryGuess(point);
    else if (tool === "play") this.play(point);
    else this.edit({ do: "marks", node: this.at, marks: this.tree.marked(this.at, tool, point) });
  }

  /** Plays a point, or passes with "": along a way on that is there, or along a new one.
   * @param {string} point */
  async play(point) {
    const { tree, at } = this;
    if (!tree) return;
    const way = tree.wayTo(at, point);
    if (way >= 0) {
      this.go(way);
      return;
    }
    /** @type {TreeEdit} */
    const edit = point ? { do: "play", node: at, point } : { do: "pass", node: at };
    this.busy = true;
    await attempt(async () => {
      const made = await tryMoves(tree.game.game.id, tree.game.rev, [...tree.moves, edit]);
      if (this.tree !== tree) return;
      tree.change(edit, made.at(-1));
      this.go(tree.nodes.length - 1);
    });
    this.busy = false;
  }

  /** @param {TreeEdit} edit */
  edit(edit) {
    const { tree } = this;
    if (!tree) return;
    const before = tree.nodes[edit.node].parent;
    tree.change(edit);
    if (edit.do === "delete") this.go(before);
    else this.changed();
  }

  undo() {
    const { tree } = this;
    if (!tree?.changes.length) return;
    const last = tree.undo();
    if (tree.nodes[last]) this.at = last;
    this.go(this.at);
  }

  async save() {
    const { tree } = this;
    if (!tree?.changes.length) return;
    const place = tree.order().indexOf(this.at);
    await attempt(async () => {
      const game = await saveTree(tree.game.game.id, tree.game.rev, tree.changes.map((c) => c.edit));
      if (this.tree !== tree) return;
      this.take(game, place);
      tell(say("tree.saved"));
    });
  }

  /** Has people led through the game on the board, from the node that is shown; what is
   * not saved is not there. */
  async replay() {
    const { tree } = this;
    if (!tree) return;
    await attempt(async () => {
      this.done(await replay(tree.game.game.id, this.at, Boolean(this.guess)));
      location.hash = "";
    });
  }

  startGuess() {
    this.guess = this.guess ? null : { found: [], wrong: [], right: 0, all: 0 };
    this.changed();
  }

  /** @param {string} point */
  tryGuess(point) {
    const { tree, guess } = this;
    if (!tree || !guess) return;
    const next = tree.next(this.at);
    if (!next.points.length || guess.found.includes(point) || tree.stones(this.at).has(point)) return;
    if (!next.points.includes(point)) {
      guess.wrong.push(point);
      this.changed();
      return;
    }
    guess.found.push(point);
    if (guess.found.length < next.points.length) {
      this.changed();
      return;
    }
    guess.all++;
    if (!guess.wrong.length) guess.right++;
    this.go(next.node);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (!this.tree || e.defaultPrevented || e.altKey) return;
    const typing = e.target instanceof Element && e.target.closest("input, select, textarea, dialog");
    if (e.ctrlKey || e.metaKey) {
      if (e.key === "s") this.save();
      else if (e.key === "z" && !typing) this.undo();
      else return;
      e.preventDefault();
      return;
    }
    if (typing || (e.target instanceof Element && e.target.closest("[role=grid]"))) return;
    const siblings = this.tree.ways[this.tree.nodes[this.at].parent] ?? [];
    /** @param {number} by */
    const other = (by) => siblings[siblings.indexOf(this.at) + by] ?? this.at;
    const to = /** @type {Record<string, number>} */ ({
      ArrowLeft: this.before, ArrowRight: this.after, Home: 0, End: this.tree.end(this.at), ArrowUp: other(-1), ArrowDown: other(1),
    })[e.key];
    if (to === undefined) return;
    this.go(to);
    e.preventDefault();
  }

  /** What the board shows. */
  position() {
    const tree = /** @type {Tree} */ (this.tree);
    const p = tree.position(this.at, !this.guess);
    for (const point of this.guess?.wrong ?? []) p.marks?.push({ point, kind: "tried" });
    for (const point of this.guess?.found ?? []) p.marks?.push({ point, kind: "found", color: tree.nodes[tree.next(this.at).node].color });
    return p;
  }

  /** Shows the view. */
  draw() {
    const { tree } = this;
    if (!tree) return;
    const { game } = tree.game;
    const who = [game.black, game.white].map((name) => player(name) || "–");
    element("tree-title").replaceChildren(html("span", {}, pip("black"), ` ${who[0]}`), " ", html("span", {}, pip("white"), ` ${who[1]}`));
    element("tree-about").textContent = aboutGame(game);
    for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-tool]"))) {
      const kind = e.dataset.tool ?? "";
      e.textContent = { play: "●", triangle: "△", square: "□", circle: "○", cross: "✕", label: "A" }[kind] ?? "";
      e.title = say(/** @type {import("./words.js").Code} */ (`tool.${kind}`));
      e.previousElementSibling?.setAttribute("aria-label", e.title);
    }
    const comment = element("tree-comment", HTMLTextAreaElement);
    if (comment.value !== (tree.nodes[this.at].comment ?? "")) comment.value = tree.nodes[this.at].comment ?? "";
    const said = this.inWords(tree);
    if (element("tree-said").textContent !== said) element("tree-said").textContent = said;
    const all = tree.count(tree.end(this.at));
    element("tree-count").textContent = say("turnOf", { n: tree.count(this.at), all });
    this.drawWays(tree);
    drawTree(element("tree-drawing"), tree, this.at, (node) => this.go(node));
    const problems = element("tree-problems");
    problems.hidden = !tree.game.problems.length;
    element("tree-problems-title").textContent = say("tree.problems", { n: tree.game.problems.length });
    element("tree-problems-list").replaceChildren(...tree.game.problems.map((p) => html("li", { textContent: p[present()] })));
    this.drawButtons();
  }

  /** What is on the board, in a sentence.
   * @param {Tree} tree */
  inWords(tree) {
    const n = tree.nodes[this.at];
    const lost = tree.captured(this.at);
    const parts = [];
    if (this.guess) parts.push(say("tree.guessed", { right: this.guess.right, all: this.guess.all }));
    if (this.guess?.wrong.length) parts.push(say("tree.notThere"));
    else if (this.guess) parts.push(tree.next(this.at).points.length ? say("tree.guessNext", { side: side(tree.nodes[tree.next(this.at).node].color) }) : say("tree.end"));
    else if (!n.color) parts.push(this.at ? say("tree.setUp") : say("tree.beginning"));
    else parts.push(n.points.length ? say("tree.plays", { side: side(n.color), points: n.points.join(" ") }) : say("tree.passes", { side: side(n.color) }));
    if (tree.game.game.game === "go" && !this.guess) parts.push(say("tree.captured", lost));
    return parts.join(say("space"));
  }

  /** @param {Tree} tree */
  drawWays(tree) {
    const ways = this.guess ? [] : tree.ways[this.at];
    element("tree-ways").replaceChildren(...ways.map((way) => {
      const n = tree.nodes[way];
      const what = n.color ? n.points.join(" ") || say("tree.pass") : say("tree.setUp");
      return html("li", {}, html("button", { type: "button", className: "chip", onclick: () => this.go(way) }, ...(n.color ? [pip(n.color)] : []), ` ${what}`));
    }));
    element("tree-ways").setAttribute("aria-label", say("tree.ways"));
  }

  drawButtons() {
    const { tree } = this;
    if (!tree) return;
    const changes = tree.changes.length;
    const { game } = tree.game;
    const first = tree.path(this.at).every((i) => i === 0 || tree.ways[tree.nodes[i].parent][0] === i);
    button("tree-first").disabled = button("tree-back").disabled = this.at === 0;
    button("tree-on").disabled = button("tree-last").disabled = !tree.ways[this.at].length;
    element("tree-pass").hidden = game.game !== "go" || Boolean(this.guess);
    button("tree-undo").disabled = button("tree-save").disabled = !changes;
    button("tree-delete").disabled = this.at === 0;
    element("tree-promote").hidden = first;
    element("tree-guess").setAttribute("aria-pressed", String(Boolean(this.guess)));
    element("tree-tools").hidden = Boolean(this.guess);
    element("tree-replay").hidden = Boolean(changes);
    const link = element("tree-download", HTMLAnchorElement);
    link.href = `/api/library/${encodeURIComponent(game.id)}/sgf`;
    link.hidden = Boolean(changes);
    element("tree-analyse", HTMLAnchorElement).hidden = game.game === "go" || game.game === "other" || Boolean(changes);
    element("tree-analyse", HTMLAnchorElement).href = `#game/${encodeURIComponent(game.id)}`;
  }
}

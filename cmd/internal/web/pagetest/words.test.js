// Every sentence is there in both languages, is asked for somewhere, and gets the
// values that it names.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { en } from "../page/en.js";
import { points, say, sentences, side, speak, stoneWord, told, turnsWord } from "../page/words.js";
import { zh } from "../page/zh.js";

const folder = new URL("../page/", import.meta.url);
const source = readdirSync(folder).filter((name) => /\.(js|html)$/.test(name) && !/^(en|zh)\.js$/.test(name))
  .map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
const contract = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8")).components.schemas;
const names = (sentence) => [...sentence.matchAll(/\{(\w+)\}/g)].map((m) => m[1]).sort();

test("both languages have the same codes, in the same order", () => {
  assert.deepEqual(Object.keys(zh), Object.keys(en));
});

test("both languages name the same values", () => {
  for (const code of Object.keys(en)) assert.deepEqual(names(zh[code]), names(en[code]), code);
});

test("no sentence is empty, and Chinese ones are Chinese", () => {
  const same = Object.keys(en).filter((code) => en[code] === zh[code]);
  assert.deepEqual(same, ["download", "opening.swap2", "plainSGF"]);
  for (const code of Object.keys(en)) assert.ok(code === "space" || (en[code] && zh[code]), code);
});

test("every code is used", () => {
  // Codes of a family are put together from what the contract or a caller names.
  const families = ["phase.", "stone.", "legend.", "game.", "opening.", "calibration.", "tray.", "symbol.", "access.", "access.field.", "guest.", "refused.", "tool.", "library.by.", "level.", "face.", "learn.put.", "learn.puts.", "study.", "study.lights.", "op.dev.", "op.is.", "op.armIs.", "mind.", "mindAbout.", "puzzle.kind.", "puzzle.ask.", "foul."];
  const unused = Object.keys(en).filter((code) => !source.includes(`"${code}"`) && !families.some((f) => code.startsWith(f) && source.includes(`\`${f}\${`)));
  assert.deepEqual(unused, []);
});

test("whatever the documents name is there", () => {
  const named = [...source.matchAll(/data-(?:text|label)="([^"]+)"/g)].map((m) => m[1]);
  assert.ok(named.length > 50);
  assert.deepEqual(named.filter((code) => !(code in en)), []);
});

test("whatever the table can tell has words", () => {
  const props = contract.State.properties;
  const shown = props.phase.enum.filter((phase) => !["human", "thinking", "place", "choose"].includes(phase)).map((phase) => `phase.${phase}`);
  const codes = [...shown, ...contract.Mark.properties.kind.enum.map((kind) => `legend.${kind}`), ...contract.Opening.properties.kind.enum.map((kind) => `opening.${kind}`),
    ...props.games.examples[0].map((game) => `game.${game}`), ...contract.Game.properties.result.enum.map((result) => (result === "black" || result === "white" ? "wins" : result)),
    ...contract.Me.properties.role.enum.map((role) => `access.${role}`), ...contract.Judged.properties.mark.enum.filter(Boolean).map((mark) => `symbol.${mark}`)];
  assert.deepEqual(codes.filter((code) => !(code in en)), []);
});

test("sentences are put together as each language does", () => {
  speak("en");
  assert.equal(points([]), "");
  assert.equal(points(["A1"]), "A1");
  assert.equal(points(["A1", "B2", "C3"]), "A1, B2 and C3");
  assert.equal(sentences("One.", "", "Two."), "One. Two.");
  assert.equal(say("turnOf", { n: 3, all: 9 }), "Turn 3 of 9");
  assert.deepEqual([turnsWord(0), turnsWord(1), turnsWord(2)], ["0 turns", "1 turn", "2 turns"]);
  assert.deepEqual([side("white"), side(""), stoneWord("black"), stoneWord("stone"), stoneWord()], ["White", "", "black stone", "stone", "stone"]);
  speak("zh");
  assert.equal(points(["A1", "B2"]), "A1和B2");
  assert.equal(sentences("一。", "二。"), "一。二。");
  assert.equal(say("wantedHere", { stone: stoneWord("white") }), "请在此放白子");
  speak("en");
});

test("the table's own sentence is shown in the page's language", () => {
  const state = { message: "Three stones: one too many.", fault: "", said: { en: { message: "Three stones: one too many.", fault: "" }, zh: { message: "多了一枚棋子。", fault: "" } } };
  speak("zh");
  assert.equal(told(state).message, "多了一枚棋子。");
  speak("en");
  assert.equal(told(state).message, "Three stones: one too many.");
});

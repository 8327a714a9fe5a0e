// The page's words in the language that was chosen. Elements name the code of
// theirs in data-text (their text) or data-label (their accessible name).

import { en } from "./en.js";
import { zh } from "./zh.js";

/** @typedef {import("../contract.d.ts").State} State */
/** @typedef {keyof typeof en} Code what a sentence is known by in both languages */
/** @typedef {"en" | "zh"} Language */

/** @type {Record<Language, Record<string, string>>} */
const tables = { en, zh };

/** @type {Language} */
let language = "en";

/** The page's language. */
export const present = () => language;

/** The page's language and country, for dates. */
export const locale = () => (language === "zh" ? "zh-CN" : "en-GB");

/** What the table tells people, in the page's language: its message and its fault.
 * @param {Pick<State, "said" | "message" | "fault">} state */
export const told = (state) => state.said?.[language] ?? { message: state.message, fault: state.fault };

/** The word or sentence for a code, with the values that it names in braces.
 * @param {Code} code
 * @param {Record<string, string | number>} [values] */
export const say = (code, values = {}) => tables[language][code].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** The word for a code that the table may know and this page may not: then otherwise.
 * @param {string} code
 * @param {string} otherwise */
export const named = (code, otherwise) => tables[language][code] ?? otherwise;

/** The name of a side; "" for none.
 * @param {string} [color] */
export const side = (color) => (color ? named(color, color) : "");

/** A stone of a colour, as a word.
 * @param {string} [color] */
export const stoneWord = (color) => named(`stone.${color}`, say("stone.stone"));

/** A list of points as people say it.
 * @param {string[]} list */
export function points(list) {
  const last = list.at(-1) ?? "";
  return list.length < 2 ? last : list.slice(0, -1).join(say("comma")) + say("and") + last;
}

/** Sentences one after the other.
 * @param {string[]} sentences */
export const sentences = (...sentences) => sentences.filter(Boolean).join(say("space"));

/** A number of turns.
 * @param {number} n */
export const turnsWord = (n) => (n === 1 ? say("oneTurn") : say("turns", { n }));

/** Speaks a language from here on.
 * @param {Language} wanted */
export function speak(wanted) {
  language = wanted;
}

/** Chooses the language: the one that is wanted, or was chosen before, else the browser's.
 * @param {Language} [wanted] */
export function chooseLanguage(wanted) {
  /** @type {string | null | undefined} */
  let kept = wanted;
  try {
    if (wanted) localStorage.setItem("language", wanted);
    kept ??= localStorage.getItem("language");
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  kept ??= navigator.languages?.[0] ?? navigator.language ?? "en";
  speak(kept.toLowerCase().startsWith("zh") ? "zh" : "en");
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-text]"))) e.textContent = named(e.dataset.text ?? "", "");
  for (const e of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-label]"))) e.setAttribute("aria-label", named(e.dataset.label ?? "", ""));
}

// The opponents' faces: one a level from the weakest to the strongest, and one for each of
// the players that are machines and look it. Flat heads of a few shapes in a drawing of 100
// by 100. Their names are the words "face.LEVEL" and "mind.NAME".

import { html, svg } from "./draw.js";
import { named } from "./words.js";

/** The number of levels. */
export const levels = 15;

const ink = "#2b2621";

/** @param {number} cx @param {number} cy @param {number} rx @param {number} ry @param {string} fill */
const oval = (cx, cy, rx, ry, fill) => svg("ellipse", { cx, cy, rx, ry, fill });

/** @param {string} fill @param {string} d */
const shape = (fill, d) => svg("path", { fill, d });

/** @param {string} d @param {number} [width] @param {string} [stroke] */
const stroke = (d, width = 2.5, stroke = ink) => svg("path", { d, fill: "none", stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" });

/** Two of the same, as far left and right of the middle.
 * @param {number} apart @param {number} y @param {number} rx @param {number} ry @param {string} fill */
const pair = (apart, y, rx, ry, fill) => [oval(50 - apart, y, rx, ry, fill), oval(50 + apart, y, rx, ry, fill)];

/** @param {number} apart @param {number} y @param {number} [r] */
const eyes = (apart, y, r = 4) => [...pair(apart, y, r, r, ink), oval(51 - apart, y - r * 0.35, r * 0.33, r * 0.33, "#fff"), oval(51 + apart, y - r * 0.35, r * 0.33, r * 0.33, "#fff")];

const smile = (y = 70) => stroke(`M41 ${y}Q50 ${y + 8} 59 ${y}`);

/** The ground and the shapes of each face.
 * @type {Array<[string, () => SVGElement[]]>} */
const faces = [
  // Pebble, Snail, Duckling, Hare, Hedgehog
  ["#e8e3d8", () => [shape("#a49e92", "M14 62C14 40 34 30 54 32S88 48 86 66 66 88 46 88 14 82 14 62Z"), shape("#bdb7aa", "M24 54C28 42 42 37 54 39 44 44 34 46 24 54Z"), ...eyes(13, 58), smile(68)]],
  ["#dfe9d3", () => [shape("#d9b98c", "M18 84C14 66 22 58 30 58V36H38V70H80Q88 76 84 84Z"), stroke("M32 38L26 22M36 38L42 23", 3, "#b8925f"), oval(26, 21, 4, 4, ink), oval(42, 22, 4, 4, ink), oval(61, 56, 24, 24, "#b5663f"), stroke("M61 56a5 5 0 0 1 9 3a11 11 0 0 1-20-1a15 15 0 0 1 29-5", 3.5, "#7c3f22"), stroke("M24 72Q28 76 32 73")]],
  ["#d6e8f0", () => [stroke("M50 24Q46 14 52 10M50 24Q55 15 59 16", 3, "#d9a520"), oval(50, 98, 34, 20, "#f5cf4d"), oval(50, 52, 31, 30, "#f7d55c"), ...eyes(14, 48), shape("#e77f2a", "M34 61Q50 50 66 61 50 76 34 61Z"), stroke("M35 61Q50 66 65 61", 2, "#a8500f")]],
  ["#e3edd9", () => [shape("#bd946d", "M41 46C26 34 28 6 37 4S50 28 49 44ZM59 46C74 34 72 6 63 4S50 28 51 44Z"), shape("#f0cdb9", "M41 40C33 30 34 12 38 11S45 28 45 40ZM59 40C67 30 66 12 62 11S55 28 55 40Z"), oval(50, 66, 29, 26, "#caa27b"), ...pair(10, 76, 12, 9, "#f6e9da"), ...eyes(14, 61), shape("#b25a50", "M45 69h10l-5 5z"), shape("#fff", "M45 80h10v8H45z"), stroke("M50 80v8", 1.4, "#b7a898")]],
  ["#efe3d3", () => [shape("#6b5240", "M10 74L6 58 16 58 10 42 22 44 20 28 32 34 36 18 45 28 54 14 60 28 72 20 74 34 86 32 82 46 94 50 86 60 94 72 84 80Z"), oval(50, 68, 29, 24, "#e3c39c"), ...eyes(13, 64), oval(50, 75, 7, 5, ink), stroke("M42 83Q50 88 58 83")]],
  // Frog, Otter, Magpie, Fox, Crane
  ["#dcecec", () => [...pair(22, 32, 14, 14, "#5d9b4e"), oval(50, 60, 38, 29, "#6bab58"), ...pair(22, 31, 9, 9, "#fff"), ...eyes(22, 31, 5), stroke("M24 64Q50 84 76 64", 3, "#2f5c27"), ...pair(30, 62, 5, 3, "#e59a8b")]],
  ["#d3e6ea", () => [...pair(27, 36, 9, 9, "#6b4a36"), oval(50, 56, 35, 32, "#87624b"), oval(50, 71, 22, 15, "#ecdcc8"), oval(50, 63, 8, 5.5, ink), ...eyes(16, 50), stroke("M50 69v5M41 77Q50 83 59 77M30 69L15 66M30 74L17 78M70 69L85 66M70 74L83 78", 1.8, "#4f3525")]],
  ["#e4e3f1", () => [shape("#f9f8f4", "M16 100Q22 66 50 66T84 100Z"), shape("#2d5d9f", "M12 100Q12 76 26 68 30 86 26 100ZM88 100Q88 76 74 68 70 86 74 100Z"), oval(50, 44, 28, 28, "#282830"), ...pair(12, 41, 7, 7, "#fff"), ...eyes(12, 41, 3.6), shape("#56555f", "M39 51Q50 44 61 51L50 74Z")]],
  ["#f5e1d0", () => [shape("#c6551c", "M14 12L42 32 22 54ZM86 12L58 32 78 54Z"), shape("#3b2b23", "M20 21L34 33 25 45ZM80 21L66 33 75 45Z"), shape("#db6c2c", "M50 27C74 27 82 42 85 55 74 82 58 92 50 93 42 92 26 82 15 55 18 42 26 27 50 27Z"), shape("#fcf4eb", "M15 55Q36 56 50 93 26 84 15 55ZM85 55Q64 56 50 93 74 84 85 55Z"), stroke("M32 54Q38 47 44 54M56 54Q62 47 68 54", 3.2), oval(50, 87, 6.5, 5, ink)]],
  ["#dce9ef", () => [shape("#fbfaf6", "M30 100C38 78 41 66 41 46 41 30 48 23 57 23S72 32 70 44C67 58 62 62 68 100Z"), shape("#2c2c32", "M43 60C41 46 44 42 48 42 54 50 60 52 68 50 60 62 62 74 65 86 54 80 45 72 43 60Z"), shape("#c2311c", "M45 29Q56 16 68 28 57 35 45 29Z"), shape("#7b8a68", "M69 37L98 46 68 47Z"), oval(61, 38, 3.6, 3.6, ink), oval(62, 37, 1.2, 1.2, "#fff")]],
  // Owl, Wolf, Bear, Tiger, Dragon
  ["#e8e0d0", () => [shape("#765943", "M16 20L36 31H64L84 20C88 44 86 62 84 68 80 88 66 94 50 94S20 88 16 68C14 62 12 44 16 20Z"), ...pair(16, 51, 19, 19, "#f1e4cb"), ...pair(16, 51, 11, 11, "#e8aa2e"), ...eyes(16, 51, 6.5), shape("#3a2b20", "M44 62h12l-6 12z"), stroke("M38 82l4 4 4-4M54 82l4 4 4-4", 2.4, "#c7a985")]],
  ["#dfe3ea", () => [shape("#5c6672", "M18 8L42 32 18 52ZM82 8L58 32 82 52Z"), shape("#8d98a5", "M50 26C72 26 80 40 88 62L74 66 70 78 50 94 30 78 26 66 12 62C20 40 28 26 50 26Z"), shape("#eef1f4", "M26 62Q42 60 50 70 58 60 74 62L66 78 50 92 34 78Z"), ...eyes(15, 54), stroke("M27 45L42 49M73 45L58 49", 3), oval(50, 78, 7, 5.5, ink), stroke("M50 84v4", 2)]],
  ["#e9ddd0", () => [...pair(27, 28, 13, 13, "#6d4a33"), ...pair(27, 29, 7, 7, "#b58c6b"), oval(50, 57, 37, 35, "#7f583e"), oval(50, 70, 20, 16, "#d8b896"), ...eyes(16, 50), oval(50, 63, 8.5, 6, ink), stroke("M50 69v6M41 78Q50 84 59 78")]],
  ["#f7e6c5", () => [...pair(27, 27, 11, 11, "#d88a22"), ...pair(27, 28, 5.5, 5.5, "#563819"), oval(50, 57, 37, 35, "#ea9d33"), ...pair(10, 75, 14, 12, "#fdf6ea"), shape(ink, "M50 22l5 16H45zM35 26l7 11-8-1zM65 26l-7 11 8-1zM12 50l17 6-16 5zM88 50l-17 6 16 5zM16 70h14L20 79zM84 70H70l10 9z"), ...eyes(15, 54, 4.6), stroke("M28 45L40 49M72 45L60 49", 3.2), shape("#a4493b", "M43 64h14l-7 7z"), stroke("M50 71v6M41 80Q50 86 59 80", 2)]],
  ["#d3e7dc", () => [shape("#d9a93c", "M31 36C18 26 18 12 21 3 32 10 42 20 44 30ZM69 36C82 26 82 12 79 3 68 10 58 20 56 30Z"), shape("#1f5f4b", "M14 54C6 46 4 36 6 28 16 34 24 40 26 48ZM86 54C94 46 96 36 94 28 84 34 76 40 74 48Z"), shape("#308166", "M50 24C78 24 84 42 82 54 81 64 74 68 70 72 70 88 62 93 50 93S30 88 30 72C26 68 19 64 18 54 16 42 22 24 50 24Z"), oval(50, 78, 20, 14, "#90c8a5"), shape("#d9a93c", "M43 25h14l-7 17z"), ...pair(15, 56, 7.5, 6, "#f8e9aa"), ...eyes(15, 56, 3.6), stroke("M24 46L42 52M76 46L58 52", 3.4, "#133e30"), ...pair(7, 74, 2.6, 2, "#17352a"), stroke("M40 84Q50 90 60 84", 2.2, "#17352a")]],
];

const light = "#fbf7ec";

/** A machine's head, with what it thinks in on its forehead.
 * @param {string} color @param {SVGElement[]} emblem */
const machine = (color, ...emblem) => [stroke("M50 24V12", 3), oval(50, 11, 4.5, 4.5, "#c2311c"), shape(color, "M25 24H75Q86 24 86 35V81Q86 92 75 92H25Q14 92 14 81V35Q14 24 25 24Z"), ...emblem, oval(34, 65, 9, 9, light), oval(66, 65, 9, 9, light), ...eyes(16, 65, 4.6), stroke("M40 81H60", 3)];

/** A road of six points @param {number} y */
const road = (y) => [stroke(`M24 ${y}H76`, 2, light), ...[0, 1, 2, 3, 4, 5].map((i) => oval(25 + 10 * i, y, 3.2, 3.2, light))];

/** The lines between three stones that work together @param {number} y */
const triangle = (y) => stroke(`M38 ${y + 6}L50 ${y - 7}L62 ${y + 6}Z`, 2.5, light);

/** A shape, as of such stones @param {number} y */
const trio = (y) => [triangle(y), oval(38, y + 6, 4, 4, light), oval(50, y - 7, 4, 4, light), oval(62, y + 6, 4, 4, light)];

/** The ground and the shapes of each player's face, by its name.
 * @type {Record<string, [string, () => SVGElement[]]>} */
const minds = {
  "road-shape": ["#e6e0ef", () => machine("#6d5f93", ...road(33), triangle(46))],
  "road-shape-sight": ["#e6e0ef", () => machine("#8f83ad", ...road(33), triangle(46), stroke("M27 58L41 72M41 58L27 72", 2.5))],
  "road-road": ["#dde8f2", () => machine("#4a6f9c", ...road(34), ...road(46))],
  "shape-shape": ["#e2ecd9", () => machine("#5d8249", ...trio(42))],
  "shape-road": ["#f1e6d4", () => machine("#9a6b35", ...trio(38), ...road(52).slice(0, 1))],
  "template": ["#f0dede", () => machine("#99535a", stroke("M32 32H68V52H32ZM44 32V52M56 32V52M32 42H68", 2.5, light))],
  "region": ["#dbece8", () => machine("#3f7f75", stroke("M44 38H56V48H44ZM32 30H68V54H32Z", 2.5, light))],
  "tuple": ["#ece9da", () => machine("#7d7646", ...[0, 1, 2, 3, 4].map((i) => oval(26 + 12 * i, 42, 4, 4, light)))],
};

/** The players that have a face, by their names. */
export const mindNames = Object.keys(minds);

/** A face as round as a stone; "" for what has none.
 * @param {number | string | undefined} of a level from 1, or a player's name */
export function face(of) {
  const drawn = typeof of === "string" ? minds[of] : faces[(of ?? 0) - 1];
  if (!drawn) return "";
  return svg("svg", { class: "face", viewBox: "0 0 100 100", "aria-hidden": "true" }, svg("circle", { cx: 50, cy: 50, r: 50, fill: drawn[0] }), ...drawn[1]());
}

/** What the opponent of a level is called; "" for what is none.
 * @param {number | undefined} level */
export const faceName = (level) => named(`face.${level}`, "");

/** A radio button with a face and a name.
 * @param {number | string} of a level, or a player's name @param {string} code of its name @param {() => void} changed */
function faceButton(of, code, changed) {
  const radio = html("input", { type: "radio", name: "level", value: String(of), onchange: changed });
  const name = html("b", { textContent: named(code, "") });
  name.dataset.text = code;
  return html("label", {}, radio, html("span", {}, face(of), name));
}

/** One radio button a level.
 * @param {() => void} changed */
export const faceChoice = (changed) => Array.from({ length: levels }, (_, i) => faceButton(i + 1, `face.${i + 1}`, changed));

/** One radio button for each of these players that has a face.
 * @param {string[]} names @param {() => void} changed */
export const mindChoice = (names, changed) => names.filter((name) => mindNames.includes(name)).map((name) => faceButton(name, `mind.${name}`, changed));

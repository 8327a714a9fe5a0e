// Small ways to find and to make elements.

const namespace = "http://www.w3.org/2000/svg";

/** The element of an id, which the page has.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} [kind] what it is
 * @returns {E} */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`The page has no ${id} of the kind that is needed.`);
  return /** @type {E} */ (found);
}

/** The button of an id.
 * @param {string} id */
export const button = (id) => element(id, HTMLButtonElement);

/** Gives an element a text. A live region speaks when it changes, so it must not
 * change without need.
 * @param {string} id
 * @param {string} text */
export function setText(id, text) {
  const e = element(id);
  if (e.textContent !== text) e.textContent = text;
}

/** Shows fields of a form, or hides them: what is hidden is not asked for, so that a value
 * that nobody sees cannot keep the form from being sent.
 * @param {HTMLElement} fields
 * @param {boolean} shown */
export function offer(fields, shown) {
  fields.hidden = !shown;
  for (const e of fields.querySelectorAll("input, select")) if (e instanceof HTMLInputElement || e instanceof HTMLSelectElement) e.disabled = !shown;
}

/** Shows how much of something is done, on a bar with the role progressbar.
 * @param {string} id
 * @param {number} part from 0 to 1 */
export function setBar(id, part) {
  const bar = element(id);
  bar.setAttribute("aria-valuenow", String(Math.round(100 * part)));
  if (bar.firstElementChild instanceof HTMLElement) bar.firstElementChild.style.transform = `scaleX(${part})`;
}

/** An SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]} */
export function svg(name, attributes = {}, ...children) {
  const e = document.createElementNS(namespace, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, String(v));
  e.append(...children);
  return /** @type {SVGElementTagNameMap[K]} */ (e);
}

/** An HTML element with properties and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Partial<HTMLElementTagNameMap[K]>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]} */
export function html(name, properties = {}, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

/** A small round stone for use within text.
 * @param {string} color
 * @param {string} [more] classes */
export const pip = (color, more = "") => html("i", { className: `stone ${color} ${more}` });

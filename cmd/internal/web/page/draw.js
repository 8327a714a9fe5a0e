// Small ways to make elements.

const namespace = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const e = document.createElementNS(namespace, name);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...children);
  return e;
}

/** An HTML element with properties and children. */
export function html(name, properties = {}, ...children) {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
}

/** A small round stone for use within text. */
export const pip = (color, more = "") => html("i", { className: `stone ${color} ${more}` });

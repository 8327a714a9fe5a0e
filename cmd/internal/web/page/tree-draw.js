// The variations of a game, drawn: moves go to the right, variations leave downwards.

import { html, svg } from "./draw.js";

/** @import { Tree } from "./tree-model.js" */

const step = 26;
const reach = 45; // columns that are drawn on each side of the node that is shown

/** Draws the part of a tree around a node. Those who do not see it have the buttons and
 * the list of ways on.
 * @param {HTMLElement} place @param {Tree} tree @param {number} shown
 * @param {(node: number) => void} pick */
export function drawTree(place, tree, shown, pick) {
  const at = tree.layout();
  const here = at.get(shown) ?? { x: 0, y: 0 };
  const onPath = new Set(tree.path(tree.end(shown)));
  const [left, right] = [Math.max(0, here.x - reach), here.x + reach];
  const lines = svg("g", { class: "lines" });
  const dots = svg("g", { class: "dots" });
  let [width, height] = [0, 0];
  for (const [node, { x, y }] of at) {
    if (x < left || x > right) continue;
    width = Math.max(width, x - left + 1);
    height = Math.max(height, y + 1);
    const [cx, cy] = [(x - left + 0.5) * step, (y + 0.5) * step];
    const from = at.get(tree.nodes[node].parent);
    if (from && from.x >= left) {
      const [fx, fy] = [(from.x - left + 0.5) * step, (from.y + 0.5) * step];
      const d = fy === cy ? `M${fx} ${fy}H${cx}` : `M${fx} ${fy}V${cy - step / 2}L${fx + step / 2} ${cy}H${cx}`;
      lines.append(svg("path", { d, class: onPath.has(node) ? "own" : "" }));
    }
    const n = tree.nodes[node];
    const dot = svg("g", { class: `dot ${n.color || "none"}${node === shown ? " here" : ""}`, "data-node": node },
      svg("rect", { class: "hit", x: cx - step / 2, y: cy - step / 2, width: step, height: step }), svg("circle", { cx, cy, r: n.color ? 8 : 4 }));
    if (n.comment || n.marks) dot.append(svg("circle", { class: "noted", cx: cx + 7, cy: cy - 7, r: 3.4 }));
    dots.append(dot);
  }
  const root = svg("svg", { width: width * step, height: height * step, viewBox: `0 0 ${width * step} ${height * step}`, "aria-hidden": "true" }, lines, dots);
  root.addEventListener("click", (e) => {
    const dot = e.target instanceof Element ? e.target.closest("[data-node]") : null;
    if (dot instanceof SVGElement) pick(Number(dot.dataset.node));
  });
  place.replaceChildren(root, html("span"));
  place.scrollLeft = (here.x - left + 0.5) * step - place.clientWidth / 2;
  place.scrollTop = (here.y + 0.5) * step - place.clientHeight / 2;
}

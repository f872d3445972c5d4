// The drawing of a graph.

import type { Drawing, Range } from "./protocol";

const SVG = "http://www.w3.org/2000/svg";

/** Returns a drawing as an element. Calls `select` with the range of a node that is chosen. */
export function draw({ width, height, nodes, edges }: Drawing, select: (range: Range) => void): Element {
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group" });
  svg.setAttribute("aria-label", "Graph of the references between blocks");
  svg.append(arrowhead());
  for (const points of edges) {
    const path = points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x},${y}`).join("");
    svg.append(element("path", { class: "edge", d: path, "marker-end": "url(#arrow)" }));
  }
  for (const node of nodes) {
    const { x, y, width, height } = node;
    const group = element("g", { class: "node", transform: `translate(${x},${y})`, tabindex: 0, role: "button" });
    const box = element("rect", { x: -width / 2, y: -height / 2, width, height, rx: 6 });
    const text = element("text", { "text-anchor": "middle", "dominant-baseline": "central" });
    text.textContent = node.title;
    group.append(box, text);
    group.addEventListener("click", () => select(node));
    group.addEventListener("keydown", (event) => {
      if ((event as KeyboardEvent).key === "Enter") select(node);
    });
    svg.append(group);
  }
  return svg;
}

function arrowhead(): Element {
  const marker = element("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto" });
  marker.append(element("path", { class: "arrow", d: "M0,0L8,4L0,8z" }));
  const definitions = element("defs", {});
  definitions.append(marker);
  return definitions;
}

function element(name: string, attributes: Record<string, string | number>): Element {
  const created = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
  return created;
}

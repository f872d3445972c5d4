// The places of a graph's nodes and edges, in layers from left to right. The worker finds them, since it may take long.

import { Graph as Layout, layout } from "@dagrejs/dagre";
import type { Drawing, Graph, Result } from "./protocol";

/** The maximum number of nodes, and of edges. A drawing of more of them shows nothing. */
const [MAX_NODES, MAX_EDGES] = [400, 2000];

const [CHARACTER, PADDING, HEIGHT] = [7.3, 20, 30];

/** Returns the drawing of a graph, or the reason that it is missing. */
export function drawn(graph: Graph): Result {
  const { nodes, edges } = graph;
  if (nodes.length === 0) return { missing: "The configuration has no variables, local values or blocks with names." };
  if (nodes.length > MAX_NODES || edges.length > MAX_EDGES) {
    return { missing: `The graph has ${nodes.length} nodes and ${edges.length} edges; at most ${MAX_NODES} and ${MAX_EDGES} are drawn.` };
  }
  return { drawing: placed(graph) };
}

function placed({ nodes, edges }: Graph): Drawing {
  const graph = new Layout();
  graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 50, marginx: 10, marginy: 10 });
  graph.setDefaultEdgeLabel(() => ({}));
  nodes.forEach(({ title }, index) => {
    graph.setNode(String(index), { width: title.length * CHARACTER + PADDING, height: HEIGHT });
  });
  for (const [from, to] of edges) graph.setEdge(String(from), String(to));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: nodes.map((node, index) => {
      const { x, y, width, height } = graph.node(String(index)) as Record<"x" | "y" | "width" | "height", number>;
      return { ...node, x, y, width, height };
    }),
    edges: graph.edges().map((edge) => (graph.edge(edge) as { points: { x: number; y: number }[] }).points),
  };
}

import type { GraphNode } from "../../indicators/node.ts";
import { barsKey } from "./coarse-series.ts";

/**
 * The bars on which a node is computed: of a symbol, or of a symbol in a longer interval. A node that reads one series alone is computed on
 * that series' bars; one that mixes several on the bars of the instrument that the graph is for, with the others joined on close time.
 */
export function barsKeyOf(node: GraphNode, own: string): string {
  const symbols = new Set<string>();
  collect(node, own, symbols);
  const [only] = symbols;
  return symbols.size === 1 ? only! : own;
}

/** The nodes and numbers that a node is computed from. */
function operandsOf({ source }: GraphNode): readonly (GraphNode | number)[] {
  switch (source.kind) {
    case "field":
    case "anchor":
      return [];
    case "indicator":
      return source.inputs;
    case "arithmetic":
      return [source.left, source.right];
    case "log":
    case "shift":
      return [source.of];
  }
}

function collect(node: GraphNode, own: string, symbols: Set<string>): void {
  const { source } = node;
  if (source.kind === "field" || source.kind === "anchor") symbols.add(barsKey(source.symbol ?? own, source.interval));
  for (const operand of operandsOf(node)) if (typeof operand !== "number") collect(operand, own, symbols);
}

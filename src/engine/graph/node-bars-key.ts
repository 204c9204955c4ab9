import type { GraphNode } from "../../indicators/node.ts";
import { barsKey } from "./coarse-series.ts";

/**
 * Returns the key of the bars on which a node is computed. A node that reads one series is computed on that series. A
 * node that reads several is computed on the bars of the graph's symbol, `own`, to which the other series are joined by
 * close time.
 */
export function barsKeyOf(node: GraphNode, own: string): string {
  const symbols = new Set<string>();
  collect(node, own, symbols);
  const [only] = symbols;
  return symbols.size === 1 ? only! : own;
}

/** Returns the nodes and numbers from which a node is computed. */
function operandsOf({ source }: GraphNode): readonly (GraphNode | number)[] {
  switch (source.kind) {
    case "field":
    case "column":
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
  if (source.kind === "field" || source.kind === "column" || source.kind === "anchor")
    symbols.add(barsKey(source.symbol ?? own, source.interval));
  for (const operand of operandsOf(node)) if (typeof operand !== "number") collect(operand, own, symbols);
}

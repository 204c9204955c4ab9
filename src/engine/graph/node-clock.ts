import type { Node } from "../../indicators/node.ts";

/**
 * The symbol on whose bars a node is computed. A node that reads one symbol alone is computed on that symbol's bars; one that mixes
 * symbols on the bars of the instrument that the graph is for, with the others joined on close time.
 */
export function clockOf(node: Node, own: string): string {
  const symbols = new Set<string>();
  collect(node, own, symbols);
  const [only] = symbols;
  return symbols.size === 1 ? only! : own;
}

/** The nodes and numbers that a node is computed from. */
function operandsOf({ source }: Node): readonly (Node | number)[] {
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

function collect(node: Node, own: string, symbols: Set<string>): void {
  const { source } = node;
  if (source.kind === "field" || source.kind === "anchor") symbols.add(source.symbol ?? own);
  for (const operand of operandsOf(node)) if (typeof operand !== "number") collect(operand, own, symbols);
}

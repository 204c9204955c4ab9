import type { GraphNode, NodeIndicator } from "../../indicators/node.ts";

/** Exponents of price and volume in the values of a node, by symbol. They determine how a split scales the values. */
export type NodeDegree = ReadonlyMap<string, { readonly price: number; readonly volume: number }>;

const NONE: NodeDegree = new Map();
const PRICES: readonly string[] = ["open", "high", "low", "close"];

/**
 * Returns the exponents of a node, from what its indicators declare. That of price is 1 for an average of closes, 0 for
 * an oscillator and 2 for a variance. Undefined if no exponent describes the node: a logarithm of a price, a sum of
 * different exponents, a price plus a number.
 */
export function nodeDegree(node: GraphNode, own: string): NodeDegree | undefined {
  const { source } = node;
  switch (source.kind) {
    case "field": {
      const price = source.field === "volume" ? 0 : 1;
      return new Map([[source.symbol ?? own, { price, volume: 1 - price }]]);
    }
    case "column":
    case "anchor":
      return NONE;
    case "shift":
      return nodeDegree(source.of, own);
    case "log": {
      const degree = nodeDegree(source.of, own);
      return degree !== undefined && isNone(degree) ? NONE : undefined;
    }
    case "arithmetic": {
      const left = typeof source.left === "number" ? NONE : nodeDegree(source.left, own);
      const right = typeof source.right === "number" ? NONE : nodeDegree(source.right, own);
      if (left === undefined || right === undefined) return undefined;
      if (source.sign === "*") return sum(left, right, 1);
      if (source.sign === "/") return sum(left, right, -1);
      return isNone(sum(left, right, -1)) ? left : undefined;
    }
    case "indicator":
      return indicatorDegree(
        source.indicator,
        source.output,
        source.inputs.map((input) => nodeDegree(input, own)),
      );
  }
}

/**
 * Returns the exponents of an indicator's output: those that it declares for each group of inputs, times those of the
 * node given for the group.
 */
function indicatorDegree(
  indicator: NodeIndicator,
  output: number,
  inputDegrees: readonly (NodeDegree | undefined)[],
): NodeDegree | undefined {
  const { spec } = indicator;
  const scale = spec?.outputs[indicator.outputs[output]!]?.scale;
  if (spec === undefined || scale === undefined || scale === "none") return undefined;
  let degree: NodeDegree = NONE;
  for (const [group, power] of Object.entries(scale)) {
    if (power === 0) continue;
    const place = spec.inputs.findIndex((name) => name === group || (group === "price" && PRICES.includes(name)));
    const input = inputDegrees[place];
    if (input === undefined) return undefined;
    degree = sum(degree, input, power);
  }
  return degree;
}

function sum(left: NodeDegree, right: NodeDegree, times: number): NodeDegree {
  const degree = new Map(left);
  for (const [symbol, { price, volume }] of right) {
    const known = degree.get(symbol) ?? { price: 0, volume: 0 };
    degree.set(symbol, { price: known.price + times * price, volume: known.volume + times * volume });
  }
  return degree;
}

function isNone(degree: NodeDegree): boolean {
  return [...degree.values()].every(({ price, volume }) => price === 0 && volume === 0);
}

import { buildGraph, namedNodes } from "../../engine/graph/build-graph.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { Node } from "../../indicators/node.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { AnyParamValues } from "../../primitives/param.ts";
import type { RunInstrument } from "../../schemas/replay.ts";

/**
 * Throws STRATEGY_INVALID for a strategy that cannot run bar by bar far from its market: it needs what the run does not have, or reads bars of longer
 * intervals or anchors, which must be known whole. Throws SETTING_INVALID for instruments in other currencies than that of cash.
 */
export function checkStreamable(
  strategy: AnyStrategy,
  params: AnyParamValues,
  { account, currency }: RunSettings,
  instruments: readonly RunInstrument[],
): void {
  const { name, needs } = strategy;
  if (needs?.account === "margin" && account === "cash")
    throw unfit(`${name} needs a margin account, since it sells short or on credit, was given a cash one`);
  if (needs?.symbols !== undefined && instruments.length < needs.symbols)
    throw unfit(`${name} needs at least ${needs.symbols} symbols, was given ${instruments.length}`);
  const other = instruments.find((one) => one.currency !== currency);
  if (other !== undefined) {
    const message = `currency of ${other.symbol} must be that of cash, ${currency}, in a remote run, was ${other.currency}`;
    throw new HindcastError("SETTING_INVALID", message, { setting: "currency", value: currency });
  }
  const symbols = instruments.map(({ symbol }) => symbol);
  for (const named of namedNodes(buildGraph(strategy, params, symbols))) {
    if (needsWhole(named.node))
      throw unfit(`${name} reads bars of another interval or an anchor (${named.name}), which a remote run cannot yet`);
  }
}

function needsWhole({ source }: Node): boolean {
  const any = (nodes: readonly (Node | number)[]) => nodes.some((node) => node instanceof Node && needsWhole(node));
  switch (source.kind) {
    case "field":
      return source.interval !== undefined;
    case "anchor":
      return true;
    case "indicator":
      return any(source.inputs);
    case "arithmetic":
      return any([source.left, source.right]);
    default:
      return needsWhole(source.of);
  }
}

function unfit(message: string): HindcastError {
  return new HindcastError("STRATEGY_INVALID", message);
}

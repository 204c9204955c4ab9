import { anchorNode, columnNode, fieldNode, GraphNode } from "../../indicators/node.ts";
import { checkOptions } from "../../primitives/check-options.ts";
import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { checkInterval, type Interval } from "../../time/interval.ts";
import type { AnyParamValues } from "../../primitives/param.ts";
import type { GraphSources, IndicatorGraph, PriceNodes, SignalSources } from "../indicator-graph.ts";
import type { AnyStrategy } from "../strategy.ts";

/** Symbols of a run: all that it reads, and those that it may trade. */
interface RunSymbols {
  readonly symbols: readonly string[];
  readonly tradedSymbols: readonly string[];
}

/**
 * Returns the nodes of a strategy's indicators. Throws `STRATEGY_INVALID` for members that are not nodes, and
 * `SYMBOL_UNKNOWN` for a symbol that is not in the run.
 */
export function buildGraph(strategy: AnyStrategy, params: AnyParamValues, run: RunSymbols): IndicatorGraph {
  if (strategy.indicators === undefined) return {};
  const graph: unknown = strategy.indicators(graphSources(strategy, run), params);
  if (typeof graph !== "object" || graph === null) {
    throw new HindcastError(
      "STRATEGY_INVALID",
      `indicators of ${strategy.name} must return an object of nodes, such as { fast: sma(close, 10) }, returned ${formatValue(graph)}`,
    );
  }
  for (const [name, entry] of Object.entries(graph as Record<string, unknown>)) {
    const nodes =
      entry instanceof GraphNode
        ? [entry]
        : typeof entry === "object" && entry !== null
          ? Object.values(entry)
          : [undefined];
    if (!nodes.every((node) => node instanceof GraphNode)) {
      throw new HindcastError(
        "STRATEGY_INVALID",
        `indicators of ${strategy.name} must be nodes or records of nodes, ${name} was not`,
        { name },
      );
    }
  }
  return graph as IndicatorGraph;
}

/** Returns the sources for a strategy's signals: those for its indicators, and the nodes of the indicators. */
export function signalSources(strategy: AnyStrategy, run: RunSymbols, ind: IndicatorGraph): SignalSources {
  const { open, high, low, close, volume, column, anchor, bars, symbols } = graphSources(strategy, run);
  return { open, high, low, close, volume, column, anchor, bars, symbols, ind };
}

/**
 * Returns the sources for indicators and signals. Their `bars` throws `SYMBOL_UNKNOWN` for a symbol that is not in the
 * run.
 */
function graphSources(strategy: AnyStrategy, { symbols: known, tradedSymbols: symbols }: RunSymbols): GraphSources {
  const { open, high, low, close, volume, column, anchor } = OWN_PRICES;
  // Members are listed one by one, since spreading an object takes ten times as long, in each of thousands of trials.
  return {
    open,
    high,
    low,
    close,
    volume,
    column,
    anchor,
    symbols,
    bars(source) {
      const named = typeof source === "object" && source !== null;
      const { symbol, interval } = named
        ? checkOptions("bars", source, { symbol: true, interval: true })
        : { symbol: undefined, interval: checkInterval(source) };
      if (interval !== undefined) checkInterval(interval);
      if (symbol === undefined || known.includes(symbol)) return priceNodes(symbol, interval);
      throw new HindcastError(
        "SYMBOL_UNKNOWN",
        `${strategy.name} reads ${symbol}, which must be one of the run's symbols: ${known.join(", ")}`,
        {
          symbol,
          known,
        },
      );
    },
  };
}

/**
 * Returns the nodes of a graph with their names. An output of an indicator with several is named such as `bands.upper`.
 */
export function namedNodes(graph: IndicatorGraph): { readonly name: string; readonly node: GraphNode }[] {
  return Object.entries(graph).flatMap(([name, entry]) =>
    entry instanceof GraphNode
      ? [{ name, node: entry }]
      : Object.entries(entry).map(([output, node]) => ({ name: `${name}.${output}`, node })),
  );
}

/** Price nodes of the symbol that a graph is evaluated for. */
const OWN_PRICES = /* @__PURE__ */ priceNodes();

function priceNodes(symbol?: string, interval?: Interval): PriceNodes {
  return {
    open: fieldNode("open", symbol, interval),
    high: fieldNode("high", symbol, interval),
    low: fieldNode("low", symbol, interval),
    close: fieldNode("close", symbol, interval),
    volume: fieldNode("volume", symbol, interval),
    column: (name) => columnNode(name, symbol, interval),
    anchor: (period) => anchorNode(period, symbol, interval),
  };
}

import type { GraphNode, PriceField } from "../indicators/node.ts";
import type { Interval } from "../time/interval.ts";
import type { AnchorPeriod } from "../primitives/anchor-period.ts";

/** Nodes by name; an indicator with several outputs is a record of nodes. */
export type IndicatorGraph = Readonly<Record<string, GraphNode | Readonly<Record<string, GraphNode>>>>;

/** Prices of one symbol as nodes: `open`, `high`, `low`, `close` and `volume`. */
export interface PriceNodes extends Readonly<Record<PriceField, GraphNode>> {
  /**
   * Returns the period of each bar, for indicators that restart with it: `"session"`, `"week"`, `"month"` or `"none"`. It follows the calendar of the
   * series, if there is one.
   *
   * @example
   * indicators: ({ high, low, close, volume, anchor }) => ({ paid: vwap(high, low, close, volume, anchor("session")) })
   */
  readonly anchor: (period: AnchorPeriod) => GraphNode;
}

/** Sources of indicators. It has all members of `PriceNodes` too. */
export interface GraphSources extends PriceNodes {
  /**
   * Returns prices of another symbol, of a longer interval, or both. Each bar sees the last one closed.
   *
   * @example
   * indicators: ({ bars }) => ({ week: sma(bars("1wk").close, 10), market: sma(bars({ symbol: "SPY" }).close, 200) })
   */
  readonly bars: (source: Interval | { readonly symbol?: string; readonly interval?: Interval }) => PriceNodes;
  /** All symbols of the run, sorted. */
  readonly symbols: readonly string[];
}

/** Sources of signals. It has all members of `GraphSources` too. */
export interface SignalSources<G extends IndicatorGraph = IndicatorGraph> extends GraphSources {
  /** The nodes that `indicators` returned. */
  readonly ind: G;
}

import type { GraphNode, PriceField } from "../indicators/node.ts";
import type { Interval } from "../time/interval.ts";
import type { AnchorPeriod } from "../primitives/anchor-period.ts";

/** Nodes by name, and indicators of several outputs as records of nodes. */
export type IndicatorGraph = Readonly<Record<string, GraphNode | Readonly<Record<string, GraphNode>>>>;

/** The prices of one instrument, as nodes, and the sessions, weeks and months of its bars. */
export interface PriceNodes extends Readonly<Record<PriceField, GraphNode>> {
  /**
   * The period that each bar belongs to, for indicators that begin anew with it: by the exchange's calendar where the series has one,
   * else as `anchorOf` says.
   *
   * @example
   * indicators: ({ high, low, close, volume, anchor }) => ({ paid: vwap(high, low, close, volume, anchor("session")) })
   */
  readonly anchor: (period: AnchorPeriod) => GraphNode;
}

/** What a strategy's graph may start from. */
export interface GraphSources extends PriceNodes {
  /**
   * The prices of another symbol, or of a longer interval, or both, joined on close time: always the last bar that had closed.
   *
   * @example
   * indicators: ({ bars }) => ({ week: sma(bars("1wk").close, 10), market: sma(bars({ symbol: "SPY" }).close, 200) })
   */
  readonly bars: (of: Interval | { readonly symbol?: string; readonly interval?: Interval }) => PriceNodes;
  /** All symbols of the run, sorted. */
  readonly symbols: readonly string[];
}

/** What declared signals may compare: the sources of the graph, and what `indicators` returned. */
export interface SignalSources<G extends IndicatorGraph = IndicatorGraph> extends GraphSources {
  readonly ind: G;
}

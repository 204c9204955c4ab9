import type { GraphNode, PriceField } from "../indicators/node.ts";
import type { Interval } from "../time/interval.ts";
import type { AnchorPeriod } from "../primitives/anchor-period.ts";

/** Nodes by name. An indicator with several outputs is a record of nodes. */
export type IndicatorGraph = Readonly<Record<string, GraphNode | Readonly<Record<string, GraphNode>>>>;

/** Prices and own columns of one symbol as nodes: `open`, `high`, `low`, `close`, `volume` and `column(name)`. */
export interface PriceNodes extends Readonly<Record<PriceField, GraphNode>> {
  /**
   * Returns a column of your own in the data, such as a sentiment. A longer bar has the last known value of its period. Own columns are not
   * adjusted for splits. A run without the column throws `COLUMN_UNKNOWN`.
   *
   * @example
   * indicators: ({ column }) => ({ mood: ema(column("sentiment"), 5) })
   */
  readonly column: (name: string) => GraphNode;
  /**
   * Returns a node with the period of each bar, for indicators that restart with each period: `"session"`, `"week"`,
   * `"month"` or `"none"`. Periods follow the calendar of the series, if it has one.
   *
   * @example
   * indicators: ({ high, low, close, volume, anchor }) => ({ paid: vwap(high, low, close, volume, anchor("session")) })
   */
  readonly anchor: (period: AnchorPeriod) => GraphNode;
}

/** Sources from which indicators are computed. Includes all members of `PriceNodes`. */
export interface GraphSources extends PriceNodes {
  /**
   * Returns prices of another symbol, of a longer interval, or both. At each bar, their nodes have the values of the
   * last closed bar of that symbol and interval.
   *
   * @example
   * indicators: ({ bars }) => ({ week: sma(bars("1wk").close, 10), market: sma(bars({ symbol: "SPY" }).close, 200) })
   */
  readonly bars: (source: Interval | { readonly symbol?: string; readonly interval?: Interval }) => PriceNodes;
  /** All symbols that the run may trade, sorted. Symbols with the role `data` are not among them. */
  readonly symbols: readonly string[];
}

/** Sources from which signals are computed. Includes all members of `GraphSources`. */
export interface SignalSources<G extends IndicatorGraph = IndicatorGraph> extends GraphSources {
  /** Nodes that the strategy's `indicators` returned. */
  readonly ind: G;
}

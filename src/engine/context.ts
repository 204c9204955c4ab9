import type { GraphNode } from "../indicators/node.ts";
import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import type { ParamSpecs, ParamValues } from "../primitives/param.ts";
import type { Cursor } from "./cursor.ts";
import type { StrategyOrders } from "./strategy-orders.ts";
import type { PortfolioView } from "./portfolio-view.ts";
import type { PositionView } from "./position-view.ts";
import type { IndicatorGraph } from "./indicator-graph.ts";

/** Cursors by the names of the nodes in a strategy's indicator graph. */
export type Cursors<G extends IndicatorGraph> = {
  readonly [K in keyof G]: G[K] extends GraphNode ? Cursor : { readonly [O in keyof G[K]]: Cursor };
};

/** Context of `onStart`, `onBars` and `onEnd`, which concern all symbols of a run. */
export interface RunContext<P extends ParamSpecs = ParamSpecs, G extends IndicatorGraph = IndicatorGraph, S = unknown> {
  /** Current time, at which bars or sessions have just closed, in epoch milliseconds. */
  readonly time: number;
  /** Account of the run: cash, equity and buying power. */
  readonly portfolio: PortfolioView;
  /** Values of the strategy's parameters. */
  readonly params: ParamValues<P>;
  /** State of the run, first returned by `state()`. Hooks may change it. */
  readonly state: S;
  /** All symbols that the run may trade, sorted. Symbols with the role `data` are not among them. */
  readonly symbols: readonly string[];
  /** Submits the orders of a target allocation, or moves positions in futures to another contract. */
  readonly orders: Pick<StrategyOrders, "target" | "roll">;
  /** Records a message with the current time in `result.log`. */
  readonly log: (message: string) => void;
  /** Returns a random number from 0 up to but not including 1, drawn from the run's seed. */
  readonly random: () => number;
  /** Returns the context of one symbol, traded or only read. Throws `SYMBOL_UNKNOWN` for a symbol that is not in the run. */
  readonly at: (symbol: string) => BarContext<P, G, S>;
  /**
   * Returns the symbol of the contract in force of a continuous series, to which orders go; undefined before the first bar of the series.
   * Throws `SYMBOL_UNKNOWN` for a symbol that is not a continuous series of the run.
   */
  readonly contract: (symbol: string) => string | undefined;
}

/**
 * Context of `onBar`, `onSessionClose`, `onOrder` and `onFill`, which concern one symbol. It also has all members of
 * `RunContext`.
 */
export interface BarContext<
  P extends ParamSpecs = ParamSpecs,
  G extends IndicatorGraph = IndicatorGraph,
  S = unknown,
> extends RunContext<P, G, S> {
  /** Symbol for which the hook is called. */
  readonly symbol: string;
  /** Last closed bar, with prices as traded, not adjusted for later splits. */
  readonly bar: BarView;
  /** Cursors over the values of the strategy's indicators, by name. */
  readonly ind: Cursors<G>;
  /** Cursor over opening prices. */
  readonly open: Cursor;
  /** Cursor over highest prices. */
  readonly high: Cursor;
  /** Cursor over lowest prices. */
  readonly low: Cursor;
  /** Cursor over closing prices. */
  readonly close: Cursor;
  /** Cursor over volumes. */
  readonly volume: Cursor;
  /** Returns a cursor over a column of your own in the symbol's data. Throws `COLUMN_UNKNOWN` for an unknown name. */
  readonly column: (name: string) => Cursor;
  /** Current position in the symbol. */
  readonly position: PositionView;
  /** Submits, changes and cancels orders of the symbol. */
  readonly orders: StrategyOrders;
  /** Whether a bar of the symbol closed at the current time. */
  readonly closedNow: boolean;
  /** Whether the symbol's last bar closed before the current time. */
  readonly stale: boolean;
}

/** Last closed bar of a symbol. All prices are NaN before the first bar has closed. */
export class BarView {
  readonly #feed: Feed;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /** Index of the bar in `result.series`, from 0; -1 before the first bar. */
  get index(): number {
    return this.#feed.closed;
  }
  /** Start of the bar, epoch milliseconds. */
  get time(): number {
    return this.#at(this.#feed.bars.time);
  }
  /** Opening price. */
  get open(): number {
    return this.#at(this.#feed.open);
  }
  /** Highest price. */
  get high(): number {
    return this.#at(this.#feed.high);
  }
  /** Lowest price. */
  get low(): number {
    return this.#at(this.#feed.low);
  }
  /** Closing price. */
  get close(): number {
    return this.#at(this.#feed.close);
  }
  /** Units traded. */
  get volume(): number {
    return this.#at(this.#feed.volume);
  }

  #at(column: Float64Array): number {
    const now = this.#feed.closed;
    return now < 0 ? MISSING[0]! : column[now]!;
  }
}

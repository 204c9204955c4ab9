import type { GraphNode } from "../indicators/node.ts";
import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import type { ParamSpecs, ParamValues } from "../primitives/param.ts";
import type { Cursor } from "./cursor.ts";
import type { OrderDesk } from "./order-desk.ts";
import type { PortfolioView } from "./portfolio-view.ts";
import type { PositionView } from "./position-view.ts";
import type { IndicatorGraph } from "./indicator-graph.ts";

/** Cursors by the names of the graph's nodes. */
export type Cursors<G extends IndicatorGraph> = {
  readonly [K in keyof G]: G[K] extends GraphNode ? Cursor : { readonly [O in keyof G[K]]: Cursor };
};

/** The context of `onStart`, `onBars` and `onEnd`, which concern all symbols. */
export interface RunContext<P extends ParamSpecs = ParamSpecs, G extends IndicatorGraph = IndicatorGraph, S = unknown> {
  /** Time at which the bars or sessions closed, epoch milliseconds. */
  readonly time: number;
  /** The account: cash, equity, buying power. */
  readonly portfolio: PortfolioView;
  /** Values of the strategy's parameters. */
  readonly params: ParamValues<P>;
  /** The run's state, as `state()` returned it; hooks may change it. */
  readonly state: S;
  /** All symbols of the run, sorted. */
  readonly symbols: readonly string[];
  /** Places the orders of a target allocation. */
  readonly orders: Pick<OrderDesk, "target">;
  /** Records a message with the current time in `result.log`. */
  readonly log: (message: string) => void;
  /** Returns a random number from 0 up to but not including 1, drawn from the run's seed. */
  readonly random: () => number;
  /** Returns the context of one symbol. Throws `SYMBOL_UNKNOWN` for a symbol that is not in the run. */
  readonly at: (symbol: string) => BarContext<P, G, S>;
}

/** The context of `onBar`, `onSessionClose`, `onOrder` and `onFill`, which concern one symbol. It has all members of `RunContext` too. */
export interface BarContext<
  P extends ParamSpecs = ParamSpecs,
  G extends IndicatorGraph = IndicatorGraph,
  S = unknown,
> extends RunContext<P, G, S> {
  /** The symbol that the hook is called for. */
  readonly symbol: string;
  /** The last closed bar, at the prices of its day. */
  readonly bar: BarView;
  /** Cursors over the strategy's indicators, by name. */
  readonly ind: Cursors<G>;
  /** Cursor over the open. */
  readonly open: Cursor;
  /** Cursor over the high. */
  readonly high: Cursor;
  /** Cursor over the low. */
  readonly low: Cursor;
  /** Cursor over the close. */
  readonly close: Cursor;
  /** Cursor over the volume. */
  readonly volume: Cursor;
  /** The symbol's position. */
  readonly position: PositionView;
  /** Places and changes orders of the symbol. */
  readonly orders: OrderDesk;
  /** Whether a bar of the symbol closed at `time`. */
  readonly closedNow: boolean;
  /** Whether the symbol's last bar closed before `time`. */
  readonly stale: boolean;
}

/** The last closed bar of a symbol. All prices are NaN before the first bar has closed. */
export class BarView {
  readonly #feed: Feed;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /** Index of the bar in `result.series`, from 0; -1 before the first. */
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

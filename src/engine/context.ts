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

/** What all hooks share. */
export interface RunContext<P extends ParamSpecs = ParamSpecs, G extends IndicatorGraph = IndicatorGraph, S = unknown> {
  /** Epoch milliseconds: the moment at which the bar or session closed. */
  readonly time: number;
  readonly portfolio: PortfolioView;
  readonly params: ParamValues<P>;
  readonly state: S;
  /** All symbols of the run, sorted. */
  readonly symbols: readonly string[];
  /** Brings positions to shares of equity. */
  readonly orders: Pick<OrderDesk, "target">;
  /** Keeps a message with its time in the result. */
  readonly log: (message: string) => void;
  /** Uniform in [0, 1), determined by the run's seed. */
  readonly random: () => number;
  /** The view of one symbol. Throws `SYMBOL_UNKNOWN` for one that is not in the run. */
  readonly at: (symbol: string) => BarContext<P, G, S>;
}

/** What a hook of one instrument is handed: everything of that instrument, and what all hooks share. */
export interface BarContext<
  P extends ParamSpecs = ParamSpecs,
  G extends IndicatorGraph = IndicatorGraph,
  S = unknown,
> extends RunContext<P, G, S> {
  readonly symbol: string;
  /** The last closed bar, as traded. */
  readonly bar: BarView;
  readonly ind: Cursors<G>;
  readonly open: Cursor;
  readonly high: Cursor;
  readonly low: Cursor;
  readonly close: Cursor;
  readonly volume: Cursor;
  readonly position: PositionView;
  readonly orders: OrderDesk;
  /** Its bar closed at this very moment. */
  readonly closedNow: boolean;
  /** No bar of it closed at this moment: its last price is older than `time`. */
  readonly stale: boolean;
}

/** The last closed bar of an instrument. Missing numbers before the first. */
export class BarView {
  readonly #feed: Feed;

  constructor(feed: Feed) {
    this.#feed = feed;
  }

  /** Its place in the run's bars, from 0. */
  get index(): number {
    return this.#feed.closed;
  }
  /** Start of the bar, epoch milliseconds. */
  get time(): number {
    return this.#at(this.#feed.bars.time);
  }
  get open(): number {
    return this.#at(this.#feed.open);
  }
  get high(): number {
    return this.#at(this.#feed.high);
  }
  get low(): number {
    return this.#at(this.#feed.low);
  }
  get close(): number {
    return this.#at(this.#feed.close);
  }
  get volume(): number {
    return this.#at(this.#feed.volume);
  }

  #at(column: Float64Array): number {
    const now = this.#feed.closed;
    return now < 0 ? MISSING[0]! : column[now]!;
  }
}

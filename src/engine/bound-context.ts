import { fieldNode, GraphNode, type PriceField } from "../indicators/node.ts";
import type { Feed } from "../market/feed.ts";
import { isTraded } from "../market/instrument.ts";
import type { Column } from "../primitives/column.ts";
import type { AnyParamValues } from "../primitives/param.ts";
import type { CommandQueue } from "./command-queue.ts";
import { BarView } from "./context.ts";
import { getOrCreate } from "../primitives/map-helpers.ts";
import { Cursor } from "./cursor.ts";
import { ownColumn } from "./graph-inputs.ts";
import type { StrategyHost, HostPlan } from "./strategy-host.ts";
import { StrategyOrders } from "./strategy-orders.ts";
import type { PortfolioView } from "./portfolio-view.ts";
import { rollOrders } from "./roll-orders.ts";
import { targetOrders } from "./target-orders.ts";
import { isUnpriced } from "./target-weights.ts";
import { PositionView } from "./position-view.ts";
import type { IndicatorGraph } from "./indicator-graph.ts";

/**
 * Number of times that a target weight of a symbol could not be ordered, and the time of the last one. `no-price`: the
 * symbol had no price yet. `no-short`: the account does not allow short positions.
 */
export interface SkippedTarget {
  readonly symbol: string;
  readonly why: "no-price" | "no-short";
  readonly count: number;
  readonly last: number;
}

/** Objects that the contexts of all instruments share. */
export interface SharedContext {
  readonly plan: HostPlan;
  readonly running: StrategyHost;
  readonly queue: CommandQueue;
  readonly portfolio: PortfolioView;
  readonly params: AnyParamValues;
  state: unknown;
  readonly symbols: readonly string[];
  readonly tradedSymbols: readonly string[];
  readonly log: (message: string) => void;
  /** Records that a target weight could not be ordered, and why. */
  readonly skipTarget: (symbol: string, why: SkippedTarget["why"]) => void;
  readonly random: () => number;
  readonly at: (symbol: string) => BoundContext;
  readonly contract: (symbol: string) => string | undefined;
}

type CursorTree = Readonly<Record<string, Cursor | Readonly<Record<string, Cursor>>>>;

/** Context of one instrument, which its hooks receive. Each run creates it once. */
export class BoundContext {
  readonly symbol: string;
  readonly bar: BarView;
  readonly ind: CursorTree;
  readonly open: Cursor;
  readonly high: Cursor;
  readonly low: Cursor;
  readonly close: Cursor;
  readonly volume: Cursor;
  readonly column: (name: string) => Cursor;
  /** Own columns that hooks read, by name. */
  readonly columns: ReadonlyMap<string, Cursor>;
  readonly position: PositionView;
  readonly orders: StrategyOrders;
  readonly portfolio: PortfolioView;
  readonly params: AnyParamValues;
  state: unknown;
  readonly symbols: readonly string[];
  readonly log: (message: string) => void;
  readonly random: () => number;
  readonly at: (symbol: string) => BoundContext;
  readonly contract: (symbol: string) => string | undefined;
  readonly #host: StrategyHost;
  readonly #closeTime: Column;
  readonly #feed: Feed;

  constructor(shared: SharedContext, feed: Feed, graph: IndicatorGraph, cursor: (node: GraphNode) => Cursor) {
    const { running } = shared;
    const position = running.portfolio.positions[feed.index]!;
    this.#host = running;
    this.#feed = feed;
    this.symbol = feed.instrument.symbol;
    this.bar = new BarView(feed);
    const { data } = shared.plan;
    const own = data.series[feed.index]!;
    this.#closeTime = own.schedule.closeTime;
    const priceCursor = (field: PriceField) =>
      new Cursor(own.inputs.fields[field], feed, data.restatementOf(fieldNode(field), own));
    this.open = priceCursor("open");
    this.high = priceCursor("high");
    this.low = priceCursor("low");
    this.close = priceCursor("close");
    this.volume = priceCursor("volume");
    const columns = new Map<string, Cursor>();
    this.columns = columns;
    this.column = (name) => getOrCreate(columns, name, () => new Cursor(ownColumn(own, name), feed));
    this.position = new PositionView(position, feed);
    const { broker, feeds, portfolio } = running;
    this.orders = new StrategyOrders(feed, shared.queue, broker, shared.symbols, position, {
      target(weights, options) {
        const lines = targetOrders(weights, options, feeds, portfolio, broker, shared.queue);
        for (const line of lines) {
          if (isUnpriced(line)) shared.skipTarget(line.symbol, "no-price");
          else if (line.weight < 0 && !broker.account.allowsShort) shared.skipTarget(line.symbol, "no-short");
        }
        return lines;
      },
      roll(symbol, tag) {
        const front = shared.contract(symbol);
        if (front === undefined) return [];
        const { contracts = [] } = shared.plan.feedOf(symbol, feeds).instrument;
        const into = shared.plan.feedOf(front, feeds);
        return rollOrders(contracts, into, tag, feeds, portfolio, broker, shared.queue);
      },
    });
    this.portfolio = shared.portfolio;
    this.params = shared.params;
    this.state = shared.state;
    this.symbols = shared.tradedSymbols;
    this.log = shared.log;
    this.random = shared.random;
    this.at = shared.at;
    this.contract = shared.contract;
    const isLive = shared.plan.evaluation === "live";
    this.ind = isTraded(feed.instrument) ? cursorTree(graph, cursor) : lateCursors(graph, cursor, isLive);
  }

  get time(): number {
    return this.#host.time;
  }

  get closedNow(): boolean {
    const { closed } = this.#feed;
    return closed >= 0 && this.#closeTime[closed] === this.#host.time;
  }

  get stale(): boolean {
    return !this.closedNow;
  }
}

function cursorTree(graph: IndicatorGraph, cursor: (node: GraphNode) => Cursor): CursorTree {
  return Object.fromEntries(
    Object.entries(graph).map(([name, entry]) => [
      name,
      entry instanceof GraphNode
        ? cursor(entry)
        : Object.fromEntries(Object.entries(entry).map(([output, node]) => [output, cursor(node)])),
    ]),
  );
}

/**
 * Returns cursors of a symbol that is only read. It may lack a column that the graph reads, so an error is thrown only
 * when the cursor is read. A run that is evaluated bar by bar needs its cursors before the first bar (`now`).
 */
function lateCursors(graph: IndicatorGraph, cursor: (node: GraphNode) => Cursor, now: boolean): CursorTree {
  const tree = {};
  for (const [name, entry] of Object.entries(graph)) {
    let read = (): CursorTree[string] => cursorTree({ [name]: entry }, cursor)[name]!;
    const readOnce = () => {
      const made = read();
      read = () => made;
      return made;
    };
    if (now) {
      try {
        readOnce();
      } catch (error) {
        read = () => {
          throw error;
        };
      }
    }
    Object.defineProperty(tree, name, { get: readOnce, enumerable: true });
  }
  return tree;
}

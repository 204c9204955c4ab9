import type { GraphNode } from "../indicators/node.ts";
import type { OpenOrders } from "../broker/open-orders.ts";
import type { Feed } from "../market/feed.ts";
import type { BoundContext } from "./bound-context.ts";
import { type ConditionColumns, eitherFlags, emptyFlags, flagsWithout } from "./conditions.ts";
import type { Cursor } from "./cursor.ts";
import type { OrderRequest } from "./order-request.ts";
import { type CONDITIONS, type ExitDistance, isTrailing, type Signals, type SignalSize } from "./signals.ts";

const ALL_OF_EQUITY: SignalSize = Object.freeze({ percent: 1 });

const NEVER = () => false;

type ConditionName = (typeof CONDITIONS)[number];

/** Flags, one byte per bar, and the same memory as words of four flags. */
export interface Flags {
  readonly flags: Uint8Array;
  readonly words: Int32Array;
}

const withWords = (flags: Uint8Array): Flags => ({ flags, words: new Int32Array(flags.buffer) });

/** Bars at which the signals of one symbol may submit an order. */
class SignalBars {
  readonly #conditions: Readonly<Record<ConditionName, Uint8Array | undefined>>;
  readonly #flat: Flags;
  readonly #long: Flags;
  readonly #short: Flags;
  readonly #columns: ConditionColumns;
  #any: Flags | undefined;

  constructor(signals: Signals, columns: ConditionColumns) {
    const flagsOf = (name: ConditionName) => signals[name]?.flags(columns);
    const [enter, exit, enterShort, exitShort] = [
      flagsOf("enter"),
      flagsOf("exit"),
      flagsOf("enterShort"),
      flagsOf("exitShort"),
    ];
    const none = () => emptyFlags(columns);
    const goesLong = enter && flagsWithout(columns, enter, exit);
    const goesShort = enterShort && flagsWithout(columns, enterShort, exitShort);
    this.#columns = columns;
    this.#conditions = { enter, exit, enterShort, exitShort };
    const entries = eitherFlags(
      columns,
      goesLong && flagsWithout(columns, goesLong, goesShort),
      goesShort && flagsWithout(columns, goesShort, goesLong),
    );
    this.#flat = withWords(entries ?? none());
    this.#long = withWords(eitherFlags(columns, exit, goesShort) ?? none());
    this.#short = withWords(eitherFlags(columns, exitShort, goesLong) ?? none());
  }

  /** Returns the bars at which an order may be submitted, given the position and whether an order is open. */
  flagsFor(held: number, hasOpenOrder: boolean): Flags {
    if (hasOpenOrder) return this.#anyBar();
    return held === 0 ? this.#flat : held > 0 ? this.#long : this.#short;
  }

  #anyBar(): Flags {
    const { enter, exit, enterShort, exitShort } = this.#conditions;
    const columns = this.#columns;
    return (this.#any ??= withWords(
      eitherFlags(columns, eitherFlags(columns, enter, exit), eitherFlags(columns, enterShort, exitShort))!,
    ));
  }

  /** Returns a function that tells whether a condition holds at the last closed bar. */
  reader(name: ConditionName, feed: Feed): () => boolean {
    const flags = this.#conditions[name];
    return flags === undefined ? NEVER : () => flags[feed.closed] === 1;
  }
}

/** Evaluates the declared signals of one symbol and submits the orders that they ask for. */
export class SignalRule {
  /** Bars at which the rule may submit an order, or undefined if bars are not known beforehand. */
  readonly bars: SignalBars | undefined;
  readonly #context: BoundContext;
  readonly #feed: Feed;
  readonly #open: OpenOrders;
  readonly #enter: () => boolean;
  readonly #exit: () => boolean;
  readonly #enterShort: () => boolean;
  readonly #exitShort: () => boolean;
  readonly #size: SignalSize;
  /** Distance of an exit from the close, as a price difference; undefined without such an exit. */
  readonly #stop: (() => number) | undefined;
  readonly #isTrailing: boolean;
  readonly #profit: (() => number) | undefined;

  constructor(
    signals: Signals,
    context: BoundContext,
    feed: Feed,
    open: OpenOrders,
    cursor: (node: GraphNode) => Cursor,
    columns: ConditionColumns | undefined,
  ) {
    this.#context = context;
    this.#feed = feed;
    this.#open = open;
    const bars = columns === undefined ? undefined : new SignalBars(signals, columns);
    this.bars = bars;
    const reader = (name: ConditionName) =>
      bars === undefined ? (signals[name]?.reader(cursor) ?? NEVER) : bars.reader(name, feed);
    this.#enter = reader("enter");
    this.#exit = reader("exit");
    this.#enterShort = reader("enterShort");
    this.#exitShort = reader("exitShort");
    const { size = ALL_OF_EQUITY, stopLoss, takeProfit } = signals;
    this.#size = size;
    const distanceOf = (distance: ExitDistance | undefined): (() => number) | undefined => {
      if (distance === undefined) return undefined;
      if (typeof distance === "number") return () => distance * context.close.value;
      const values = cursor(distance);
      return () => values.value;
    };
    this.#isTrailing = isTrailing(stopLoss);
    this.#stop = distanceOf(isTrailing(stopLoss) ? stopLoss.trail : stopLoss);
    this.#profit = distanceOf(takeProfit);
  }

  /** Submits the orders that the signals ask for at the last closed bar. */
  decide(): void {
    const { quantity } = this.#context.position;
    if (this.bars?.flagsFor(quantity, this.#open.count > 0).flags[this.#feed.closed] === 0) return;
    const waiting = this.#openOrderSide();
    // An open order is already closing the position.
    if (waiting * quantity < 0) return;
    const side = quantity === 0 ? waiting : quantity;
    const exits = this.#exit();
    const exitsShort = this.#exitShort();
    const goesLong = this.#enter() && !exits;
    const goesShort = this.#enterShort() && !exitsShort;
    const enters = goesLong === goesShort ? 0 : goesLong ? 1 : -1;
    if (enters !== 0 && enters * side <= 0) {
      const request = this.#entry(enters);
      if (request === undefined && !(side > 0 ? exits : exitsShort)) return;
      if (side !== 0) this.#closePosition(waiting);
      if (request === undefined) return;
      if (enters > 0) this.#context.orders.buy(request);
      else this.#context.orders.sell(request);
    } else if ((side > 0 && exits) || (side < 0 && exitsShort)) this.#closePosition(waiting);
  }

  #closePosition(waiting: number): void {
    const { orders } = this.#context;
    if (waiting !== 0) orders.cancelAll();
    orders.close();
  }

  /** Returns the side of an open order of the symbol that is not the exit of an entry, or 0. */
  #openOrderSide(): number {
    if (this.#open.count === 0) return 0;
    const own = this.#open.ofFeed(this.#feed);
    for (let i = 0; i < own.count; i++) {
      const order = own.at[i]!;
      if (order.feed === this.#feed && order.live && order.parentId === 0) return order.sign;
    }
    return 0;
  }

  /** Returns the order of an entry, or undefined while the distance of an exit is missing. */
  #entry(sign: 1 | -1): OrderRequest | undefined {
    const close = this.#context.close.value;
    const stop = this.#stop?.();
    const profit = this.#profit?.();
    if ((stop !== undefined && !(stop > 0)) || (profit !== undefined && !(profit > 0))) return undefined;
    const size = "risk" in this.#size ? { risk: this.#size.risk, stopPrice: close - sign * stop! } : this.#size;
    return {
      ...size,
      ...(stop !== undefined && { stopLoss: this.#isTrailing ? { trail: stop } : close - sign * stop }),
      ...(profit !== undefined && { takeProfit: close + sign * profit }),
    };
  }
}

import { PRICE_ROWS } from "../broker/order-fields.ts";
import type { OrderRecord } from "../broker/order-record.ts";
import { checkSize, mostShare } from "../broker/sizing.ts";
import type { Feed } from "../market/feed.ts";
import { type CommandQueue, ordersOf, type HostBroker } from "./command-queue.ts";
import type { TargetLine, TargetWeights } from "./target-weights.ts";
import type { HindcastError } from "../primitives/errors.ts";
import {
  checkNames,
  checkPrices,
  namesOf,
  OrderDrafts,
  orderInvalid,
  type OrderOptions,
  type OrderRequest,
  type StopLoss,
  type TakeProfit,
} from "./order-request.ts";

/**
 * Submits and changes orders of one symbol. Orders are queued: after the last hook of a moment the broker sizes and
 * accepts them, in the order that the setting `admission` gives. A rejection is reported to `onOrder`. A call with
 * invalid arguments throws `ORDER_INVALID`.
 */
export class StrategyOrders {
  readonly #feed: Feed;
  readonly #drafts: OrderDrafts;
  readonly #queue: CommandQueue;
  readonly #broker: HostBroker;
  readonly #symbols: readonly string[];
  readonly #allocation: Allocation;
  readonly #held: { readonly quantity: number };

  constructor(
    feed: Feed,
    queue: CommandQueue,
    broker: HostBroker,
    symbols: readonly string[],
    held: { readonly quantity: number },
    allocation: Allocation,
  ) {
    this.#feed = feed;
    this.#drafts = new OrderDrafts(feed, broker.open, mostShare(broker.rules.account.initialShare));
    this.#queue = queue;
    this.#broker = broker;
    this.#symbols = symbols;
    this.#held = held;
    this.#allocation = allocation;
  }

  /** Submits a buy order and returns the order's id. Its exits get the next ids, the take-profit first. */
  buy(order: OrderRequest): number {
    return this.#submit(1, order);
  }

  /** Submits a sell order and returns the order's id. Sells short if the account allows it. */
  sell(order: OrderRequest): number {
    return this.#submit(-1, order);
  }

  /**
   * Submits a market order that closes the position, and returns the order's id, or 0 when flat. By default it cancels
   * the symbol's open exits first. During a margin call it closes only the units that the call leaves.
   */
  close(options: { readonly tag?: string } = {}): number {
    checkNames("close", options, CLOSE_NAMES);
    if (this.#held.quantity === 0) return 0;
    return this.#queue.close(this.#feed, options.tag ?? "");
  }

  /**
   * Submits market orders that bring positions to shares of equity, and returns one line per symbol. A weight of 0
   * closes the position; symbols without a weight keep theirs. Quantities are rounded down to the lot. Open market
   * orders count as filled. Reducing orders come first, then sells, then buys.
   *
   * @example
   * orders.target({ SPY: 0.6, TLT: 0.4 }, { buffer: 0.01 });
   */
  target(weights: TargetWeights, options: TargetOptions = {}): readonly TargetLine[] {
    checkNames("target", options, TARGET_NAMES);
    return this.#allocation.target(weights, options);
  }

  /**
   * Moves positions in earlier contracts of a continuous series to the contract in force: submits market orders that close each position and
   * open one of equal size. Both fill by the same rules and pay commission and slippage. Exits of a closed position are not moved. A
   * position with open market orders is left for a later call. Returns the ids of the orders: two for each position, none if there is nothing
   * to move.
   *
   * @example
   * orders.roll("ES");
   */
  roll(symbol: string, options: { readonly tag?: string } = {}): readonly number[] {
    checkNames("roll", options, CLOSE_NAMES);
    return this.#allocation.roll(symbol, options.tag ?? "roll");
  }

  /** Cancels an order by id. Has no effect on an order that has ended, or on the order of a margin call. */
  cancel(orderId: number): void {
    this.#queue.cancel(orderId);
  }

  /**
   * Cancels all open orders of the symbol, except that of a margin call. Also cancels orders that hooks have submitted
   * at the current time.
   */
  cancelAll(): void {
    const ids = new Set(this.open.map(({ id }) => id));
    this.#queue.each((command, id) => {
      const { order, closing, changes, canceled } = command;
      const isOwn = (order?.feed ?? closing) === this.#feed || (changes !== undefined && ids.has(canceled));
      if (isOwn) for (let i = 0; i < ordersOf(command); i++) ids.add(id + i);
    });
    for (const id of ids) this.#queue.cancel(id);
  }

  /** Open orders of the symbol, oldest first. */
  get open(): readonly OrderRecord[] {
    const { open, log } = this.#broker;
    const records: OrderRecord[] = [];
    const own = open.ofFeed(this.#feed);
    for (let i = 0; i < own.count; i++) {
      const order = own.at[i]!;
      if (order.feed === this.#feed && order.live) records.push(log.record(order.id, this.#symbols));
    }
    return records;
  }

  /**
   * Submits a take-profit and a stop-loss for the position, of which a fill of one cancels the other. Both are good
   * till canceled. `quantity` is by default the whole position. Returns both ids, or none when flat.
   */
  oco(exits: {
    readonly takeProfit: number | TakeProfit;
    readonly stopLoss: number | StopLoss;
    readonly quantity?: number;
    readonly tag?: string;
  }): readonly number[] {
    const { quantity: held } = this.#held;
    checkNames("oco", exits, OCO_NAMES);
    const { quantity = Math.abs(held), tag = "" } = exits;
    if (held === 0) return [];
    const side = held > 0 ? 1 : -1;
    checkSize({ quantity });
    const first = this.#drafts.takeProfit(side, exits.takeProfit, tag);
    const second = this.#drafts.stopLoss(side, exits.stopLoss, tag);
    first.size = second.size = { quantity };
    first.reduceOnly = second.reduceOnly = this.#broker.rules.exits.links.reduceOnly;
    return this.#queue.pair(first, second);
  }

  /**
   * Replaces an open order by one with other prices or another quantity. Returns the id of the new order, or 0 if the
   * old one has ended. A replacement for the order of a margin call is rejected.
   */
  replace(orderId: number, changes: ReplaceOptions): number {
    const old = this.#broker.open.find(orderId);
    if (old === undefined) return 0;
    const { quantity, limit, stop, trail, trailPercent } = changes;
    checkNames("replace", changes, REPLACEABLE);
    const { name, fields } = old.type;
    if (limit !== undefined && fields.limitPrice === "refused") throw notOf(name, "limit", orderId);
    if (stop !== undefined && fields.stopPrice === "refused") throw notOf(name, "stop", orderId);
    if (trail !== undefined && fields.trail === "refused") throw notOf(name, "trail", orderId);
    if (trailPercent !== undefined && fields.trail === "refused") throw notOf(name, "trailPercent", orderId);
    if (quantity !== undefined) checkSize({ quantity });
    checkPrices(changes);
    // All fields are listed, even undefined ones, since V8 is faster with objects of one shape.
    return this.#queue.replace(orderId, {
      quantity,
      limitPrice: limit,
      stopPrice: stop,
      trailAmount: trail,
      trailPercent,
    });
  }

  /** Cancels earlier orders of the symbol except exits, and closes the position. */
  #clear(): void {
    const own = this.#broker.open.ofFeed(this.#feed);
    for (let i = 0; i < own.count; i++) {
      const order = own.at[i]!;
      if (order.feed === this.#feed && order.live && order.parentId === 0 && !order.reduceOnly)
        this.#queue.cancel(order.id);
    }
    this.close();
  }

  #submit(sign: 1 | -1, order: OrderRequest): number {
    const draft = this.#drafts.order(sign, order);
    if (this.#broker.rules.orders.cancelsOthers(draft)) this.#clear();
    const { takeProfit, stopLoss } = order;
    if (takeProfit === undefined && stopLoss === undefined) return this.#queue.submit(draft);
    const { tag } = draft;
    const profit = takeProfit === undefined ? undefined : this.#drafts.takeProfit(sign, takeProfit, tag);
    const loss = stopLoss === undefined ? undefined : this.#drafts.stopLoss(sign, stopLoss, tag);
    return this.#queue.submit(draft, profit ?? loss, profit === undefined ? undefined : loss);
  }
}

/** Orders that concern several symbols. */
interface Allocation {
  readonly target: (weights: TargetWeights, options: TargetOptions) => readonly TargetLine[];
  readonly roll: (symbol: string, tag: string) => readonly number[];
}

/** Options of target orders. */
export interface TargetOptions {
  /** Share of equity that is kept in cash. Default 0. */
  readonly buffer?: number;
  /** Label of the orders and of the trades that they open. */
  readonly tag?: string;
}

/** Terms of an open order that a replacement may change. */
export type ReplaceOptions = Pick<OrderOptions, "limit" | "stop" | "trail" | "trailPercent"> & {
  /** Total number of units, including those already filled. */
  readonly quantity?: number;
};

const CLOSE_NAMES = namesOf("tag");
const TARGET_NAMES = namesOf("buffer", "tag");
const OCO_NAMES = namesOf("takeProfit", "stopLoss", "quantity", "tag");
const REPLACEABLE = namesOf("quantity", ...PRICE_ROWS.map(({ requestName }) => requestName));

function notOf(type: string, price: string, orderId: number): HindcastError {
  return orderInvalid(`a ${type} order has no ${price} to replace`, { orderId, type, price });
}

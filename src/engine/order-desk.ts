import { PRICE_ROWS } from "../broker/order-fields.ts";
import type { OrderRecord } from "../broker/order-record.ts";
import { checkSize, mostShare } from "../broker/sizing.ts";
import type { Feed } from "../market/feed.ts";
import { type CommandQueue, ordersOf, type RunningBroker } from "./command-queue.ts";
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
 * Where a strategy gives orders for one instrument. Everything is queued: the broker sizes and accepts after the last hook, in the order
 * of the setting `admission`, and a refusal arrives as `onOrder`. A call that makes no sense throws `ORDER_INVALID`.
 */
export class OrderDesk {
  readonly #feed: Feed;
  readonly #drafts: OrderDrafts;
  readonly #queue: CommandQueue;
  readonly #broker: RunningBroker;
  readonly #symbols: readonly string[];
  readonly #target: (weights: TargetWeights, options: TargetOptions) => readonly TargetLine[];
  readonly #held: { readonly quantity: number };

  constructor(
    feed: Feed,
    queue: CommandQueue,
    broker: RunningBroker,
    symbols: readonly string[],
    held: { readonly quantity: number },
    target: (weights: TargetWeights, options: TargetOptions) => readonly TargetLine[],
  ) {
    this.#feed = feed;
    this.#drafts = new OrderDrafts(feed, broker.open, mostShare(broker.rules.account.initialShare));
    this.#queue = queue;
    this.#broker = broker;
    this.#symbols = symbols;
    this.#held = held;
    this.#target = target;
  }

  /** Buys. Returns the id that the order will have; exits that it brings have the ids after it, the profit's first. */
  buy(order: OrderRequest): number {
    return this.#submit(1, order);
  }

  /** Sells: what is held, or short on a margin account. Returns the id that the order will have. */
  sell(order: OrderRequest): number {
    return this.#submit(-1, order);
  }

  /**
   * Ends the position by a market order, after canceling the symbol's open exits; of one that is called for margin, what the call leaves. Does nothing,
   * and returns 0, when it is flat.
   */
  close(options: { readonly tag?: string } = {}): number {
    checkNames("close", options, CLOSE_NAMES);
    if (this.#held.quantity === 0) return 0;
    return this.#queue.close(this.#feed, options.tag ?? "");
  }

  /**
   * Brings positions to shares of equity, each by a market order: first those that only make one smaller, sells before buys. Symbols that are not named
   * are left alone; a weight of 0 ends a position, and what market orders on their way will do is not asked for again: one that is not sized yet counts
   * for what it comes to at the last price. A weight is a ceiling: units are floored to the lot. A symbol that has no price yet is left out, and a
   * weight below 0 is 0 in a cash account, which holds nothing short; the run warns of both. Returns what the target comes to for each symbol, and a note where that is not its weight. Throws `ORDER_INVALID`.
   *
   * @example
   * orders.target({ SPY: 0.6, TLT: 0.4 }, { buffer: 0.01 });
   */
  target(weights: TargetWeights, options: TargetOptions = {}): readonly TargetLine[] {
    checkNames("target", options, TARGET_NAMES);
    return this.#target(weights, options);
  }

  /** Cancels an order by its id. Does nothing to one that has ended, nor to a margin call. */
  cancel(orderId: number): void {
    this.#queue.cancel(orderId);
  }

  /** Cancels all open orders of the symbol but a margin call, also those that were given before it at this moment. */
  cancelAll(): void {
    const ids = new Set(this.open.map(({ id }) => id));
    this.#queue.each((command, id) => {
      const { order, closing, changes, canceled } = command;
      const mine = (order?.feed ?? closing) === this.#feed || (changes !== undefined && ids.has(canceled));
      if (mine) for (let i = 0; i < ordersOf(command); i++) ids.add(id + i);
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
   * Two exits for what is held, of which the one that fills cancels the other; good till canceled. `quantity` is all that is held when left
   * out. Returns the ids that the orders will have, and none when it is flat.
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
   * Puts other terms in the place of a live order's, which ends as replaced. Returns the id that the new order will have; 0, and does nothing,
   * when the order has ended. Of a margin call the new order is rejected.
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
    // Every member, whether it is given or not: what is made of parts has a shape of its own each time.
    return this.#queue.replace(orderId, {
      quantity,
      limitPrice: limit,
      stopPrice: stop,
      trailAmount: trail,
      trailPercent,
    });
  }

  /** Cancels what was asked for before, exits aside, and ends the position. */
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
    if (this.#broker.rules.orders.clears(draft)) this.#clear();
    const { takeProfit, stopLoss } = order;
    if (takeProfit === undefined && stopLoss === undefined) return this.#queue.submit(draft);
    const { tag } = draft;
    const profit = takeProfit === undefined ? undefined : this.#drafts.takeProfit(sign, takeProfit, tag);
    const loss = stopLoss === undefined ? undefined : this.#drafts.stopLoss(sign, stopLoss, tag);
    return this.#queue.submit(draft, profit ?? loss, profit === undefined ? undefined : loss);
  }
}

/** How a target is met. */
export interface TargetOptions {
  /** Share of equity that stays in cash; 0 by default. */
  readonly buffer?: number;
  readonly tag?: string;
}

/** What of a live order may be changed. */
export type ReplaceOptions = Pick<OrderOptions, "limit" | "stop" | "trail" | "trailPercent"> & {
  /** Units in all, those already filled included. */
  readonly quantity?: number;
};

const CLOSE_NAMES = namesOf("tag");
const TARGET_NAMES = namesOf("buffer", "tag");
const OCO_NAMES = namesOf("takeProfit", "stopLoss", "quantity", "tag");
const REPLACEABLE = namesOf("quantity", ...PRICE_ROWS.map(({ asked }) => asked));

function notOf(type: string, price: string, orderId: number): HindcastError {
  return orderInvalid(`a ${type} order has no ${price} to replace`, { orderId, type, price });
}

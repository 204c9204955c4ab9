import type { Broker } from "../broker/broker.ts";
import type { OrderRecord, TimeInForce } from "../broker/order-record.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import { checkSize, type Size } from "../broker/sizing.ts";
import type { Feed } from "../market/feed.ts";
import { shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { CommandQueue } from "./command-queue.ts";

/** Prices and life of an order. Without a price it is a market order; with `limit`, `stop` or both a limit, stop or stop-limit order. */
export interface OrderOptions {
  readonly limit?: number;
  readonly stop?: number;
  /** `day` (default) ends with the session in which it works, `gtc` only when filled or canceled. */
  readonly timeInForce?: TimeInForce;
  /** Kept with the order and the trade it opens. */
  readonly tag?: string;
}

/**
 * Where a strategy gives orders for one instrument. Everything is queued: the broker sizes and admits after the last hook, in the order
 * of the calls, and a refusal arrives as `onOrder`. A call that makes no sense throws `ORDER_INVALID`.
 */
export class OrderDesk {
  readonly #feed: Feed;
  readonly #queue: CommandQueue;
  readonly #broker: Broker;
  readonly #symbols: readonly string[];
  readonly #held: { readonly quantity: number };

  constructor(
    feed: Feed,
    queue: CommandQueue,
    broker: Broker,
    symbols: readonly string[],
    held: { readonly quantity: number },
  ) {
    this.#feed = feed;
    this.#queue = queue;
    this.#broker = broker;
    this.#symbols = symbols;
    this.#held = held;
  }

  /** Buys. Returns the id that the order will have. */
  buy(order: Size & OrderOptions): number {
    return this.#submit(1, order);
  }

  /** Sells what is held. Returns the id that the order will have. */
  sell(order: Size & OrderOptions): number {
    return this.#submit(-1, order);
  }

  /** Ends the position by a market order, after canceling the symbol's open exits. Does nothing, and returns 0, when it is flat. */
  close(options: { readonly tag?: string } = {}): number {
    if (this.#held.quantity === 0) return 0;
    return this.#queue.close(this.#feed, options.tag ?? "");
  }

  /** Cancels an order by its id. Does nothing to one that has ended. */
  cancel(orderId: number): void {
    this.#queue.cancel(orderId);
  }

  /** Cancels all open orders of the symbol. */
  cancelAll(): void {
    for (const order of this.open) this.#queue.cancel(order.id);
  }

  /** Open orders of the symbol, oldest first. */
  get open(): readonly OrderRecord[] {
    const { open, log } = this.#broker;
    const records: OrderRecord[] = [];
    for (let i = 0; i < open.count; i++) {
      const order = open.at[i]!;
      if (order.feed === this.#feed) records.push(log.record(order.id, this.#symbols));
    }
    return records;
  }

  #submit(sign: 1 | -1, order: Size & OrderOptions): number {
    checkNames(order);
    const { quantity, percent, notional, risk, limit, stop, timeInForce = "day", tag = "" } = order;
    // A copy: what the strategy does with its own object before the hooks are over changes nothing. All copies have one shape.
    const stopPrice = order.risk === undefined ? undefined : order.stopPrice;
    const size = { quantity, percent, notional, risk, stopPrice } as Size;
    checkSize(size);
    if (limit !== undefined) checkPrice("limit", limit);
    if (stop !== undefined) checkPrice("stop", stop);
    if (timeInForce !== "day" && timeInForce !== "gtc") {
      throw new HindcastError(
        "ORDER_INVALID",
        `timeInForce must be "day" or "gtc", was ${JSON.stringify(timeInForce)}`,
        { timeInForce },
      );
    }
    const type =
      stop === undefined
        ? limit === undefined
          ? orderTypes.market
          : orderTypes.limit
        : limit === undefined
          ? orderTypes.stop
          : orderTypes.stop_limit;
    const draft = this.#broker.open.draft(this.#feed, type, sign, size);
    if (limit !== undefined) draft.limitPrice = limit;
    if (stop !== undefined) draft.stopPrice = stop;
    draft.timeInForce = timeInForce;
    draft.tag = tag;
    return this.#queue.submit(draft);
  }
}

/** What an order may say. */
const NAMES: Readonly<Record<string, true | undefined>> = {
  quantity: true,
  percent: true,
  notional: true,
  risk: true,
  stopPrice: true,
  limit: true,
  stop: true,
  timeInForce: true,
  tag: true,
};

/** A misspelt limit would make a market order. */
function checkNames(order: object): void {
  if (typeof order !== "object" || order === null) {
    throw new HindcastError("ORDER_INVALID", `an order must be an object such as { percent: 1 }, was ${shown(order)}`, {
      order,
    });
  }
  for (const name in order) {
    if (NAMES[name] !== undefined) continue;
    const known = Object.keys(NAMES);
    throw new HindcastError("ORDER_INVALID", `an order has no ${JSON.stringify(name)}; it has ${known.join(", ")}`, {
      name,
      known,
    });
  }
  const { risk, stopPrice, tag } = order as { risk?: unknown; stopPrice?: unknown; tag?: unknown };
  if (stopPrice !== undefined && risk === undefined) {
    throw new HindcastError("ORDER_INVALID", "stopPrice belongs to a size by risk; the price of a stop order is stop", {
      stopPrice,
    });
  }
  if (tag !== undefined && typeof tag !== "string") {
    throw new HindcastError("ORDER_INVALID", `tag must be text, was ${shown(tag)}`, { tag });
  }
}

function checkPrice(field: string, value: unknown): void {
  if (typeof value === "number" && Number.isFinite(value)) return;
  throw new HindcastError("ORDER_INVALID", `${field} must be a finite number, was ${shown(value)}`, { field, value });
}

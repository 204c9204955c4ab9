import type { Feed } from "../market/feed.ts";
import { STATUS } from "./order-codes.ts";
import type { Order } from "./order.ts";

/** Orders in the first `count` places, and which of those places something happened to within an epoch. */
interface WatchedOrders {
  readonly at: readonly Order[];
  readonly count: number;
  readonly epoch: number;
  readonly touched: readonly number[];
  readonly touchedCount: number;
}

/** What is known of the orders of one instrument. */
interface Prices {
  /** Bars between these prices reach none of those that only wait for a price: they are those of the nearest, or of one that was there. */
  above: number;
  below: number;
  /** How many do more than wait. */
  restless: number;
}

/**
 * Which prices a bar must reach so that anything happens to open orders, for each instrument: where many rest, most bars reach none, and are not
 * compared with each of them.
 */
export class RestingPrices {
  readonly #open: WatchedOrders;
  /** By the instrument's place, and which of them an order's place belongs to. */
  readonly #ofFeeds: Prices[] = [];
  #feeds = new Uint32Array(256);
  /** By an order's place: 1 for one that does more than wait. */
  #restless = new Uint8Array(256);
  #epoch = -1;
  #known = 0;
  #seen = 0;
  /** Of the instrument that was asked about last. */
  above = Infinity;
  below = -Infinity;

  constructor(open: WatchedOrders) {
    this.#open = open;
  }

  /** Whether all orders of an instrument only wait for a price beyond `above` or `below`. */
  wait(feed: Feed): boolean {
    this.#look();
    const prices = this.#of(feed.index);
    this.above = prices.above;
    this.below = prices.below;
    return prices.restless === 0;
  }

  /** Whether the bar that an instrument just closed reaches none of its orders. */
  beyond(feed: Feed): boolean {
    if (feed.quotes !== undefined || !this.wait(feed)) return false;
    const bar = feed.closed;
    const high = feed.high[bar]!;
    const low = feed.low[bar]!;
    if (high < this.above && low > this.below) return true;
    // Those that made the price may be gone by now.
    this.#epoch = -1;
    this.wait(feed);
    return high < this.above && low > this.below;
  }

  #look(): void {
    const { at, count, epoch, touched, touchedCount } = this.#open;
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.#known = 0;
      this.#ofFeeds.length = 0;
      // What happened within the epoch is seen in the orders themselves.
      this.#seen = touchedCount;
    }
    for (; this.#seen < touchedCount; this.#seen++) {
      const slot = touched[this.#seen]!;
      if (slot < this.#known) this.#note(at[slot]!, slot);
    }
    if (this.#restless.length < count) this.#grow(2 * count);
    this.#restless.fill(0, this.#known, count);
    for (; this.#known < count; this.#known++) {
      this.#feeds[this.#known] = at[this.#known]!.feed.index;
      this.#note(at[this.#known]!, this.#known);
    }
  }

  #note(order: Order, slot: number): void {
    const prices = this.#of(this.#feeds[slot]!);
    const restless = order.live && !rests(order) ? 1 : 0;
    prices.restless += restless - this.#restless[slot]!;
    this.#restless[slot] = restless;
    // An exit that waits for its entry does not wait for the market.
    if (restless === 1 || !order.live || order.status === STATUS.held) return;
    const { type, sign, limitPrice, stopPrice } = order;
    if (type.waitsFor === "limit" ? sign === 1 : sign === -1)
      prices.below = Math.max(prices.below, type.waitsFor === "limit" ? limitPrice : stopPrice);
    else prices.above = Math.min(prices.above, type.waitsFor === "limit" ? limitPrice : stopPrice);
  }

  #grow(length: number): void {
    const grown = new Uint8Array(length);
    grown.set(this.#restless);
    this.#restless = grown;
    const feeds = new Uint32Array(length);
    feeds.set(this.#feeds);
    this.#feeds = feeds;
  }

  #of(feed: number): Prices {
    while (this.#ofFeeds.length <= feed) this.#ofFeeds.push({ above: Infinity, below: -Infinity, restless: 0 });
    return this.#ofFeeds[feed]!;
  }
}

/** Whether nothing happens to an order before a bar reaches its price, or its session closes. */
function rests({ type, timeInForce, status, triggered, reached, newborn }: Order): boolean {
  if (status === STATUS.held) return !timeInForce.endsAtTime;
  if (status === STATUS.accepted || newborn !== 0 || triggered || reached) return false;
  return type.waitsFor !== undefined && timeInForce.rests && !timeInForce.endsAtTime;
}

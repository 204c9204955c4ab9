import type { Feed } from "../market/feed.ts";
import { activate } from "./activation.ts";
import { includesFeed } from "./feed-list.ts";
import type { OpenOrders } from "./open-orders.ts";
import { EVENT, STATUS } from "./order-codes.ts";
import type { OrderLog } from "./order-log.ts";
import type { Order } from "./order.ts";

/** Activates accepted orders when their latency has passed or their trading hours begin. */
export class Arrivals {
  readonly #open: OpenOrders;
  readonly #log: OrderLog;
  readonly #now: { readonly time: number };

  constructor(open: OpenOrders, log: OrderLog, now: { readonly time: number }) {
    this.#open = open;
    this.#log = log;
    this.#now = now;
  }

  /**
   * Activates orders whose latency has passed, and orders for extended hours. Called at opens of bars or, if `closed`,
   * at closes of bars and sessions. An order that arrives while a bar forms can fill only at the bar's close, and one
   * that arrives exactly at a close only later.
   */
  activateArrived(feeds: readonly Feed[], closed: boolean): void {
    const { at } = this.#open;
    const { time } = this.#now;
    const pending = this.#open.placesOf(this.#open.pending, feeds);
    for (let i = 0; i < pending.count; i++) {
      const order = at[pending.at[i]!]!;
      const { feed } = order;
      if (order.status !== STATUS.accepted) continue;
      // Orders for extended hours may also fill in bars outside the calendar's regular hours.
      const early = !closed && order.extendedHours && feed.extended?.[feed.opened] === 1;
      if (!early && order.eligibleAt <= order.submittedAt) continue;
      if (order.eligibleAt > time || (closed && order.eligibleAt === time)) continue;
      if (order.timeInForce.auction === "open" || !includesFeed(feeds, feed)) continue;
      this.#activate(order);
      order.insideBar = closed ? feed.opened : feed.quotes === undefined ? -1 : feed.opened;
    }
    this.#open.pending.tidy(at, STATUS.accepted);
  }

  /** Activates accepted orders whose sessions open or, if `extended`, the orders that may fill in extended hours. */
  activateForHours(feeds: readonly Feed[], extended: boolean): void {
    const { at } = this.#open;
    const pending = this.#open.placesOf(this.#open.pending, feeds);
    for (let i = 0; i < pending.count; i++) {
      const order = at[pending.at[i]!]!;
      if (order.status !== STATUS.accepted || order.eligibleAt > this.#now.time || !includesFeed(feeds, order.feed))
        continue;
      // Extended hours have no opening auction.
      if (extended && (!order.extendedHours || order.timeInForce.auction === "open")) continue;
      this.#activate(order);
    }
    this.#open.pending.tidy(at, STATUS.accepted);
  }

  /** Activates an order and records the event. If the order inherited a trigger as a replacement, records that too. */
  #activate(order: Order): void {
    activate(order);
    this.#log.addEvent(order, EVENT.new, this.#now);
    if (order.triggered) this.#log.addEvent(order, EVENT.triggered, this.#now);
  }
}

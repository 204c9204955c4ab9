import type { Feed } from "../market/feed.ts";
import { activate } from "./activation.ts";
import { among } from "./among.ts";
import type { OpenOrders } from "./open-orders.ts";
import { EVENT, STATUS } from "./order-codes.ts";
import type { OrderLog } from "./order-log.ts";
import type { Order } from "./order.ts";

/** Brings to the market the orders that are under way or wait for hours in which they may work. */
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
   * Orders under way, and those for hours outside the session, reach the market, at the opens of bars or, when `closed`, at their closes and at
   * those of sessions. Of a bar that was forming when an order arrived only the close is its own; an order that arrives at the very close comes after it.
   */
  arrive(feeds: readonly Feed[], closed: boolean): void {
    const { at } = this.#open;
    const { time } = this.#now;
    const pending = this.#open.placesOf(this.#open.pending, feeds);
    for (let i = 0; i < pending.count; i++) {
      const order = at[pending.at[i]!]!;
      const { feed } = order;
      if (order.status !== STATUS.accepted) continue;
      // Orders for all hours meet the bars too that lie outside of those of the calendar.
      const early = !closed && order.extendedHours && feed.extended?.[feed.opened] === 1;
      if (!early && order.eligibleAt <= order.submittedAt) continue;
      if (order.eligibleAt > time || (closed && order.eligibleAt === time)) continue;
      if (order.timeInForce.auction === "open" || !among(feeds, feed)) continue;
      this.#begin(order);
      order.insideBar = closed ? feed.opened : feed.quotes === undefined ? -1 : feed.opened;
    }
    this.#open.pending.tidy(at, STATUS.accepted);
  }

  /** Orders that waited for sessions that open begin to work, or where the hours outside them are `extended`, those that are for all hours. */
  awake(feeds: readonly Feed[], extended: boolean): void {
    const { at } = this.#open;
    const pending = this.#open.placesOf(this.#open.pending, feeds);
    for (let i = 0; i < pending.count; i++) {
      const order = at[pending.at[i]!]!;
      if (order.status !== STATUS.accepted || order.eligibleAt > this.#now.time || !among(feeds, order.feed)) continue;
      // Opening auctions are those of sessions.
      if (extended && (!order.extendedHours || order.timeInForce.auction === "open")) continue;
      this.#begin(order);
    }
    this.#open.pending.tidy(at, STATUS.accepted);
  }

  /** An order that was accepted begins to work, and it is told: of one in the place of a stop that was reached, that it was, too. */
  #begin(order: Order): void {
    activate(order);
    this.#log.step(order, EVENT.new, this.#now);
    if (order.triggered) this.#log.step(order, EVENT.triggered, this.#now);
  }
}

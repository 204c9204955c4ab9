import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import { STATUS } from "./order-codes.ts";
import type { OrderKind } from "./order-record.ts";
import { orderTypes } from "./order-types/catalog.ts";
import type { OrderType } from "./order-types/order-type.ts";
import { Order } from "./order.ts";
import type { Size } from "./sizing.ts";

/** Live orders in order of submission. Slots are reused: a list that empties on every trade must not allocate. */
export class OpenOrders {
  /** The orders, in the first `count` places. */
  readonly at: Order[] = [];
  count = 0;

  readonly #spare: Order[] = [];
  #spares = 0;

  /** A market order for the day, without prices, that the caller makes into what he wants and submits at once. */
  draft(feed: Feed, type: OrderType, sign: 1 | -1, size: Size): Order {
    const order = this.#spares > 0 ? this.#spare[--this.#spares]! : new Order(feed, type, size);
    order.id = 0;
    order.feed = feed;
    order.type = type;
    order.sign = sign;
    order.size = size;
    order.limitPrice = MISSING[0]!;
    order.stopPrice = MISSING[0]!;
    order.timeInForce = "day";
    order.tag = "";
    order.status = STATUS.accepted;
    order.reason = 0;
    order.filledQuantity = 0;
    order.filledValue = 0;
    order.triggered = false;
    order.insideBar = -1;
    return order;
  }

  /** Takes back an order that has ended. */
  release(order: Order): void {
    if (this.#spares < this.#spare.length) this.#spare[this.#spares] = order;
    else this.#spare.push(order);
    this.#spares++;
  }

  add(order: Order): void {
    if (this.count < this.at.length) this.at[this.count] = order;
    else this.at.push(order);
    this.count++;
  }

  /** Drops orders that have ended; the rest keep their order. */
  compact(): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const order = this.at[i]!;
      if (order.live) this.at[kept++] = order;
      else this.release(order);
    }
    this.count = kept;
  }

  snapshot(): OpenOrdersState {
    return this.at
      .slice(0, this.count)
      .map(({ feed, type, ...fields }) => ({ ...fields, feed: feed.index, type: type.name }));
  }

  restore(state: OpenOrdersState, feeds: readonly Feed[]): void {
    this.count = 0;
    for (const { feed, type, ...fields } of state) {
      const order = this.draft(feeds[feed]!, orderTypes[type], fields.sign, fields.size);
      this.add(Object.assign(order, fields));
    }
  }
}

export type OpenOrdersState = readonly (Omit<Order, "feed" | "type" | "remaining" | "working" | "live"> & {
  readonly feed: number;
  readonly type: OrderKind;
})[];

import type { Feed } from "../market/feed.ts";
import type { OrderKind } from "./order-record.ts";
import { orderTypes } from "./order-types/catalog.ts";
import { Order } from "./order.ts";

/** Live orders in order of submission. Slots are reused: a list that empties on every trade must not allocate. */
export class OpenOrders {
  /** The orders, in the first `count` places. */
  readonly at: Order[] = [];
  count = 0;

  add(order: Order): void {
    if (this.count < this.at.length) this.at[this.count] = order;
    else this.at.push(order);
    this.count++;
  }

  /** An order of that instrument stands before the given place. */
  hasEarlier(feed: Feed, place: number): boolean {
    for (let i = 0; i < place; i++) if (this.at[i]!.feed === feed) return true;
    return false;
  }

  /** Drops orders that have ended; the rest keep their order. */
  compact(): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const order = this.at[i]!;
      if (order.live) this.at[kept++] = order;
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
      const terms = { ...fields, type: orderTypes[type] };
      const order = new Order(fields.id, feeds[feed]!, terms, fields.quantity, fields.submittedAt);
      this.add(Object.assign(order, fields));
    }
  }
}

export type OpenOrdersState = readonly (Omit<Order, "feed" | "type" | "remaining" | "working" | "live"> & {
  readonly feed: number;
  readonly type: OrderKind;
})[];

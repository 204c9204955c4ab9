import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import { STATUS, type StatusCode } from "./order-codes.ts";
import type { OrderKind, TimeInForce } from "./order-record.ts";
import { toSteps } from "./order-prices.ts";
import { orderTypes } from "./order-types/catalog.ts";
import type { OrderType } from "./order-types/order-type.ts";
import { Order } from "./order.ts";
import type { Size } from "./sizing.ts";
import { timesInForce } from "./times-in-force/catalog.ts";
import type { TimeInForceRule } from "./times-in-force/time-in-force.ts";

/** Live orders in order of submission. Slots are reused: a list that empties on every trade must not allocate. */
export class OpenOrders {
  /** The orders, in the first `count` places. */
  readonly at: Order[] = [];
  count = 0;
  /** How many of them need more than matching: those with legs, latency, trails, auctions or an end of their own. */
  specials = 0;

  /** How often orders moved up, or one was given another status for the sake of a question: what somebody has summed up over them does not hold any more. */
  changes = 0;

  /** What `waiting` found: bars between these prices leave all orders as they are. */
  above = Infinity;
  below = -Infinity;

  /** How long an order lives that does not say. */
  readonly #life: TimeInForceRule;
  readonly #spare: Order[] = [];
  #spares = 0;

  /** Limits and stops are put on ticks. */
  readonly #onSteps: boolean;

  constructor(life: TimeInForceRule = timesInForce.day, onSteps = false) {
    this.#life = life;
    this.#onSteps = onSteps;
  }

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
    order.timeInForce = this.#life;
    order.tag = "";
    order.status = STATUS.accepted;
    order.reason = 0;
    order.filledQuantity = 0;
    order.filledValue = 0;
    order.commission = 0;
    order.charged = 0;
    order.triggered = false;
    order.reached = false;
    order.insideBar = -1;
    if (order.special || order.reduceOnly || order.sizedAtFill || order.replaces > 0) forget(order);
    return order;
  }

  /** Takes back an order that has ended. */
  release(order: Order): void {
    if (this.#spares < this.#spare.length) this.#spare[this.#spares] = order;
    else this.#spare.push(order);
    this.#spares++;
  }

  add(order: Order): void {
    if (this.#onSteps) toSteps(order);
    this.#keep(order);
  }

  #keep(order: Order): void {
    if (this.count < this.at.length) this.at[this.count] = order;
    else this.at.push(order);
    this.count++;
    if (order.needsCare) {
      order.special = true;
      this.specials++;
    }
  }

  /** The last to come stands before the one that came before it. */
  swapLast(): void {
    const { at, count } = this;
    const last = at[count - 1]!;
    at[count - 1] = at[count - 2]!;
    at[count - 2] = last;
  }

  /** Gives an order another status for the sake of a question, or its own again. */
  suppose(order: Order, status: StatusCode): void {
    order.status = status;
    this.changes++;
  }

  /** The live order of that id. */
  find(id: number): Order | undefined {
    const place = this.placeOf(id);
    return place < 0 ? undefined : this.at[place];
  }

  /** Where the live order of that id stands, looked for from a place on and then from the first; -1 for one that has ended. */
  placeOf(id: number, from = 0): number {
    for (let i = from; i < this.count; i++) if (this.at[i]!.id === id && this.at[i]!.live) return i;
    for (let i = 0; i < from; i++) if (this.at[i]!.id === id && this.at[i]!.live) return i;
    return -1;
  }

  /**
   * Whether all orders, of one instrument, only wait for its price, so that nothing happens to them until a bar reaches `above` or `below`. With
   * `sessionCloses` the day ends too.
   */
  waiting(sessionCloses: boolean): boolean {
    let above = Infinity;
    let below = -Infinity;
    for (let i = 0; i < this.count; i++) {
      const order = this.at[i]!;
      const { type, timeInForce, status, sign } = order;
      // An exit that waits for its entry does not wait for the market, but its time may pass.
      if (status === STATUS.held && !timeInForce.endsAtTime) continue;
      const passive =
        type.waitsFor !== undefined &&
        timeInForce.rests &&
        !timeInForce.endsAtTime &&
        !order.triggered &&
        !order.reached;
      if (!passive || status === STATUS.accepted || order.newborn !== 0) return false;
      if (sessionCloses && timeInForce.endsWithSession) return false;
      const price = type.waitsFor === "limit" ? order.limitPrice : order.stopPrice;
      if (type.waitsFor === "limit" ? sign === 1 : sign === -1) below = Math.max(below, price);
      else above = Math.min(above, price);
    }
    this.above = above;
    this.below = below;
    return true;
  }

  /** When the next order ends because its time has passed, of those that end later than `after`; Infinity when none does. */
  nextEnd(after = -Infinity): number {
    let next = Infinity;
    if (this.specials === 0) return next;
    for (let i = 0; i < this.count; i++) {
      const { timeInForce, expiresAt, live } = this.at[i]!;
      if (timeInForce.endsAtTime && live && expiresAt > after && expiresAt < next) next = expiresAt;
    }
    return next;
  }

  /** Drops orders that have ended; the rest keep their order. */
  compact(): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const order = this.at[i]!;
      if (order.live) {
        this.at[kept++] = order;
        continue;
      }
      if (order.special) this.specials--;
      this.release(order);
    }
    if (kept < this.count) this.changes++;
    this.count = kept;
  }

  snapshot(): OpenOrdersState {
    return this.at.slice(0, this.count).map(({ feed, type, timeInForce, ...fields }) => ({
      ...fields,
      feed: feed.index,
      type: type.name,
      timeInForce: timeInForce.name,
    }));
  }

  restore(state: OpenOrdersState, feeds: readonly Feed[]): void {
    this.count = 0;
    this.specials = 0;
    this.changes++;
    for (const { feed, type, timeInForce, ...fields } of state) {
      const order = this.draft(feeds[feed]!, orderTypes[type], fields.sign, fields.size);
      // Where its prices came to stand since it was given, by a split or by following the market, is where they stand.
      this.#keep(Object.assign(order, fields, { timeInForce: timesInForce[timeInForce] }));
    }
  }
}

export type OpenOrdersState = readonly (Omit<
  Order,
  "feed" | "type" | "timeInForce" | "remaining" | "working" | "live" | "needsCare"
> & {
  readonly feed: number;
  readonly type: OrderKind;
  readonly timeInForce: TimeInForce;
})[];

/** What few orders have, and an order that is used again must not inherit. */
function forget(order: Order): void {
  order.trailAmount = MISSING[0]!;
  order.trailPercent = MISSING[0]!;
  order.waterMark = MISSING[0]!;
  order.expiresAt = MISSING[0]!;
  order.reduceOnly = false;
  order.extendedHours = false;
  order.parentId = 0;
  order.replaces = 0;
  order.groupId = 0;
  order.protectedByOthers = false;
  order.forced = false;
  order.sizedAtFill = false;
  order.firstBar = -1;
  order.newborn = 0;
  order.place = 0;
  order.bornAt = MISSING[0]!;
  order.special = false;
}

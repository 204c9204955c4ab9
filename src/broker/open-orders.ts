import type { PositionTotals } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import { STATUS, type StatusCode } from "./order-codes.ts";
import type { OrderKind, TimeInForce } from "./order-record.ts";
import { OrderIndex, Slots } from "./order-index.ts";
import type { Slippage } from "./models/slippage.ts";
import { orderTypes } from "./order-types/catalog.ts";
import type { OrderType } from "./order-types/order-type.ts";
import { Order } from "./order.ts";
import { type OrderList, TriggerIndex, type Places } from "./trigger-index.ts";
import type { Size } from "./sizing.ts";
import { timesInForce, type TimeInForceRule } from "./times-in-force.ts";

/**
 * Number of open orders up to which loops visit all of them. With more orders, indexes are kept and sums are updated
 * only for changed orders.
 */
export const FEW_ORDERS = 64;

/** Ascending indexes of some of the open orders, such as those that fill at opens. */
class Shortlist {
  readonly at: number[] = [];
  count = 0;
  /** Number of entries after the last cleanup of the list. */
  #kept = 0;

  add(slot: number): void {
    if (this.count < this.at.length) this.at[this.count] = slot;
    else this.at.push(slot);
    this.count++;
  }

  /** Adjusts the list after the last two of `count` open orders have changed places. */
  swapLast(count: number): void {
    const { at } = this;
    const last = this.count - 1;
    if (last < 0 || at[last]! < count - 2 || (last > 0 && at[last - 1] === count - 2)) return;
    at[last] = at[last] === count - 1 ? count - 2 : count - 1;
  }

  /** Keeps the entries of orders whose status is at most `upTo`, each with the order's current index. */
  keep(orders: readonly Order[], upTo: StatusCode): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const { status, slot } = orders[this.at[i]!]!;
      if (status <= upTo) this.at[kept++] = slot;
    }
    this.count = this.#kept = kept;
  }

  /** Cleans up as `keep` does, if the list has doubled since the last cleanup. */
  tidy(orders: readonly Order[], upTo: StatusCode): void {
    if (this.count > 2 * Math.max(FEW_ORDERS, this.#kept)) this.keep(orders, upTo);
  }
}

/**
 * Open orders in the sequence of submission. Order objects are reused, so that a list that empties on every trade
 * allocates no memory. In a long list, ended orders stay until they are half of it.
 */
export class OpenOrders {
  /** Open orders, in the first `count` places. */
  readonly at: Order[] = [];
  count = 0;
  /**
   * Lists of orders that fill at opens, of orders that end with a session or in an auction, and of orders that may not
   * be active yet.
   */
  readonly fillAtOpens = new Shortlist();
  readonly endWithSessions = new Shortlist();
  readonly pending = new Shortlist();
  /** List of trailing stops and of orders that do not rest. */
  readonly trailingOrImmediate = new Shortlist();
  /** Number of open orders with an expiry time, and number of open orders of the broker itself. */
  expiringCount = 0;
  forcedCount = 0;
  /**
   * Number of orders that need more than matching: those with exits, OCO partners, latency, trails, auctions or an
   * expiry time.
   */
  specialCount = 0;

  /**
   * Changes whenever indexes change and, with few orders, whenever an order changes. Sums over the orders then start
   * over.
   */
  epoch = 0;
  /** Indexes of orders that changed in the current epoch, in the first `changedCount` places. */
  readonly changed: number[] = [];
  changedCount = 0;
  /** Number of ended orders that are still in the list, and indexes of those to which no other list refers. */
  #endedCount = 0;
  readonly #releasable = new Shortlist();
  /** Order that takes the place of a released order. */
  #placeholder: Order | undefined;
  /** Index over many orders, created when it is first needed. */
  #index: OrderIndex | undefined;
  readonly #slots = new Slots();
  readonly #triggerIndex = new TriggerIndex(this);

  /** Versions of the price changes, if many instruments are traded. */
  totals: Pick<PositionTotals, "version" | "era" | "changes"> | undefined;

  /** Bounds of prices set by `onlyWaitForPrices`: bars between them trigger no order. */
  above = Infinity;
  below = -Infinity;

  /** Time in force of orders that do not specify one. */
  readonly #defaultTimeInForce: TimeInForceRule;
  readonly #spare: Order[] = [];
  #spares = 0;

  /** Rule that rounds the prices of new orders to ticks. */
  readonly #slippage: Pick<Slippage, "roundPrices"> | undefined;

  constructor(life: TimeInForceRule = timesInForce.day, slippage?: Pick<Slippage, "roundPrices">) {
    this.#defaultTimeInForce = life;
    this.#slippage = slippage;
  }

  /**
   * Returns an order with the default time in force and without prices. The caller must complete and submit it at once.
   */
  createOrder(feed: Feed, type: OrderType, sign: 1 | -1, size: Size): Order {
    const order = this.#spares > 0 ? this.#spare[--this.#spares]! : new Order(feed, type, size);
    order.id = 0;
    order.feed = feed;
    order.type = type;
    order.sign = sign;
    order.size = size;
    order.limitPrice = MISSING[0]!;
    order.stopPrice = MISSING[0]!;
    order.timeInForce = this.#defaultTimeInForce;
    order.tag = "";
    order.status = STATUS.accepted;
    order.reason = 0;
    order.filledQuantity = 0;
    order.filledValue = 0;
    order.commission = 0;
    order.charged = 0;
    order.triggered = false;
    order.missed = false;
    order.reached = false;
    order.insideBar = -1;
    order.slot = -1;
    order.gone = false;
    if (order.special || order.reduceOnly || order.sizedAtFill || order.replaces > 0) resetRareFields(order);
    return order;
  }

  /** Releases the object of an ended order, so that a new order can use it. */
  release(order: Order): void {
    order.slot = -1;
    if (this.#spares < this.#spare.length) this.#spare[this.#spares] = order;
    else this.#spare.push(order);
    this.#spares++;
  }

  add(order: Order): void {
    this.#slippage?.roundPrices(order);
    this.#keep(order);
  }

  #keep(order: Order): void {
    order.slot = this.count;
    if (this.count < this.at.length) this.at[this.count] = order;
    else this.at.push(order);
    this.count++;
    const { timeInForce, type } = order;
    if (type.immediate || !timeInForce.rests) this.fillAtOpens.add(order.slot);
    if (timeInForce.endsWithSession || timeInForce.auction !== "") this.endWithSessions.add(order.slot);
    this.pending.add(order.slot);
    if (type.trails || !timeInForce.rests) this.trailingOrImmediate.add(order.slot);
    this.#count(order, 1);
    if (order.isSpecial) {
      order.special = true;
      this.specialCount++;
    }
  }

  #count({ timeInForce, forced }: Order, by: 1 | -1): void {
    if (timeInForce.endsAtTime) this.expiringCount += by;
    if (forced) this.forcedCount += by;
  }

  /** Swaps the last two open orders. */
  swapLast(): void {
    const { at, count } = this;
    const first = at[count - 2]!;
    const second = at[count - 1]!;
    at[count - 2] = second;
    at[count - 1] = first;
    second.slot = count - 2;
    first.slot = count - 1;
    this.#slots.set(first.id, first.slot);
    this.#slots.set(second.id, second.slot);
    this.endWithSessions.swapLast(count);
    this.trailingOrImmediate.swapLast(count);
    this.#startEpoch();
  }

  /** Marks an order as changed, so that sums over orders are updated. */
  markChanged(order: Order): void {
    if (order.slot < 0) return;
    if (!order.gone && !order.live) {
      order.gone = true;
      this.#endedCount++;
      if (this.count > FEW_ORDERS && !order.special) this.#releasable.add(order.slot);
    }
    this.#noteChange(order.slot);
  }

  #noteChange(slot: number): void {
    // After so many changes a new start is as fast as updates.
    if (this.count <= FEW_ORDERS || this.changedCount >= 2 * this.count) return this.#startEpoch();
    if (this.changedCount < this.changed.length) this.changed[this.changedCount] = slot;
    else this.changed.push(slot);
    this.changedCount++;
  }

  #startEpoch(): void {
    this.epoch++;
    this.changedCount = 0;
  }

  /** Changes an order's status for a hypothetical check, or restores it afterwards. */
  assumeStatus(order: Order, status: StatusCode): void {
    order.status = status;
    this.#noteChange(order.slot);
  }

  /** Returns the live order with an id, if there is one. */
  find(id: number): Order | undefined {
    if (this.count > FEW_ORDERS) {
      const order = this.at[this.#indexed.slotOf(id)]!;
      return order.id === id && order.live ? order : undefined;
    }
    for (let i = 0; i < this.count; i++) if (this.at[i]!.id === id && this.at[i]!.live) return this.at[i];
    return undefined;
  }

  /** Returns a list with at least all exits and OCO partners of an order, in the sequence of submission. */
  linkedTo(id: number): OrderList {
    return this.count > FEW_ORDERS ? this.#indexed.linkedTo(id) : this;
  }

  /** Updates the index after an exit was moved to another entry. */
  exitMoved(order: Order): void {
    this.#index?.addToEntry(order);
  }

  get #indexed(): OrderIndex {
    const index = (this.#index ??= new OrderIndex(this.#slots));
    index.addNew(this.at, this.count);
    return index;
  }

  /**
   * Whether all orders belong to one instrument and only wait for a price, so that nothing happens until a bar reaches
   * `above` or `below`. `sessionCloses` tells whether the session ends too.
   */
  onlyWaitForPrices(sessionCloses: boolean): boolean {
    if (this.count > FEW_ORDERS) {
      if (this.expiringCount > 0 || (sessionCloses && this.endWithSessions.count > 0)) return false;
      const watch = this.#triggerIndex;
      const waits = watch.onlyRests(this.at[0]!.feed);
      this.above = watch.above;
      this.below = watch.below;
      return waits;
    }
    let above = Infinity;
    let below = -Infinity;
    for (let i = 0; i < this.count; i++) {
      const order = this.at[i]!;
      const { type, timeInForce, status, sign } = order;
      // A held exit waits for its entry instead of a price, but it may expire.
      if (status === STATUS.held && !timeInForce.endsAtTime) continue;
      const passive =
        type.triggerPrice !== undefined &&
        timeInForce.rests &&
        !timeInForce.endsAtTime &&
        !order.triggered &&
        !order.reached;
      if (!passive || status === STATUS.accepted || order.newborn !== 0) return false;
      if (sessionCloses && timeInForce.endsWithSession) return false;
      const price = type.triggerPrice === "limit" ? order.limitPrice : order.stopPrice;
      if (type.triggerPrice === "limit" ? sign === 1 : sign === -1) below = Math.max(below, price);
      else above = Math.min(above, price);
    }
    this.above = above;
    this.below = below;
    return true;
  }

  /**
   * Returns a list with at least all orders that the bars of this moment may trigger. `reachableNow` must be called
   * after each fill, and `matched` at the end.
   */
  reachable(closing: readonly Feed[]): OrderList {
    return this.count > FEW_ORDERS ? this.#triggerIndex.reachable(closing) : this;
  }
  /**
   * Returns a list with at least all orders of instruments whose bars just closed. `reachableNow` and `matched` must be
   * called as for `reachable`.
   */
  ofFeeds(closing: readonly Feed[]): OrderList {
    return this.count > FEW_ORDERS * closing.length ? this.#triggerIndex.ofFeeds(closing) : this;
  }
  reachableNow(list: OrderList, closing: readonly Feed[]): OrderList {
    return list === this ? this : this.#triggerIndex.reachableNow(list, closing);
  }
  matched(): void {
    this.#triggerIndex.matched();
  }

  /** Returns the indexes of a list's orders for some instruments, possibly with others that the caller must skip. */
  placesOf(list: Shortlist, feeds: readonly Feed[]): Places {
    return (list.count > FEW_ORDERS ? this.#triggerIndex.placesOf(feeds, list.count) : undefined) ?? list;
  }

  /** Returns a list with at least all exits of an instrument that would close more than `held` units. */
  exceeding(feed: Feed, held: number): OrderList {
    return this.count > FEW_ORDERS ? this.#triggerIndex.exceeding(feed, held) : this;
  }

  /** Returns a list with at least all orders of an instrument. */
  ofFeed(feed: Feed): OrderList {
    return this.count > FEW_ORDERS ? this.#triggerIndex.ofFeed(feed) : this;
  }

  /** Returns a list with at least all orders of one side of an instrument. */
  ofSide(feed: Feed, sign: 1 | -1): OrderList {
    return this.count > FEW_ORDERS ? this.#triggerIndex.ofSide(feed, sign) : this;
  }

  /** Returns a list with at least all orders that expire by a time. */
  expiredBy(time: number): OrderList {
    return this.count > FEW_ORDERS ? this.#indexed.takeExpired(time) : this;
  }

  /** Returns the time of the next expiry, or Infinity if no order expires. */
  nextExpiry(): number {
    if (this.expiringCount === 0) return Infinity;
    if (this.count > FEW_ORDERS) return this.#indexed.nextExpiry;
    let next = Infinity;
    for (let i = 0; i < this.count; i++) {
      const { timeInForce, expiresAt, live } = this.at[i]!;
      if (timeInForce.endsAtTime && live && expiresAt < next) next = expiresAt;
    }
    return next;
  }

  /** Removes ended orders; in a long list only once they are half of it. All other orders keep their sequence. */
  compact(): void {
    const { live } = this;
    if (this.#endedCount === 0) return;
    if (live > FEW_ORDERS && this.#endedCount < live) return this.#release();
    this.#releasable.count = 0;
    let kept = 0;
    for (let i = 0; i < this.count; i++) if (this.at[i]!.live) this.at[i]!.slot = kept++;
    this.fillAtOpens.keep(this.at, STATUS.partially_filled);
    this.endWithSessions.keep(this.at, STATUS.partially_filled);
    this.pending.keep(this.at, STATUS.accepted);
    this.trailingOrImmediate.keep(this.at, STATUS.partially_filled);
    kept = 0;
    for (let i = 0; i < this.count; i++) {
      const order = this.at[i]!;
      if (order.live) {
        this.at[kept++] = order;
        continue;
      }
      if (order === this.#placeholder) continue;
      if (order.special) this.specialCount--;
      this.#count(order, -1);
      this.release(order);
    }
    this.count = kept;
    this.#endedCount = 0;
    this.#index = undefined;
    this.#startEpoch();
  }

  /** Releases the objects of ended orders, so that new orders need no memory. */
  #release(): void {
    const ended = this.#releasable;
    for (let i = 0; i < ended.count; i++) {
      const slot = ended.at[i]!;
      const order = this.at[slot]!;
      this.at[slot] = this.#placeholder ??= placeholderFor(order);
      this.#count(order, -1);
      this.release(order);
    }
    ended.count = 0;
    this.fillAtOpens.tidy(this.at, STATUS.partially_filled);
    this.endWithSessions.tidy(this.at, STATUS.partially_filled);
    this.pending.tidy(this.at, STATUS.accepted);
    this.trailingOrImmediate.tidy(this.at, STATUS.partially_filled);
  }

  /** Number of live orders. */
  get live(): number {
    return this.count - this.#endedCount;
  }

  /** Returns the live orders in a new array. */
  list(): Order[] {
    const live: Order[] = [];
    for (let i = 0; i < this.count; i++) if (this.at[i]!.live) live.push(this.at[i]!);
    return live;
  }

  snapshot(): OpenOrdersState {
    // Indexes follow from the sequence, so a snapshot does not contain them.
    return this.list().map((order) => {
      const { feed, type, timeInForce } = order;
      return Object.assign({}, order, {
        slot: -1,
        feed: feed.index,
        type: type.name,
        timeInForce: timeInForce.name,
      });
    });
  }

  restore(state: OpenOrdersState, feeds: readonly Feed[]): void {
    this.count =
      this.fillAtOpens.count =
      this.endWithSessions.count =
      this.pending.count =
      this.trailingOrImmediate.count =
        0;
    this.specialCount = this.expiringCount = this.forcedCount = this.#endedCount = this.#releasable.count = 0;
    this.#index = undefined;
    this.#startEpoch();
    const orders = state.map(({ feed, type, timeInForce, sign, size }) => {
      const order = this.createOrder(feeds[feed]!, orderTypes[type], sign, size);
      order.timeInForce = timesInForce[timeInForce];
      return order;
    });
    // Copying field by field over all orders is ten times faster than copying order by order.
    for (const name of Object.keys(state[0] ?? {}) as (keyof OpenOrdersState[number])[]) {
      if (name === "feed" || name === "type" || name === "timeInForce") continue;
      for (let i = 0; i < orders.length; i++) (orders[i] as unknown as Record<string, unknown>)[name] = state[i]![name];
    }
    // Splits and trailing stops may have moved prices between ticks, so restored prices must not be rounded again.
    for (const order of orders) this.#keep(order);
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

/** Creates the order that takes the place of an ended one. */
function placeholderFor({ feed, type, size }: Order): Order {
  const order = new Order(feed, type, size);
  order.id = -1;
  order.status = STATUS.canceled;
  order.gone = true;
  return order;
}

/** Resets rarely used fields, which a reused order object must not inherit. */
function resetRareFields(order: Order): void {
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
  order.wokenIn = -1;
  order.place = 0;
  order.bornAt = MISSING[0]!;
  order.special = false;
}

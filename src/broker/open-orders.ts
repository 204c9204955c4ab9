import type { HeldMarks } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import { STATUS, type StatusCode } from "./order-codes.ts";
import type { OrderKind, TimeInForce } from "./order-record.ts";
import { OrderIndex, Slots } from "./order-index.ts";
import type { Slippage } from "./models/slippage.ts";
import { orderTypes } from "./order-types/catalog.ts";
import type { OrderType } from "./order-types/order-type.ts";
import { Order } from "./order.ts";
import { type OrderList, OrderWatch, type Places } from "./order-watch.ts";
import type { Size } from "./sizing.ts";
import { timesInForce, type TimeInForceRule } from "./times-in-force.ts";

/** So many orders are gone through one by one. Of more an index is kept, and sums over them change only by what has changed. */
export const FEW = 64;

/** Places of the open orders that something happens to at some moments only, in rising order. */
class Shortlist {
  readonly at: number[] = [];
  count = 0;
  /** How many there were when they were gone through last. */
  #kept = 0;

  add(slot: number): void {
    if (this.count < this.at.length) this.at[this.count] = slot;
    else this.at.push(slot);
    this.count++;
  }

  /** The orders at the last two places, of so many, have changed places. */
  swapLast(count: number): void {
    const { at } = this;
    const last = this.count - 1;
    if (last < 0 || at[last]! < count - 2 || (last > 0 && at[last - 1] === count - 2)) return;
    at[last] = at[last] === count - 1 ? count - 2 : count - 1;
  }

  /** Keeps those of orders that have come no further than to a status, each at the place where the order says that it stands. */
  keep(orders: readonly Order[], upTo: StatusCode): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      const { status, slot } = orders[this.at[i]!]!;
      if (status <= upTo) this.at[kept++] = slot;
    }
    this.count = this.#kept = kept;
  }

  /** The same, once there are twice as many as were kept. */
  tidy(orders: readonly Order[], upTo: StatusCode): void {
    if (this.count > 2 * Math.max(FEW, this.#kept)) this.keep(orders, upTo);
  }
}

/**
 * Open orders in order of submission. Slots are reused: a list that empties on every trade must not allocate. Where there are many, orders that have
 * ended stay in it until they are half of it.
 */
export class OpenOrders {
  /** The orders, in the first `count` places. */
  readonly at: Order[] = [];
  count = 0;
  /** Of them: those that take opens, those that end with a session or in an auction, and those that may still wait for their session. */
  readonly prompt = new Shortlist();
  readonly daily = new Shortlist();
  readonly pending = new Shortlist();
  /** Those that follow the price or have one chance only. */
  readonly tended = new Shortlist();
  /** How many end at a time of their own, or are the broker's. */
  timed = 0;
  forced = 0;
  /** How many of them need more than matching: those with legs, latency, trails, auctions or an end of their own. */
  specials = 0;

  /** Changes when places do, and with few orders whenever something happened to one: sums over them begin again. */
  epoch = 0;
  /** Places of orders that something happened to within the epoch, in the first `touchedCount` places. */
  readonly touched: number[] = [];
  touchedCount = 0;
  /** How many have ended, and the places of those of them that nothing else knows. */
  #gone = 0;
  readonly #ended = new Shortlist();
  /** Stands where an order was that has ended. */
  #nothing: Order | undefined;
  /** Of many orders, made when it is first asked. */
  #index: OrderIndex | undefined;
  readonly #slots = new Slots();
  readonly #watch = new OrderWatch(this);

  /** Counts the times at which prices may have changed, where many instruments are traded. */
  marks: Pick<HeldMarks, "version" | "era" | "changes"> | undefined;

  /** What `waiting` found: bars between these prices leave all orders as they are. */
  above = Infinity;
  below = -Infinity;

  /** How long an order lives that does not say. */
  readonly #life: TimeInForceRule;
  readonly #spare: Order[] = [];
  #spares = 0;

  /** Puts the prices of orders where they may stand. */
  readonly #slippage: Pick<Slippage, "place"> | undefined;

  constructor(life: TimeInForceRule = timesInForce.day, slippage?: Pick<Slippage, "place">) {
    this.#life = life;
    this.#slippage = slippage;
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
    order.missed = false;
    order.reached = false;
    order.insideBar = -1;
    order.slot = -1;
    order.gone = false;
    if (order.special || order.reduceOnly || order.sizedAtFill || order.replaces > 0) forget(order);
    return order;
  }

  /** Takes back an order that has ended. */
  release(order: Order): void {
    order.slot = -1;
    if (this.#spares < this.#spare.length) this.#spare[this.#spares] = order;
    else this.#spare.push(order);
    this.#spares++;
  }

  add(order: Order): void {
    this.#slippage?.place(order);
    this.#keep(order);
  }

  #keep(order: Order): void {
    order.slot = this.count;
    if (this.count < this.at.length) this.at[this.count] = order;
    else this.at.push(order);
    this.count++;
    const { timeInForce, type } = order;
    if (type.immediate || !timeInForce.rests) this.prompt.add(order.slot);
    if (timeInForce.endsWithSession || timeInForce.auction !== "") this.daily.add(order.slot);
    this.pending.add(order.slot);
    if (type.follows || !timeInForce.rests) this.tended.add(order.slot);
    this.#tally(order, 1);
    if (order.needsCare) {
      order.special = true;
      this.specials++;
    }
  }

  #tally({ timeInForce, forced }: Order, by: 1 | -1): void {
    if (timeInForce.endsAtTime) this.timed += by;
    if (forced) this.forced += by;
  }

  /** The last to come stands before the one that came before it. */
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
    this.daily.swapLast(count);
    this.tended.swapLast(count);
    this.#begin();
  }

  /** Something happened to an order: what is reckoned from it no longer holds. */
  touch(order: Order): void {
    if (order.slot < 0) return;
    if (!order.gone && !order.live) {
      order.gone = true;
      this.#gone++;
      if (this.count > FEW && !order.special) this.#ended.add(order.slot);
    }
    this.#mark(order.slot);
  }

  #mark(slot: number): void {
    // With as many changes as there are orders, to begin again is no more work.
    if (this.count <= FEW || this.touchedCount >= 2 * this.count) return this.#begin();
    if (this.touchedCount < this.touched.length) this.touched[this.touchedCount] = slot;
    else this.touched.push(slot);
    this.touchedCount++;
  }

  #begin(): void {
    this.epoch++;
    this.touchedCount = 0;
  }

  /** Gives an order another status for the sake of a question, or its own again. */
  suppose(order: Order, status: StatusCode): void {
    order.status = status;
    this.#mark(order.slot);
  }

  /** The live order of that id. */
  find(id: number): Order | undefined {
    if (this.count > FEW) {
      const order = this.at[this.#indexed.slotOf(id)]!;
      return order.id === id && order.live ? order : undefined;
    }
    for (let i = 0; i < this.count; i++) if (this.at[i]!.id === id && this.at[i]!.live) return this.at[i];
    return undefined;
  }

  /** Orders among which are all that protect the order of an id or are canceled with it, in order of submission. */
  kinOf(id: number): OrderList {
    return this.count > FEW ? this.#indexed.kinOf(id) : this;
  }

  /** An order protects another one from now on. */
  adopted(order: Order): void {
    this.#index?.adopted(order);
  }

  get #indexed(): OrderIndex {
    const index = (this.#index ??= new OrderIndex(this.#slots));
    index.take(this.at, this.count);
    return index;
  }

  /**
   * Whether all orders, of one instrument, only wait for its price, so that nothing happens to them until a bar reaches `above` or `below`. With
   * `sessionCloses` the day ends too.
   */
  waiting(sessionCloses: boolean): boolean {
    if (this.count > FEW) {
      if (this.timed > 0 || (sessionCloses && this.daily.count > 0)) return false;
      const watch = this.#watch;
      const waits = watch.wait(this.at[0]!.feed);
      this.above = watch.above;
      this.below = watch.below;
      return waits;
    }
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

  /** A list that holds all orders that bars which just closed may trigger. Ask `reachableNow` after each fill, and call `matched` at the end. */
  reachable(closing: readonly Feed[]): OrderList {
    return this.count > FEW ? this.#watch.reachable(closing) : this;
  }
  /** A list that holds all orders of instruments whose bars just closed; to be asked and called as `reachable` is. */
  ofFeeds(closing: readonly Feed[]): OrderList {
    return this.count > FEW * closing.length ? this.#watch.ofFeeds(closing) : this;
  }
  reachableNow(list: OrderList, closing: readonly Feed[]): OrderList {
    return list === this ? this : this.#watch.reachableNow(list, closing);
  }
  matched(): void {
    this.#watch.matched();
  }

  /** Where the orders of a shortlist stand that are of some instruments, with others, which the caller tells apart. */
  placesOf(list: Shortlist, feeds: readonly Feed[]): Places {
    return (list.count > FEW ? this.#watch.placesOf(feeds, list.count) : undefined) ?? list;
  }

  /** A list that holds all exits of an instrument that would close more than `held` units. */
  exceeding(feed: Feed, held: number): OrderList {
    return this.count > FEW ? this.#watch.exceeding(feed, held) : this;
  }

  /** A list that holds all orders of an instrument. */
  ofFeed(feed: Feed): OrderList {
    return this.count > FEW ? this.#watch.ofFeed(feed) : this;
  }

  /** A list that holds all orders of an instrument on one side. */
  ofSide(feed: Feed, sign: 1 | -1): OrderList {
    return this.count > FEW ? this.#watch.ofSide(feed, sign) : this;
  }

  /** A list that holds all orders whose time has passed by a moment. */
  endedBy(time: number): OrderList {
    return this.count > FEW ? this.#indexed.endedBy(time) : this;
  }

  /** When the next order ends because its time has passed; Infinity when none does. */
  nextEnd(): number {
    if (this.timed === 0) return Infinity;
    if (this.count > FEW) return this.#indexed.firstEnd;
    let next = Infinity;
    for (let i = 0; i < this.count; i++) {
      const { timeInForce, expiresAt, live } = this.at[i]!;
      if (timeInForce.endsAtTime && live && expiresAt < next) next = expiresAt;
    }
    return next;
  }

  /** Drops orders that have ended, where they are half of all; the rest keep their order. */
  compact(): void {
    const { live } = this;
    if (this.#gone === 0) return;
    if (live > FEW && this.#gone < live) return this.#release();
    this.#ended.count = 0;
    let kept = 0;
    for (let i = 0; i < this.count; i++) if (this.at[i]!.live) this.at[i]!.slot = kept++;
    this.prompt.keep(this.at, STATUS.partially_filled);
    this.daily.keep(this.at, STATUS.partially_filled);
    this.pending.keep(this.at, STATUS.accepted);
    this.tended.keep(this.at, STATUS.partially_filled);
    kept = 0;
    for (let i = 0; i < this.count; i++) {
      const order = this.at[i]!;
      if (order.live) {
        this.at[kept++] = order;
        continue;
      }
      if (order === this.#nothing) continue;
      if (order.special) this.specials--;
      this.#tally(order, -1);
      this.release(order);
    }
    this.count = kept;
    this.#gone = 0;
    this.#index = undefined;
    this.#begin();
  }

  /** Takes back the orders that have ended since, so that those to come need no memory of their own. */
  #release(): void {
    const ended = this.#ended;
    for (let i = 0; i < ended.count; i++) {
      const slot = ended.at[i]!;
      const order = this.at[slot]!;
      this.at[slot] = this.#nothing ??= nothing(order);
      this.#tally(order, -1);
      this.release(order);
    }
    ended.count = 0;
    this.prompt.tidy(this.at, STATUS.partially_filled);
    this.daily.tidy(this.at, STATUS.partially_filled);
    this.pending.tidy(this.at, STATUS.accepted);
    this.tended.tidy(this.at, STATUS.partially_filled);
  }

  /** How many are live. */
  get live(): number {
    return this.count - this.#gone;
  }

  /** The live orders, in a list of its own. */
  list(): Order[] {
    const live: Order[] = [];
    for (let i = 0; i < this.count; i++) if (this.at[i]!.live) live.push(this.at[i]!);
    return live;
  }

  snapshot(): OpenOrdersState {
    // Where they stand comes of their order.
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
    this.count = this.prompt.count = this.daily.count = this.pending.count = this.tended.count = 0;
    this.specials = this.timed = this.forced = this.#gone = this.#ended.count = 0;
    this.#index = undefined;
    this.#begin();
    const orders = state.map(({ feed, type, timeInForce, sign, size }) => {
      const order = this.draft(feeds[feed]!, orderTypes[type], sign, size);
      order.timeInForce = timesInForce[timeInForce];
      return order;
    });
    // A member at a time: an order at a time takes ten times as long.
    for (const name of Object.keys(state[0] ?? {}) as (keyof OpenOrdersState[number])[]) {
      if (name === "feed" || name === "type" || name === "timeInForce") continue;
      for (let i = 0; i < orders.length; i++) (orders[i] as unknown as Record<string, unknown>)[name] = state[i]![name];
    }
    // Where its prices came to stand since it was given, by a split or by following the market, is where they stand.
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

/** An order that has ended. */
function nothing({ feed, type, size }: Order): Order {
  const order = new Order(feed, type, size);
  order.id = -1;
  order.status = STATUS.canceled;
  order.gone = true;
  return order;
}

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
  order.wokenIn = -1;
  order.place = 0;
  order.bornAt = MISSING[0]!;
  order.special = false;
}

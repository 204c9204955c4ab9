import type { Feed } from "../market/feed.ts";
import { NumberHeap } from "../primitives/number-heap.ts";
import { among } from "./among.ts";
import { STATUS } from "./order-codes.ts";
import type { Order } from "./order.ts";

/** Orders in the first `count` places, in order of submission. */
export interface OrderList {
  readonly at: readonly Order[];
  readonly count: number;
}

/** Open orders, and which of their places something happened to within an epoch. */
interface WatchedOrders extends OrderList {
  readonly epoch: number;
  readonly touched: readonly number[];
  readonly touchedCount: number;
}

/** What is known of the orders of one instrument, by their places among all. */
class FeedOrders {
  /** Those that only wait for a price above the market, or below it. */
  readonly above = new NumberHeap(1);
  readonly below = new NumberHeap(-1);
  /** Those that do more than wait, and some that did; how many do. */
  readonly restless: number[] = [];
  restlessCount = 0;
  /** Those that are for no more than is held, by the units that they are for, and all: buys and sells. */
  readonly follow = [new NumberHeap(-1), new NumberHeap(-1)] as const;
  readonly bySide: readonly [number[], number[]] = [[], []];
}

/** Bits of what is known of an order. */
const KNOWN = { restless: 1, listed: 2, near: 4 } as const;

/**
 * Which of many open orders a bar, or a fill, may do something to: those whose price it reaches and those that do more than wait for one, and exits that
 * are for more than is held. A change of an order is noted when that is asked, and no question goes through all of them.
 */
export class OrderWatch {
  readonly #open: WatchedOrders;
  readonly #ofFeeds: FeedOrders[] = [];
  /** By an order's place: its instrument, the price and the units by which heaps know it (NaN: none does), and bits. */
  #feeds = new Uint32Array(256);
  #prices = new Float64Array(256);
  #units = new Float64Array(256);
  #bits = new Uint8Array(256);
  #epoch = -1;
  #known = 0;
  #seen = 0;
  /** The epoch in which `near` was asked, and how many of its changes are in the answer. */
  #nearEpoch = -1;
  #nearSeen = 0;
  /** What `wait` found: bars between these prices reach no order of that instrument. */
  above = Infinity;
  below = -Infinity;
  /** What `near` found. */
  readonly #near = { at: [] as Order[], count: 0 };
  readonly #slots: number[] = [];

  constructor(open: WatchedOrders) {
    this.#open = open;
  }

  /** Whether all orders of an instrument only wait for a price beyond `above` or `below`. */
  wait(feed: Feed): boolean {
    this.#look();
    const own = this.#of(feed.index);
    this.#clean(own.above);
    this.#clean(own.below);
    this.above = own.above.number;
    this.below = own.below.number;
    return own.restlessCount === 0;
  }

  /** The orders that bars which just closed may reach; all of them where that depends on more than their prices. Call `passed` when they have been met. */
  near(closing: readonly Feed[]): OrderList {
    this.passed();
    this.#look();
    this.#nearEpoch = this.#epoch;
    this.#nearSeen = this.#seen;
    for (let i = 0; i < closing.length; i++) {
      const feed = closing[i]!;
      if (feed.quotes !== undefined) return this.#open;
      const own = this.#ofFeeds[feed.index];
      if (own !== undefined) this.#gather(own, feed.high[feed.closed]!, feed.low[feed.closed]!);
    }
    return this.#list();
  }

  #gather(own: FeedOrders, high: number, low: number): void {
    const { above, below, restless } = own;
    for (; above.number <= high; above.drop()) this.#take(above.of, above.number);
    for (; below.number >= low; below.drop()) this.#take(below.of, below.number);
    let kept = 0;
    for (const slot of restless) {
      if ((this.#bits[slot]! & KNOWN.restless) === 0) {
        this.#bits[slot]! &= ~KNOWN.listed;
        continue;
      }
      restless[kept++] = slot;
      this.#add(slot);
    }
    restless.length = kept;
  }

  /** A heap let go of an order at a price. */
  #take(slot: number, price: number): void {
    if (this.#prices[slot] !== price) return;
    this.#prices[slot] = NaN;
    if (this.#open.at[slot]!.live) this.#add(slot);
  }

  #add(slot: number): void {
    if ((this.#bits[slot]! & KNOWN.near) !== 0) return;
    this.#bits[slot]! |= KNOWN.near;
    this.#slots.push(slot);
  }

  #list(): OrderList {
    const slots = this.#slots;
    slots.sort((a, b) => a - b);
    const near = this.#near;
    near.count = slots.length;
    for (let i = 0; i < slots.length; i++) near.at[i] = this.#open.at[slots[i]!]!;
    return near;
  }

  /** The same once more, with the orders that something has happened to since. */
  nearNow(list: OrderList, closing: readonly Feed[]): OrderList {
    const { at, epoch, touched, touchedCount } = this.#open;
    if (list === this.#open || epoch !== this.#nearEpoch) return this.#open;
    const before = this.#slots.length;
    const known = this.#known;
    this.#look();
    for (; this.#nearSeen < touchedCount; this.#nearSeen++) {
      const slot = touched[this.#nearSeen]!;
      if (at[slot]!.live && among(closing, at[slot]!.feed)) this.#add(slot);
    }
    for (let slot = known; slot < this.#known; slot++) if (among(closing, at[slot]!.feed)) this.#add(slot);
    return this.#slots.length === before ? list : this.#list();
  }

  /** What was near has been met: orders that still wait are known by their prices again. */
  passed(): void {
    if (this.#slots.length === 0) return;
    const { at, epoch } = this.#open;
    if (epoch === this.#nearEpoch)
      for (const slot of this.#slots) {
        this.#bits[slot]! &= ~KNOWN.near;
        this.#note(at[slot]!, slot);
      }
    this.#slots.length = 0;
  }

  /** Exits of an instrument that are for more than they would close of `held` units. */
  exceeding(feed: Feed, held: number): OrderList {
    this.#look();
    const slots: number[] = [];
    for (const sign of [1, -1] as const) {
      const heap = this.#of(feed.index).follow[sign === 1 ? 0 : 1];
      for (const most = Math.max(0, -sign * held); heap.number > most; heap.drop()) {
        const slot = heap.of;
        if (this.#units[slot] !== heap.number) continue;
        this.#units[slot] = NaN;
        if (follows(this.#open.at[slot]!)) slots.push(slot);
      }
    }
    slots.sort((a, b) => a - b);
    const at = slots.map((slot) => this.#open.at[slot]!);
    // Those that stay as they are must be found the next time.
    for (const [i, slot] of slots.entries()) this.#noteUnits(at[i]!, slot);
    return { at, count: at.length };
  }

  /** Orders of an instrument. */
  ofFeed({ index }: Feed): OrderList {
    this.#look();
    const [buys, sells] = this.#of(index).bySide;
    const slots = [...buys, ...sells].toSorted((a, b) => a - b);
    return { at: slots.map((slot) => this.#open.at[slot]!), count: slots.length };
  }

  /** Orders of an instrument that buy, or sell. */
  ofSide(feed: Feed, sign: 1 | -1): OrderList {
    this.#look();
    const slots = this.#of(feed.index).bySide[sign === 1 ? 0 : 1];
    return { at: slots.map((slot) => this.#open.at[slot]!), count: slots.length };
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
    if (this.#bits.length < count) this.#grow(2 * count);
    this.#bits.fill(0, this.#known, count);
    this.#prices.fill(NaN, this.#known, count);
    this.#units.fill(NaN, this.#known, count);
    for (; this.#known < count; this.#known++) {
      const order = at[this.#known]!;
      this.#feeds[this.#known] = order.feed.index;
      this.#of(order.feed.index).bySide[order.sign === 1 ? 0 : 1].push(this.#known);
      this.#note(order, this.#known);
    }
  }

  #note(order: Order, slot: number): void {
    const own = this.#of(this.#feeds[slot]!);
    const restless = order.live && !rests(order);
    const was = (this.#bits[slot]! & KNOWN.restless) !== 0;
    if (restless !== was) {
      own.restlessCount += restless ? 1 : -1;
      this.#bits[slot]! ^= KNOWN.restless;
    }
    if (restless && (this.#bits[slot]! & KNOWN.listed) === 0) {
      this.#bits[slot]! |= KNOWN.listed;
      own.restless.push(slot);
    }
    if (follows(order)) this.#noteUnits(order, slot);
    // An exit that waits for its entry does not wait for the market.
    if (restless || !order.live || order.status === STATUS.held) return;
    const { type, sign, limitPrice, stopPrice } = order;
    const price = type.waitsFor === "limit" ? limitPrice : stopPrice;
    if (this.#prices[slot] === price) return;
    this.#prices[slot] = price;
    const isBelow = type.waitsFor === "limit" ? sign === 1 : sign === -1;
    (isBelow ? own.below : own.above).add(price, slot);
  }

  #noteUnits({ feed, sign, remaining }: Order, slot: number): void {
    if (this.#units[slot] === remaining) return;
    this.#units[slot] = remaining;
    this.#of(feed.index).follow[sign === 1 ? 0 : 1].add(remaining, slot);
  }

  /** Drops from the top of a heap what does not wait there any more. */
  #clean(heap: NumberHeap): void {
    while (heap.length > 0) {
      const slot = heap.of;
      const isThere = this.#prices[slot] === heap.number;
      if (isThere && (this.#bits[slot]! & KNOWN.restless) === 0 && this.#open.at[slot]!.live) return;
      if (isThere) this.#prices[slot] = NaN;
      heap.drop();
    }
  }

  #grow(length: number): void {
    const grown = <T extends Uint8Array | Uint32Array | Float64Array>(values: T, to: T): T => {
      to.set(values);
      return to;
    };
    this.#bits = grown(this.#bits, new Uint8Array(length));
    this.#feeds = grown(this.#feeds, new Uint32Array(length));
    this.#prices = grown(this.#prices, new Float64Array(length));
    this.#units = grown(this.#units, new Float64Array(length));
  }

  #of(feed: number): FeedOrders {
    return (this.#ofFeeds[feed] ??= new FeedOrders());
  }
}

/** Whether nothing happens to an order before a bar reaches its price, its session closes, or its time passes. */
function rests({ type, timeInForce, status, triggered, reached, newborn }: Order): boolean {
  if (status === STATUS.held) return true;
  if (status === STATUS.accepted || newborn !== 0 || triggered || reached) return false;
  return type.waitsFor !== undefined && timeInForce.rests;
}

/** Whether an order is for what is held: the broker's own, or an exit of an entry or a pair once it works. */
export function follows({ forced, live, working, groupId, parentId, reduceOnly }: Order): boolean {
  return reduceOnly && (forced ? live : working && (groupId !== 0 || parentId !== 0));
}

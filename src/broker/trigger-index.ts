import type { Feed } from "../market/feed.ts";
import { NumberHeap } from "../primitives/number-heap.ts";
import { includesFeed } from "./feed-list.ts";
import { STATUS } from "./order-codes.ts";
import type { Order } from "./order.ts";

/** List of orders: the first `count` entries of `at`, in the sequence of submission. */
export interface OrderList {
  readonly at: readonly Order[];
  readonly count: number;
}

/** Open orders, with the indexes of those that changed in the current epoch. */
interface WatchedOrders extends OrderList {
  readonly epoch: number;
  readonly changed: readonly number[];
  readonly changedCount: number;
}

/** Orders of one instrument, by their index among the open orders. */
class FeedOrders {
  /** Heaps of resting orders by trigger price: those above the market, and those below it. */
  readonly above = new NumberHeap(1);
  readonly below = new NumberHeap(-1);
  /** Orders that every bar must check, possibly with a few more, and their number. */
  readonly active: number[] = [];
  activeCount = 0;
  /** Two heaps of exits by remaining units, and two lists of all orders: for buys and for sells. */
  readonly exits = [new NumberHeap(-1), new NumberHeap(-1)] as const;
  readonly bySide: readonly [number[], number[]] = [[], []];

  clear(): void {
    this.above.clear();
    this.below.clear();
    this.activeCount = 0;
    this.exits[0].clear();
    this.exits[1].clear();
    empty(this.active);
    empty(this.bySide[0]);
    empty(this.bySide[1]);
  }
}

/** Clears an array. Assigning its length is slow, even if it is 0 already. */
function empty(slots: number[]): void {
  if (slots.length > 0) slots.length = 0;
}

/** Ascending indexes of open orders. The list may grow while it is being read. */
export interface Places {
  readonly at: readonly number[];
  readonly count: number;
}

/** Ascending indexes of all orders of some instruments. */
class PlacesOfFeeds implements Places {
  readonly at: number[] = [];
  readonly #open: OrderList;
  #feeds: readonly Feed[] = [];
  #count = 0;
  #indexedCount = 0;

  constructor(open: OrderList) {
    this.#open = open;
  }

  begin(feeds: readonly Feed[]): void {
    this.#feeds = feeds;
    this.#count = 0;
    this.#indexedCount = this.#open.count;
  }

  /** Adds the indexes of the buys and sells of one instrument, both ascending. */
  take(buys: readonly number[], sells: readonly number[]): void {
    const { at } = this;
    let buy = 0;
    for (let i = 0; i < sells.length; i++) {
      for (; buy < buys.length && buys[buy]! < sells[i]!; buy++) at[this.#count++] = buys[buy]!;
      at[this.#count++] = sells[i]!;
    }
    for (; buy < buys.length; buy++) at[this.#count++] = buys[buy]!;
  }

  /** Sorts the indexes after those of all instruments were added. */
  sort(): void {
    if (this.#feeds.length < 2) return;
    this.at.length = this.#count;
    this.at.sort((a, b) => a - b);
  }

  get count(): number {
    const { at, count } = this.#open;
    for (; this.#indexedCount < count; this.#indexedCount++)
      if (includesFeed(this.#feeds, at[this.#indexedCount]!.feed)) this.at[this.#count++] = this.#indexedCount;
    return this.#count;
  }
}

const NO_ORDERS: OrderList = Object.freeze({ at: Object.freeze([]), count: 0 });

/** Flags of an order's state in the index. */
const FLAG = { active: 1, listed: 2, reachable: 4 } as const;

/**
 * Index over many open orders. Finds the orders that a bar may trigger by their prices, and exits larger than the
 * position, without reading all orders. Applies changes of orders on the next query.
 */
export class TriggerIndex {
  readonly #open: WatchedOrders;
  readonly #byFeed: (FeedOrders | undefined)[] = [];
  /** Values of each order in the heaps, by order index: its instrument, price and units (NaN for none), and flags. */
  #feeds = new Uint32Array(0);
  #prices = new Float64Array(0);
  #units = new Float64Array(0);
  #bits = new Uint8Array(0);
  #epoch = -1;
  #indexedCount = 0;
  #seen = 0;
  /** Epoch of the last call of `reachable`, and number of the epoch's changes that its result includes. */
  #listEpoch = -1;
  #listSeen = 0;
  /** Bounds of prices set by `onlyRests`: bars between them trigger no order of the instrument. */
  above = Infinity;
  below = -Infinity;
  /** Last result of `reachable`, and the indexes of its orders. */
  readonly #reachable = { at: [] as Order[], count: 0 };
  readonly #slots: number[] = [];
  #places: PlacesOfFeeds | undefined;

  constructor(open: WatchedOrders) {
    this.#open = open;
  }

  /** Whether all orders of an instrument rest at prices beyond the bounds `above` and `below`, which it sets. */
  onlyRests(feed: Feed): boolean {
    this.#update();
    const own = this.#ordersOf(feed.index);
    this.#clean(own.above);
    this.#clean(own.below);
    this.above = own.above.key;
    this.below = own.below.key;
    return own.activeCount === 0;
  }

  /**
   * Returns the orders that bars which just closed may trigger, or all orders if that depends on more than prices.
   * `matched` must be called after they were matched.
   */
  reachable(closing: readonly Feed[]): OrderList {
    this.#begin();
    for (let i = 0; i < closing.length; i++) {
      const feed = closing[i]!;
      if (feed.quotes !== undefined) return this.#open;
      const own = this.#byFeed[feed.index];
      if (own !== undefined) this.#collect(own, feed.high[feed.closed]!, feed.low[feed.closed]!);
    }
    return this.#list();
  }

  /** Returns all orders of instruments whose bars just closed. `matched` must be called after they were matched. */
  ofFeeds(closing: readonly Feed[]): OrderList {
    this.#begin();
    for (let i = 0; i < closing.length; i++) {
      for (const slots of this.#ordersOf(closing[i]!.index).bySide)
        for (const slot of slots) if (this.#open.at[slot]!.live) this.#add(slot);
    }
    return this.#list();
  }

  /**
   * Returns the indexes of all orders of some instruments, including orders added later, or undefined if there are
   * `most` or more.
   */
  placesOf(feeds: readonly Feed[], most: number): Places | undefined {
    this.#update();
    let count = 0;
    for (let i = 0; i < feeds.length; i++) {
      const [buys, sells] = this.#ordersOf(feeds[i]!.index).bySide;
      count += buys.length + sells.length;
      if (count >= most) return undefined;
    }
    const places = (this.#places ??= new PlacesOfFeeds(this.#open));
    places.begin(feeds);
    for (let i = 0; i < feeds.length; i++) places.take(...this.#ordersOf(feeds[i]!.index).bySide);
    places.sort();
    return places;
  }

  #begin(): void {
    this.matched();
    this.#update();
    this.#listEpoch = this.#epoch;
    this.#listSeen = this.#seen;
  }

  #collect(own: FeedOrders, high: number, low: number): void {
    const { above, below, active } = own;
    for (; above.key <= high; above.removeFirst()) this.#takeFromHeap(above.item, above.key);
    for (; below.key >= low; below.removeFirst()) this.#takeFromHeap(below.item, below.key);
    let kept = 0;
    for (const slot of active) {
      if ((this.#bits[slot]! & FLAG.active) === 0) {
        this.#bits[slot]! &= ~FLAG.listed;
        continue;
      }
      active[kept++] = slot;
      this.#add(slot);
    }
    if (kept < active.length) active.length = kept;
  }

  /** Lists an order that was taken from a heap, unless its price has changed since it was added. */
  #takeFromHeap(slot: number, price: number): void {
    if (this.#prices[slot] !== price) return;
    this.#prices[slot] = NaN;
    if (this.#open.at[slot]!.live) this.#add(slot);
  }

  #add(slot: number): void {
    if ((this.#bits[slot]! & FLAG.reachable) !== 0) return;
    this.#bits[slot]! |= FLAG.reachable;
    this.#slots.push(slot);
  }

  #list(): OrderList {
    const slots = this.#slots;
    if (slots.length > 1) slots.sort((a, b) => a - b);
    const list = this.#reachable;
    list.count = slots.length;
    for (let i = 0; i < slots.length; i++) list.at[i] = this.#open.at[slots[i]!]!;
    return list;
  }

  /** Returns the list of a `reachable` call, extended by orders that changed since that call. */
  reachableNow(list: OrderList, closing: readonly Feed[]): OrderList {
    const { at, epoch, changed, changedCount } = this.#open;
    if (list === this.#open || epoch !== this.#listEpoch) return this.#open;
    const before = this.#slots.length;
    const known = this.#indexedCount;
    this.#update();
    for (; this.#listSeen < changedCount; this.#listSeen++) {
      const slot = changed[this.#listSeen]!;
      if (at[slot]!.live && includesFeed(closing, at[slot]!.feed)) this.#add(slot);
    }
    for (let slot = known; slot < this.#indexedCount; slot++)
      if (includesFeed(closing, at[slot]!.feed)) this.#add(slot);
    return this.#slots.length === before ? list : this.#list();
  }

  /** Ends the matching of a moment: orders that still rest return to the heaps. */
  matched(): void {
    if (this.#slots.length === 0) return;
    const { at, epoch } = this.#open;
    if (epoch === this.#listEpoch)
      for (const slot of this.#slots) {
        this.#bits[slot]! &= ~FLAG.reachable;
        this.#index(at[slot]!, slot);
      }
    this.#slots.length = 0;
  }

  /** Returns the exits of an instrument that would close more than `held` units. */
  exceeding(feed: Feed, held: number): OrderList {
    this.#update();
    const slots: number[] = [];
    for (const sign of [1, -1] as const) {
      const heap = this.#ordersOf(feed.index).exits[sign === 1 ? 0 : 1];
      for (const most = Math.max(0, -sign * held); heap.key > most; heap.removeFirst()) {
        const slot = heap.item;
        if (this.#units[slot] !== heap.key) continue;
        this.#units[slot] = NaN;
        if (followsPosition(this.#open.at[slot]!)) slots.push(slot);
      }
    }
    if (slots.length === 0) return NO_ORDERS;
    slots.sort((a, b) => a - b);
    const at = slots.map((slot) => this.#open.at[slot]!);
    // Exits that the caller does not change must be found by the next call too.
    for (const [i, slot] of slots.entries()) this.#indexUnits(at[i]!, slot);
    return { at, count: at.length };
  }

  /** Returns the open orders of an instrument. */
  ofFeed({ index }: Feed): OrderList {
    this.#update();
    const [buys, sells] = this.#ordersOf(index).bySide;
    const list: Order[] = [];
    let buy = 0;
    for (const sell of sells) {
      for (; buy < buys.length && buys[buy]! < sell; buy++) this.#addLive(buys[buy]!, list);
      this.#addLive(sell, list);
    }
    for (; buy < buys.length; buy++) this.#addLive(buys[buy]!, list);
    return { at: list, count: list.length };
  }

  /** Returns the open buys or sells of an instrument. */
  ofSide(feed: Feed, sign: 1 | -1): OrderList {
    this.#update();
    const list: Order[] = [];
    for (const slot of this.#ordersOf(feed.index).bySide[sign === 1 ? 0 : 1]) this.#addLive(slot, list);
    return { at: list, count: list.length };
  }

  #addLive(slot: number, list: Order[]): void {
    const order = this.#open.at[slot]!;
    if (order.live) list.push(order);
  }

  #update(): void {
    const { at, count, epoch, changed, changedCount } = this.#open;
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.#indexedCount = 0;
      for (const own of this.#byFeed) own?.clear();
      // All orders are read again, which includes all earlier changes.
      this.#seen = changedCount;
    }
    for (; this.#seen < changedCount; this.#seen++) {
      const slot = changed[this.#seen]!;
      if (slot < this.#indexedCount) this.#index(at[slot]!, slot);
    }
    if (this.#bits.length < count) this.#grow(2 * count);
    this.#bits.fill(0, this.#indexedCount, count);
    this.#prices.fill(NaN, this.#indexedCount, count);
    this.#units.fill(NaN, this.#indexedCount, count);
    for (; this.#indexedCount < count; this.#indexedCount++) {
      const order = at[this.#indexedCount]!;
      this.#feeds[this.#indexedCount] = order.feed.index;
      this.#ordersOf(order.feed.index).bySide[order.sign === 1 ? 0 : 1].push(this.#indexedCount);
      this.#index(order, this.#indexedCount);
    }
  }

  #index(order: Order, slot: number): void {
    const own = this.#ordersOf(this.#feeds[slot]!);
    const active = order.live && !rests(order);
    const was = (this.#bits[slot]! & FLAG.active) !== 0;
    if (active !== was) {
      own.activeCount += active ? 1 : -1;
      this.#bits[slot]! ^= FLAG.active;
    }
    if (active && (this.#bits[slot]! & FLAG.listed) === 0) {
      this.#bits[slot]! |= FLAG.listed;
      own.active.push(slot);
    }
    if (followsPosition(order)) this.#indexUnits(order, slot);
    // A held exit waits for its entry instead of a price.
    if (active || !order.live || order.status === STATUS.held) return;
    const { type, sign, limitPrice, stopPrice } = order;
    const price = type.triggerPrice === "limit" ? limitPrice : stopPrice;
    if (this.#prices[slot] === price) return;
    this.#prices[slot] = price;
    const isBelow = type.triggerPrice === "limit" ? sign === 1 : sign === -1;
    (isBelow ? own.below : own.above).add(price, slot);
  }

  #indexUnits({ feed, sign, remaining }: Order, slot: number): void {
    if (this.#units[slot] === remaining) return;
    this.#units[slot] = remaining;
    this.#ordersOf(feed.index).exits[sign === 1 ? 0 : 1].add(remaining, slot);
  }

  /** Drops outdated entries from the top of a heap. */
  #clean(heap: NumberHeap): void {
    while (heap.length > 0) {
      const slot = heap.item;
      const isThere = this.#prices[slot] === heap.key;
      if (isThere && (this.#bits[slot]! & FLAG.active) === 0 && this.#open.at[slot]!.live) return;
      if (isThere) this.#prices[slot] = NaN;
      heap.removeFirst();
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

  #ordersOf(feed: number): FeedOrders {
    return (this.#byFeed[feed] ??= new FeedOrders());
  }
}

/** Whether an order only waits until a bar reaches its price, its session closes or it expires. */
function rests({ type, timeInForce, status, triggered, reached, newborn }: Order): boolean {
  if (status === STATUS.held) return true;
  if (status === STATUS.accepted || newborn !== 0 || triggered || reached) return false;
  return type.triggerPrice !== undefined && timeInForce.rests;
}

/** Whether an order must not exceed the position, as a liquidating order or a working exit of an entry or OCO pair. */
export function followsPosition({ forced, live, working, groupId, parentId, reduceOnly }: Order): boolean {
  return reduceOnly && (forced ? live : working && (groupId !== 0 || parentId !== 0));
}

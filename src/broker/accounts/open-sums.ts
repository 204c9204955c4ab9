import { ExactSum } from "../../primitives/exact-sum.ts";
import type { Feed } from "../../market/feed.ts";
import { FEW_ORDERS, type OpenOrders } from "../open-orders.ts";
import { STATUS } from "../order-codes.ts";
import type { Order } from "../order.ts";
import { NumberHeap } from "../../primitives/number-heap.ts";

/**
 * Inputs that can change the amounts of an order while its terms stay the same. `nothing`: none. `passedPrices`: the
 * last price when it passes the order's limit or stop. `lastPrice`: every last price. `earlierOrders`: also the
 * position and the amounts of earlier orders.
 */
export const DEPENDS_ON = { nothing: 0, passedPrices: 1, lastPrice: 2, earlierOrders: 3 } as const;
export type DependsOn = (typeof DEPENDS_ON)[keyof typeof DEPENDS_ON];

/**
 * Sums over all open orders except held exits. With few orders, any change recomputes the sums in sequence. With many
 * orders, only changed orders are subtracted and added again, which is exact: the result equals a sum over all orders.
 */
export abstract class OpenSums {
  readonly #open: OpenOrders;
  /** Number of amounts per order. Each group of orders has one sum per amount. */
  readonly #width: number;
  readonly #few: Float64Array;
  readonly #many: ExactSum[];
  /** State for a fast reset: the index of the first sum of each group in use, and whether there were many orders. */
  readonly #summed: number[] = [];
  #summedCount = 0;
  #wereMany = false;
  #epoch = -1;
  #version: number | undefined;
  /** Value of `commonInput` at the last count. */
  #base = NaN;
  /** Number of orders, and number of changes, that the sums include. */
  #countedOrders = 0;
  #countedChanges = 0;
  /**
   * For many orders, by order index: the amounts in the sums, the inputs that they depend on, and the index of the
   * group's first sum.
   */
  #parts = new Float64Array(0);
  #dependencies = new Uint8Array(0);
  #places = new Uint32Array(0);
  /** Limit and stop prices that the heaps contain, by order index. */
  #limits = new Float64Array(0);
  #stops = new Float64Array(0);
  /** Indexes of the orders that depend on every last price, by instrument. */
  readonly #priceDependent: number[][] = [];
  /** Instruments whose price-dependent orders must be counted again, with a flag for each instrument. */
  readonly #marked: number[] = [];
  readonly #isMarked: Uint8Array;
  /**
   * Instruments with orders, in the first `#priced` entries, and each one's last price and point value at the last
   * count.
   */
  readonly #feeds: Feed[] = [];
  readonly #prices: Float64Array;
  readonly #points: Float64Array;
  #priced = 0;
  /**
   * Feeds by instrument, feeds whose last price moved, and the number of changes that were read of the current price
   * era.
   */
  readonly #feedAt: Feed[] = [];
  readonly #moved: Feed[] = [];
  #era = NaN;
  #changes = 0;
  /** Flag of each instrument: 1 if the sums include an order of it. */
  readonly #isPriced: Uint8Array;
  /** Heaps of limits and stops above the last price, and of others up to it, by instrument, with order indexes. */
  readonly #above: NumberHeap[] = [];
  readonly #below: NumberHeap[] = [];

  constructor(open: OpenOrders, instruments: number, groups = 1, width = 1) {
    this.#open = open;
    this.#width = width;
    this.#few = new Float64Array(groups * width);
    this.#many = Array.from({ length: groups * width }, () => new ExactSum());
    this.#prices = new Float64Array(instruments);
    this.#points = new Float64Array(instruments);
    this.#isPriced = new Uint8Array(instruments);
    this.#isMarked = new Uint8Array(instruments);
  }

  /** Returns one amount of an order, or 0 if the order does not count. All amounts depend on the point value. */
  protected abstract amountOf(order: Order, part: number): number;

  protected abstract dependsOn(order: Order): DependsOn;

  /** Returns a number on which all amounts depend. If it changes, all orders are counted again. */
  protected commonInput(): number {
    return 0;
  }

  /** Whether inputs of price-dependent amounts, other than last prices, are unchanged since the last call. */
  protected isUnchanged(): boolean {
    return true;
  }

  /** Prepares to count the price-dependent orders of an instrument again, or those of all instruments. */
  protected restart(_instrument?: number): void {}

  /** Returns the group of sums to which an order belongs. */
  protected groupOf(_order: Order): number {
    return 0;
  }

  /** Returns the sum of an amount in a group. `count` must be called first. */
  protected sum(group: number, part = 0): number {
    const place = group * this.#width + part;
    return this.#open.count <= FEW_ORDERS ? this.#few[place]! : this.#many[place]!.value;
  }

  /** Updates the sums for all changes since the last call. */
  protected count(): void {
    const { at, count, epoch, changedCount, totals } = this.#open;
    const base = this.commonInput();
    // If no price can have changed, prices are not compared.
    const priced = totals === undefined || totals.version !== this.#version;
    let isNew = epoch !== this.#epoch || base !== this.#base;
    let passed = false;
    let again = false;
    if (!isNew && this.#countedOrders > 0) {
      if (priced && this.#findMoved()) isNew = true;
      else {
        passed = priced && this.#moved.length > 0;
        again = passed || !this.isUnchanged();
      }
    }
    if (count <= FEW_ORDERS) {
      if (isNew || again) this.#reset();
      for (let i = this.#countedOrders; i < count; i++) {
        const order = at[i]!;
        if (!isCounted(order)) continue;
        const place = this.groupOf(order) * this.#width;
        for (let part = 0; part < this.#width; part++) this.#few[place + part]! += this.amountOf(order, part);
        this.#summed[this.#summedCount++] = place;
        this.#notePrice(order.feed);
      }
    } else {
      // Few orders are added in floating point, many exactly. So the sums start over when few orders become many.
      if (isNew || this.#countedOrders <= FEW_ORDERS) this.#reset();
      else if (passed) this.#handleMovedPrices();
      if (again) this.#markMoved();
      this.#countMany();
    }
    this.#epoch = epoch;
    this.#version = totals?.version;
    this.#era = totals?.era ?? NaN;
    this.#changes = totals?.changes.length ?? 0;
    this.#base = base;
    this.#countedOrders = count;
    this.#countedChanges = changedCount;
  }

  /**
   * Marks instruments whose orders must be counted again: those with reported changes or, if few trade, all of them.
   */
  #markMoved(): void {
    const { totals } = this.#open;
    if (totals === undefined || totals.era !== this.#era)
      for (let i = 0; i < this.#priced; i++) this.#markForRecount(this.#feeds[i]!.index);
    else
      for (let i = this.#changes; i < totals.changes.length; i++)
        if (this.#isPriced[totals.changes[i]!] === 1) this.#markForRecount(totals.changes[i]!);
  }

  #markForRecount(instrument: number): void {
    if (this.#isMarked[instrument] === 1) return;
    this.#isMarked[instrument] = 1;
    this.#marked.push(instrument);
  }

  #countMany(): void {
    this.#wereMany = true;
    const { at, count, changed, changedCount } = this.#open;
    if (this.#dependencies.length < count) this.#grow(2 * count);
    for (; this.#countedChanges < changedCount; this.#countedChanges++) {
      const slot = changed[this.#countedChanges]!;
      if (slot >= this.#countedOrders) continue;
      const order = at[slot]!;
      const isIn = isCounted(order);
      if (isIn) this.#register(order, slot);
      if (this.#dependencies[slot] === DEPENDS_ON.earlierOrders) this.#markForRecount(order.feed.index);
      else this.#updateParts(order, slot, isIn);
    }
    for (const instrument of this.#marked) this.#recount(instrument);
    this.#marked.length = 0;
    for (let slot = this.#countedOrders; slot < count; slot++) {
      const order = at[slot]!;
      this.#dependencies[slot] = 0;
      this.#parts.fill(0, slot * this.#width, (slot + 1) * this.#width);
      // Prices of an order that is counted again later must be added again.
      this.#limits[slot] = this.#stops[slot] = NaN;
      if (!isCounted(order)) continue;
      this.#register(order, slot);
      this.#updateParts(order, slot, true);
    }
  }

  #register(order: Order, slot: number): void {
    const moves = this.dependsOn(order);
    this.#notePrice(order.feed);
    if (moves >= DEPENDS_ON.lastPrice && this.#dependencies[slot]! < DEPENDS_ON.lastPrice)
      this.#priceDependent[order.feed.index]!.push(slot);
    if (moves > this.#dependencies[slot]!) this.#dependencies[slot] = moves;
    this.#places[slot] = this.groupOf(order) * this.#width;
    if (moves === DEPENDS_ON.passedPrices) this.#watchPrices(order, slot);
  }

  /** Adds an order's limit and stop to the heaps of prices that the last price may pass. */
  #watchPrices({ feed, limitPrice, stopPrice }: Order, slot: number): void {
    if (limitPrice !== this.#limits[slot]) this.#watchPrice(feed, (this.#limits[slot] = limitPrice), slot);
    if (stopPrice !== this.#stops[slot]) this.#watchPrice(feed, (this.#stops[slot] = stopPrice), slot);
  }

  #watchPrice(feed: Feed, price: number, slot: number): void {
    if (price > this.#prices[feed.index]!) this.#above[feed.index]!.add(price, slot);
    else if (price === price) this.#below[feed.index]!.add(price, slot);
  }

  /** Counts orders again whose limit or stop the last price has passed. */
  #handleMovedPrices(): void {
    for (const feed of this.#moved) {
      const { last, index } = feed;
      if (last === this.#prices[index]) continue;
      this.#prices[index] = last;
      const above = this.#above[index]!;
      const below = this.#below[index]!;
      while (above.key <= last) this.#handlePassed(above, below);
      while (below.key > last) this.#handlePassed(below, above);
    }
  }

  #handlePassed(from: NumberHeap, to: NumberHeap): void {
    const { key: price, item: slot } = from;
    from.removeFirst();
    const order = this.#open.at[slot]!;
    if (!isCounted(order)) {
      // Prices of an order that is counted again later must be added again.
      this.#limits[slot] = this.#stops[slot] = NaN;
      return;
    }
    // Skip an entry of the heap whose order has other prices by now.
    if (order.limitPrice !== price && order.stopPrice !== price) return;
    to.add(price, slot);
    if (this.#dependencies[slot] === DEPENDS_ON.earlierOrders) return;
    this.#register(order, slot);
    this.#updateParts(order, slot, true);
  }

  /** Counts the price-dependent orders of an instrument again, in sequence, since each may depend on earlier ones. */
  #recount(instrument: number): void {
    const { at } = this.#open;
    this.#isMarked[instrument] = 0;
    this.restart(instrument);
    // eslint-disable-next-line unicorn/no-array-sort -- a list of its own, which must not allocate
    const moving = this.#priceDependent[instrument]!.sort((a, b) => a - b);
    let kept = 0;
    for (const slot of moving) {
      const order = at[slot]!;
      const isIn = isCounted(order);
      const moves = isIn ? this.dependsOn(order) : DEPENDS_ON.nothing;
      if (moves >= DEPENDS_ON.lastPrice) moving[kept++] = slot;
      this.#dependencies[slot] = moves;
      if (moves === DEPENDS_ON.passedPrices) this.#watchPrices(order, slot);
      this.#updateParts(order, slot, isIn);
    }
    moving.length = kept;
  }

  #updateParts(order: Order, slot: number, isIn: boolean): void {
    const first = slot * this.#width;
    for (let part = 0; part < this.#width; part++) {
      const worth = isIn ? this.amountOf(order, part) : 0;
      const before = this.#parts[first + part]!;
      if (worth === before) continue;
      const sum = this.#many[this.#places[slot]! + part]!;
      sum.remove(before);
      sum.add(worth);
      this.#parts[first + part] = worth;
    }
  }

  #grow(length: number): void {
    const grown = <T extends Float64Array | Uint8Array | Uint32Array>(into: T, from: T) => (into.set(from), into);
    this.#parts = grown(new Float64Array(length * this.#width), this.#parts);
    this.#dependencies = grown(new Uint8Array(length), this.#dependencies);
    this.#places = grown(new Uint32Array(length), this.#places);
    this.#limits = grown(new Float64Array(length), this.#limits);
    this.#stops = grown(new Float64Array(length), this.#stops);
  }

  /**
   * Finds instruments whose last price moved. Returns whether a point value changed, as it does with an exchange rate.
   */
  #findMoved(): boolean {
    const { totals } = this.#open;
    // Assigning the length of an array is slow, even if it is 0 already.
    if (this.#moved.length > 0) this.#moved.length = 0;
    if (totals === undefined || totals.era !== this.#era) {
      for (let i = 0; i < this.#priced; i++) if (this.#isRestated(this.#feeds[i]!)) return true;
      return false;
    }
    for (let i = this.#changes; i < totals.changes.length; i++) {
      const index = totals.changes[i]!;
      if (this.#isPriced[index] === 1 && this.#isRestated(this.#feedAt[index]!)) return true;
    }
    return false;
  }

  #isRestated(feed: Feed): boolean {
    const { index, instrument, last } = feed;
    if (instrument.multiplier !== this.#points[index]) return true;
    if (last !== this.#prices[index]) this.#moved.push(feed);
    return false;
  }

  #reset(): void {
    if (this.#wereMany) this.#clearMany();
    for (let i = 0; i < this.#priced; i++) this.#isPriced[this.#feeds[i]!.index] = 0;
    this.#priced = 0;
    this.#countedOrders = this.#countedChanges = 0;
    const width = this.#width;
    for (let i = 0; i < this.#summedCount; i++)
      for (let part = 0; part < width; part++) this.#few[this.#summed[i]! + part] = 0;
    this.#summedCount = 0;
    this.restart();
  }

  #clearMany(): void {
    for (let i = 0; i < this.#priced; i++) {
      const { index } = this.#feeds[i]!;
      this.#above[index]!.clear();
      this.#below[index]!.clear();
      this.#priceDependent[index]!.length = 0;
      this.#isMarked[index] = 0;
    }
    this.#marked.length = 0;
    for (const sum of this.#many) sum.clear();
    this.#wereMany = false;
  }

  #notePrice(feed: Feed): void {
    const { index } = feed;
    if (this.#isPriced[index] === 1) return;
    this.#feeds[this.#priced] = this.#feedAt[index] = feed;
    this.#prices[index] = feed.last;
    this.#points[index] = feed.instrument.multiplier;
    this.#priceDependent[index] ??= [];
    this.#above[index] ??= new NumberHeap(1);
    this.#below[index] ??= new NumberHeap(-1);
    this.#isPriced[index] = 1;
    this.#priced++;
  }
}

/** Whether sums include an order: it is live and not a held exit. */
export function isCounted(order: Order): boolean {
  return order.live && order.status !== STATUS.held;
}

import { ExactSum } from "../../primitives/exact-sum.ts";
import type { Feed } from "../../market/feed.ts";
import { FEW, type OpenOrders } from "../open-orders.ts";
import { STATUS } from "../order-codes.ts";
import type { Order } from "../order.ts";

/**
 * On what the part of an order depends: on its own terms; also on the last price or on what is held; or also on the parts of the orders before it.
 */
export const MOVES = { never: 0, alone: 1, withOthers: 2 } as const;
export type Moves = (typeof MOVES)[keyof typeof MOVES];

/**
 * Sums over all open orders that are not held back. Few orders are added in their order, from the first one on whenever something has happened. Of many,
 * the part of an order that something happened to is taken out and put in anew, without a rounding error: the sum is always the one that counting
 * again from the first order on would give.
 */
export abstract class OpenSums {
  readonly #open: OpenOrders;
  readonly #depends: boolean;
  readonly #few: Float64Array;
  readonly #many: ExactSum[];
  #epoch = -1;
  /** How many orders are in the sums, from the first on, and how many of the changes. */
  #known = 0;
  #seen = 0;
  /** By an order's place: what it has in the sum, and how that moves. */
  #parts = new Float64Array(FEW);
  #moves = new Uint8Array(FEW);
  /** The sum that it is part of. */
  #places = new Uint32Array(FEW);
  /** The places of those that move. */
  #moving: number[] = [];
  /** Its instruments in the first places, and the prices at which orders are in the sums, with what a point of each was worth. */
  readonly #feeds: Feed[] = [];
  readonly #prices: Float64Array;
  readonly #points: Float64Array;
  #priced = 0;
  /** By the instrument's place: 1 for one of them. */
  readonly #isPriced: Uint8Array;

  /** What `depends` on more than `worth` says cannot be gone on from: it is summed from the first order on each time. */
  constructor(open: OpenOrders, instruments: number, depends: boolean, sums = 1) {
    this.#open = open;
    this.#depends = depends;
    this.#few = new Float64Array(sums);
    this.#many = Array.from({ length: sums }, () => new ExactSum());
    this.#prices = new Float64Array(instruments);
    this.#points = new Float64Array(instruments);
    this.#isPriced = new Uint8Array(instruments);
  }

  /** The part of one order, 0 where it does not count. All parts depend on what a point is worth. */
  protected abstract worth(order: Order): number;

  protected abstract moves(order: Order): Moves;

  /** Whether what moving parts depend on is as it was, the last prices aside. */
  protected holds(): boolean {
    return true;
  }

  /** Moving parts begin again with the first order. */
  protected begin(): void {}

  /** Which sum an order is part of. */
  protected sumOf(_order: Order): number {
    return 0;
  }

  /** One of the sums, once `count` was called. */
  protected sum(place: number): number {
    return this.#open.count <= FEW ? this.#few[place]! : this.#many[place]!.value;
  }

  /** Counts what has happened since. */
  protected count(): void {
    const { at, count, epoch, touchedCount } = this.#open;
    let isNew = epoch !== this.#epoch || this.#depends;
    let again = false;
    if (!isNew && this.#known > 0) {
      if (!this.#pointsHold()) isNew = true;
      else if (!(this.#pricesHold() && this.holds())) again = true;
    }
    if (count <= FEW) {
      if (isNew || again) this.#reset();
      for (let i = this.#known; i < count; i++) {
        const order = at[i]!;
        if (!counts(order)) continue;
        this.#few[this.sumOf(order)]! += this.worth(order);
        this.#price(order.feed);
      }
    } else {
      // Those that were few are counted again: few and many are not added alike.
      if (isNew || this.#known <= FEW) this.#reset();
      this.#countMany(again);
    }
    this.#epoch = epoch;
    this.#known = count;
    this.#seen = touchedCount;
  }

  #countMany(again: boolean): void {
    const { at, count, touched, touchedCount } = this.#open;
    if (this.#parts.length < count) this.#grow(2 * count);
    for (; this.#seen < touchedCount; this.#seen++) {
      const slot = touched[this.#seen]!;
      if (slot >= this.#known) continue;
      const order = at[slot]!;
      const isIn = counts(order);
      if (isIn) this.#admit(order, slot);
      if (this.#moves[slot] === MOVES.withOthers) again = true;
      else this.#put(slot, isIn ? this.worth(order) : 0);
    }
    if (again) this.#moveAgain();
    for (let slot = this.#known; slot < count; slot++) {
      const order = at[slot]!;
      this.#parts[slot] = this.#moves[slot] = 0;
      if (!counts(order)) continue;
      this.#admit(order, slot);
      this.#put(slot, this.worth(order));
    }
  }

  #admit(order: Order, slot: number): void {
    const moves = this.moves(order);
    if (moves !== MOVES.never && this.#moves[slot] === MOVES.never) this.#moving.push(slot);
    if (moves > this.#moves[slot]!) this.#moves[slot] = moves;
    this.#places[slot] = this.sumOf(order);
    this.#price(order.feed);
  }

  /** Reckons moving parts from the first one on: each may depend on those before it. */
  #moveAgain(): void {
    const { at } = this.#open;
    this.begin();
    const moving = (this.#moving = this.#moving.toSorted((a, b) => a - b));
    let kept = 0;
    for (const slot of moving) {
      const order = at[slot]!;
      const isIn = counts(order);
      const moves = isIn ? this.moves(order) : MOVES.never;
      if (moves !== MOVES.never) moving[kept++] = slot;
      this.#moves[slot] = moves;
      this.#put(slot, isIn ? this.worth(order) : 0);
    }
    moving.length = kept;
    for (let i = 0; i < this.#priced; i++) this.#prices[i] = this.#feeds[i]!.last;
  }

  #put(slot: number, part: number): void {
    const before = this.#parts[slot]!;
    if (part === before) return;
    const sum = this.#many[this.#places[slot]!]!;
    sum.remove(before);
    sum.add(part);
    this.#parts[slot] = part;
  }

  #grow(length: number): void {
    const parts = new Float64Array(length);
    parts.set(this.#parts);
    this.#parts = parts;
    const moves = new Uint8Array(length);
    moves.set(this.#moves);
    this.#moves = moves;
    const places = new Uint32Array(length);
    places.set(this.#places);
    this.#places = places;
  }

  #pricesHold(): boolean {
    for (let i = 0; i < this.#priced; i++) if (this.#feeds[i]!.last !== this.#prices[i]!) return false;
    return true;
  }

  /** A point of another currency's prices changes its worth with the rate. */
  #pointsHold(): boolean {
    for (let i = 0; i < this.#priced; i++) if (this.#feeds[i]!.instrument.multiplier !== this.#points[i]!) return false;
    return true;
  }

  #reset(): void {
    for (let i = 0; i < this.#priced; i++) this.#isPriced[this.#feeds[i]!.index] = 0;
    this.#priced = 0;
    this.#known = this.#seen = 0;
    this.#moving.length = 0;
    this.#few.fill(0);
    for (const sum of this.#many) sum.clear();
    this.begin();
  }

  #price(feed: Feed): void {
    if (this.#isPriced[feed.index] === 1) return;
    this.#feeds[this.#priced] = feed;
    this.#prices[this.#priced] = feed.last;
    this.#points[this.#priced] = feed.instrument.multiplier;
    this.#isPriced[feed.index] = 1;
    this.#priced++;
  }
}

function counts(order: Order): boolean {
  return order.live && order.status !== STATUS.held;
}

import type { Feed } from "../../market/feed.ts";
import { exposurePrice, isPricedByTerms } from "../expected-price.ts";
import { FEW_ORDERS, type OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import { NumberHeap } from "../../primitives/number-heap.ts";
import { isCounted, type DependsOn, DEPENDS_ON, OpenSums } from "./open-sums.ts";
import { placeOf } from "./open-units.ts";

/**
 * Indexes of an order's amounts: value and units if its own terms give its price, and a flag, `atLast`, if the last
 * price does.
 */
const PART = { value: 0, units: 1, atLast: 2 } as const;
const PARTS = 3;

/**
 * Sums of how much more the units of open orders are worth at the orders' prices than at the last price, in points of
 * price.
 */
export class OpenExcess extends OpenSums {
  readonly #open: OpenOrders;
  /**
   * Heap of order prices for each side of each instrument, used only for many orders. Some prices may belong to ended
   * orders, or to orders now priced by the last price.
   */
  readonly #highestPrices: NumberHeap[];

  constructor(open: OpenOrders, instruments: number) {
    super(open, instruments, 2 * instruments, PARTS);
    this.#open = open;
    this.#highestPrices = Array.from({ length: 2 * instruments }, () => new NumberHeap(-1));
  }

  /** Updates the sums. Must be called once before `valueAboveLast` and `highestPrice`. */
  override count(): void {
    super.count();
  }

  valueAboveLast({ index, last }: Feed, sign: 1 | -1): number {
    const place = placeOf(index, sign);
    return this.sum(place, PART.value) - this.sum(place, PART.units) * Math.abs(last);
  }

  /** Returns the highest price of the open orders of one side, or -Infinity if none is open. */
  highestPrice(feed: Feed, sign: 1 | -1): number {
    const { at, count } = this.#open;
    const place = placeOf(feed.index, sign);
    if (count > FEW_ORDERS) {
      const heap = this.#highestPrices[place]!;
      if (heap.length > 2 * count) this.#fill(heap, place);
      while (heap.key > -Infinity && !this.#isAt(at[heap.item]!, place, heap.key)) heap.removeFirst();
      return this.sum(place, PART.atLast) > 0 ? Math.max(heap.key, Math.abs(feed.last)) : heap.key;
    }
    let most = -Infinity;
    for (let i = 0; i < count; i++) {
      const order = at[i]!;
      if (order.feed !== feed || order.sign !== sign || order.reduceOnly || !isCounted(order)) continue;
      most = Math.max(most, Math.abs(exposurePrice(order)));
    }
    return most;
  }

  #fill(heap: NumberHeap, place: number): void {
    const { at, count } = this.#open;
    heap.clear();
    for (let slot = 0; slot < count; slot++) {
      const price = Math.abs(exposurePrice(at[slot]!));
      if (this.#isAt(at[slot]!, place, price)) heap.add(price, slot);
    }
  }

  /** Whether an open order has this price and belongs to the instrument and side at index `place`. */
  #isAt(order: Order, place: number, price: number): boolean {
    if (order.reduceOnly || !isCounted(order) || this.groupOf(order) !== place) return false;
    return Math.abs(exposurePrice(order)) === price;
  }

  protected override groupOf({ feed, sign }: Order): number {
    return placeOf(feed.index, sign);
  }

  protected override dependsOn({ reduceOnly, type }: Order): DependsOn {
    if (reduceOnly) return DEPENDS_ON.nothing;
    return type.trails ? DEPENDS_ON.lastPrice : DEPENDS_ON.passedPrices;
  }

  protected override amountOf(order: Order, part: number): number {
    if (order.reduceOnly) return 0;
    const price = exposurePrice(order);
    const isOwn = isPricedByTerms(order) || price !== order.feed.last;
    if (part === PART.atLast) return isOwn ? 0 : 1;
    if (!isOwn) return 0;
    if (part === PART.units) return order.remaining;
    if (this.#open.count > FEW_ORDERS) this.#highestPrices[this.groupOf(order)]!.add(Math.abs(price), order.slot);
    return order.remaining * Math.abs(price);
  }
}

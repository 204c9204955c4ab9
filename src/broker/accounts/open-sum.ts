import type { Feed } from "../../market/feed.ts";
import type { OpenOrders } from "../open-orders.ts";
import { STATUS } from "../order-codes.ts";
import type { Order } from "../order.ts";
import type { OrderLog } from "../order-log.ts";
import { KnownOrders } from "./known-orders.ts";

/** A sum over all open orders that are not held back. */
export abstract class OpenSum {
  readonly #open: OpenOrders;
  readonly #known: KnownOrders;
  readonly #depends: boolean;
  #sum = 0;
  /** The instruments of the orders in the sum, in the first places, and the prices at which they are in it, with what a point of each was worth. */
  readonly #feeds: Feed[] = [];
  readonly #prices: Float64Array;
  readonly #points: Float64Array;
  #priced = 0;
  /** By the instrument's place: 1 for one of them. */
  readonly #isPriced: Uint8Array;

  /** What `depends` on more than `worth` says cannot be gone on from: it is summed anew each time. */
  constructor(open: OpenOrders, log: OrderLog, instruments: number, depends: boolean) {
    this.#open = open;
    this.#depends = depends;
    this.#known = new KnownOrders(open, log);
    this.#prices = new Float64Array(instruments);
    this.#points = new Float64Array(instruments);
    this.#isPriced = new Uint8Array(instruments);
  }

  /** Part of one order, 0 where it does not count. It depends on the order's terms, on the last price of its instrument and on what a point is worth. */
  protected abstract worth(order: Order): number;

  /** Whether what else it depends on is as it was. */
  protected holds(): boolean {
    return true;
  }

  /** It begins anew with the first order. */
  protected begin(): void {}

  get value(): number {
    const { at, count } = this.#open;
    if (count === 0) return 0;
    let from = this.#known.look();
    if (from > 0 && (this.#depends || !(this.#pricesHold() && this.holds()))) from = 0;
    if (from === 0) this.#begin();
    for (let i = from; i < count; i++) {
      const order = at[i]!;
      if (!order.live || order.status === STATUS.held) continue;
      this.#sum += this.worth(order);
      if (this.#isPriced[order.feed.index] === 0) this.#price(order.feed);
    }
    return this.#sum;
  }

  #pricesHold(): boolean {
    for (let i = 0; i < this.#priced; i++) {
      const { last, instrument } = this.#feeds[i]!;
      // A point of another currency's prices changes its worth with the rate.
      if (last !== this.#prices[i]! || instrument.multiplier !== this.#points[i]!) return false;
    }
    return true;
  }

  #begin(): void {
    for (let i = 0; i < this.#priced; i++) this.#isPriced[this.#feeds[i]!.index] = 0;
    this.#priced = 0;
    this.#sum = 0;
    this.begin();
  }

  #price(feed: Feed): void {
    this.#feeds[this.#priced] = feed;
    this.#prices[this.#priced] = feed.last;
    this.#points[this.#priced] = feed.instrument.multiplier;
    this.#isPriced[feed.index] = 1;
    this.#priced++;
  }
}

import type { OpenOrders } from "../open-orders.ts";
import { STATUS } from "../order-codes.ts";
import type { Charges } from "./charges.ts";

/** What is kept of an order: its id, the units and the price for which its cost was worked out, and the cost. */
const FIELDS = 4;
/** Below this many orders working it out again is as fast. */
const MANY = 8;

/** What the open buys that are not held back will take at last prices, commissions included. */
export class ReservedCash {
  readonly #open: OpenOrders;
  readonly #charges: Charges;
  /** By the order's place: each new order is held against all that rest, of which hardly any has changed. */
  #known = new Float64Array(0);

  constructor(open: OpenOrders, charges: Charges) {
    this.#open = open;
    this.#charges = charges;
  }

  get sum(): number {
    const { at, count } = this.#open;
    const isMany = count >= MANY;
    if (isMany && this.#known.length < count * FIELDS) this.#grow(count);
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const order = at[i]!;
      if (order.sign !== 1 || !order.live || order.status === STATUS.held) continue;
      const { feed, remaining } = order;
      sum += isMany
        ? this.#costOf(i * FIELDS, order.id, remaining, feed.last, order)
        : this.#charges.cost(feed, remaining, feed.last);
    }
    return sum;
  }

  #costOf(place: number, id: number, remaining: number, last: number, { feed }: OpenOrders["at"][number]): number {
    const known = this.#known;
    if (known[place] === id && known[place + 1] === remaining && known[place + 2] === last) return known[place + 3]!;
    const cost = this.#charges.cost(feed, remaining, last);
    known[place] = id;
    known[place + 1] = remaining;
    known[place + 2] = last;
    known[place + 3] = cost;
    return cost;
  }

  #grow(count: number): void {
    const grown = new Float64Array(count * 2 * FIELDS);
    grown.set(this.#known);
    this.#known = grown;
  }
}

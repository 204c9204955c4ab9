import type { OpenOrders } from "../open-orders.ts";
import { STATUS } from "../order-codes.ts";
import type { OrderLog } from "../order-log.ts";
import { KnownOrders } from "./known-orders.ts";

/** Units of open orders that are not held back and may make a position larger, by instrument and side. */
export class OpenUnits {
  readonly #open: OpenOrders;
  readonly #known: KnownOrders;
  /** By the instrument's place: what will be bought, then what will be sold. */
  readonly #units: Float64Array;

  constructor(open: OpenOrders, log: OrderLog, instruments: number) {
    this.#open = open;
    this.#known = new KnownOrders(open, log);
    this.#units = new Float64Array(2 * instruments);
  }

  /** Counts what has come since; to be called before `of`, once for many. */
  count(): void {
    const { at, count } = this.#open;
    const from = this.#known.look();
    if (from === 0) this.#units.fill(0);
    for (let i = from; i < count; i++) {
      const order = at[i]!;
      if (order.live && !order.reduceOnly && order.status !== STATUS.held)
        this.#units[placeOf(order.feed.index, order.sign)]! += order.remaining;
    }
  }

  of(instrument: number, sign: 1 | -1): number {
    return this.#units[placeOf(instrument, sign)]!;
  }
}

function placeOf(instrument: number, sign: 1 | -1): number {
  return 2 * instrument + (sign === 1 ? 0 : 1);
}

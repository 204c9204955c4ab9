import type { Portfolio } from "../../ledger/portfolio.ts";
import { snapToStep } from "../../primitives/rounding.ts";
import { marketable } from "../marketable.ts";
import type { OpenOrders } from "../open-orders.ts";
import { STATUS } from "../order-codes.ts";
import type { OrderLog } from "../order-log.ts";
import type { Order } from "../order.ts";
import { KnownOrders } from "./known-orders.ts";

/**
 * How far open orders that are not held back may take positions, up and down. What takes the next price and makes a position smaller counts as done,
 * one order after the other, each unit once: it errs for the trader where that price is another. Exits that rest far from the price do not.
 */
export class OpenUnits {
  readonly #portfolio: Portfolio;
  readonly #open: OpenOrders;
  readonly #known: KnownOrders;
  /** By the instrument's place: what else will be bought, then what else will be sold. */
  readonly #units: Float64Array;
  /** What orders that count as done leave of each position; NaN where none was looked at. */
  readonly #left: Float64Array;
  /** Movements of the ledger at which positions were looked at. */
  #movements = -1;

  constructor(open: OpenOrders, log: OrderLog, portfolio: Portfolio) {
    this.#portfolio = portfolio;
    this.#open = open;
    this.#known = new KnownOrders(open, log);
    const instruments = portfolio.positions.length;
    this.#units = new Float64Array(2 * instruments);
    this.#left = new Float64Array(instruments).fill(NaN);
  }

  /** Counts what has come since; to be called before `reach`, once for many. */
  count(): void {
    const { at, count } = this.#open;
    const { length } = this.#portfolio.entries;
    let from = this.#known.look();
    if (length !== this.#movements) from = 0;
    this.#movements = length;
    if (from === 0) {
      this.#units.fill(0);
      this.#left.fill(NaN);
    }
    for (let i = from; i < count; i++) {
      const order = at[i]!;
      if (!order.live || order.status === STATUS.held) continue;
      const units = marketable(order) ? this.#beyond(order) : order.remaining;
      if (!order.reduceOnly) this.#units[placeOf(order.feed.index, order.sign)]! += units;
    }
  }

  /** Units of an instrument, short ones below zero, once all orders of a side have filled. */
  reach(instrument: number, sign: 1 | -1): number {
    return this.#leftOf(instrument) + sign * this.#units[placeOf(instrument, sign)]!;
  }

  /** Units of an order that do not make the position smaller, which the others have. */
  #beyond({ feed: { index, instrument }, sign, remaining }: Order): number {
    const left = this.#leftOf(index);
    if (left * sign >= 0) return remaining;
    const done = Math.min(remaining, Math.abs(left));
    this.#left[index] = snapToStep(left + sign * done, instrument.lot);
    return snapToStep(remaining - done, instrument.lot);
  }

  #leftOf(instrument: number): number {
    const left = this.#left[instrument]!;
    return left === left ? left : this.#portfolio.positions[instrument]!.quantity;
  }
}

function placeOf(instrument: number, sign: 1 | -1): number {
  return 2 * instrument + (sign === 1 ? 0 : 1);
}

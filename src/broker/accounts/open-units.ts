import type { Portfolio } from "../../ledger/portfolio.ts";
import { snapToStep } from "../../primitives/rounding.ts";
import { isMarketable } from "../marketable.ts";
import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import { type DependsOn, DEPENDS_ON, OpenSums } from "./open-sums.ts";

/**
 * How far open orders that are not held back may take positions, up and down. What takes the next price and makes a position smaller counts as done,
 * one order after the other, each unit once: it errs for the trader where that price is another. Exits that rest far from the price do not.
 */
export class OpenUnits extends OpenSums {
  readonly #portfolio: Portfolio;
  /** What orders that count as done leave of each position; NaN where none was looked at. */
  readonly #left: Float64Array;
  /** Movements of the ledger at which positions were looked at. */
  #movements = -1;

  /** By the instrument's place: what else will be bought, then what else will be sold. */
  constructor(open: OpenOrders, portfolio: Portfolio) {
    super(open, portfolio.positions.length, 2 * portfolio.positions.length);
    this.#portfolio = portfolio;
    this.#left = new Float64Array(portfolio.positions.length).fill(NaN);
  }

  /** Counts what has come since; to be called before `reach`, once for many. */
  override count(): void {
    super.count();
  }

  /** Whether orders of a side make what is held of an instrument smaller, or turn it, once what counts as done is done. */
  reduces(instrument: number, sign: 1 | -1): boolean {
    return this.#leftOf(instrument) * sign < 0;
  }

  /** Units of an instrument, short ones below zero, once all orders of a side have filled. */
  positionAfter(instrument: number, sign: 1 | -1): number {
    return this.#leftOf(instrument) + sign * this.sum(placeOf(instrument, sign));
  }

  protected override isUnchanged(): boolean {
    const before = this.#movements;
    this.#movements = this.#portfolio.entries.length;
    return this.#movements === before;
  }

  protected override restart(instrument?: number): void {
    this.#movements = this.#portfolio.entries.length;
    if (instrument === undefined) this.#left.fill(NaN);
    else this.#left[instrument] = NaN;
  }

  protected override groupOf({ feed, sign }: Order): number {
    return placeOf(feed.index, sign);
  }

  protected override dependsOn(order: Order): DependsOn {
    if (!isMarketable(order)) return DEPENDS_ON.nothing;
    const { quantity } = this.#portfolio.positions[order.feed.index]!;
    return quantity * order.sign < 0 ? DEPENDS_ON.earlierOrders : DEPENDS_ON.lastPrice;
  }

  protected override amountOf(order: Order): number {
    const units = isMarketable(order) ? this.#openingUnits(order) : order.remaining;
    return order.reduceOnly ? 0 : units;
  }

  /** Units of an order that do not make the position smaller, which the others have. */
  #openingUnits({ feed: { index, instrument }, sign, remaining }: Order): number {
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

/** Place of the sum of a side of an instrument. */
export function placeOf(instrument: number, sign: 1 | -1): number {
  return 2 * instrument + (sign === 1 ? 0 : 1);
}

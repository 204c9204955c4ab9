import type { Portfolio } from "../../ledger/portfolio.ts";
import { snapToStep } from "../../primitives/rounding.ts";
import { isMarketable } from "../marketable.ts";
import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import { type DependsOn, DEPENDS_ON, OpenSums } from "./open-sums.ts";

/**
 * Largest positions, long and short, that open orders may reach, except held exits. Orders that fill at the next price
 * and reduce a position count as filled, in sequence, each unit once. This favors the trader if that price is worse
 * than the last one. Exits that rest away from the market do not count as filled.
 */
export class OpenUnits extends OpenSums {
  readonly #portfolio: Portfolio;
  /** Position of each instrument after the orders that count as filled; NaN until looked up. */
  readonly #left: Float64Array;
  /** Number of ledger entries when positions were last read. */
  #movements = -1;

  /** Creates the sums. The first sum of each instrument counts units bought, the second units sold. */
  constructor(open: OpenOrders, portfolio: Portfolio) {
    super(open, portfolio.positions.length, 2 * portfolio.positions.length);
    this.#portfolio = portfolio;
    this.#left = new Float64Array(portfolio.positions.length).fill(NaN);
  }

  /** Updates the sums. Must be called once before `reduces` and `positionAfter`. */
  override count(): void {
    super.count();
  }

  /** Whether an order of this side reduces or reverses the position that orders counted as filled leave. */
  reduces(instrument: number, sign: 1 | -1): boolean {
    return this.#leftOf(instrument) * sign < 0;
  }

  /** Returns the position, negative when short, as if all orders of a side had filled. */
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

  /** Returns the units of an order that do not reduce the position. */
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

/** Returns the index of the sum for one side of an instrument. */
export function placeOf(instrument: number, sign: 1 | -1): number {
  return 2 * instrument + (sign === 1 ? 0 : 1);
}

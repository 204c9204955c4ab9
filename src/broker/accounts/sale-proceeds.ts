import type { Portfolio } from "../../ledger/portfolio.ts";
import { snapToStep } from "../../primitives/rounding.ts";
import { isMarketable } from "../marketable.ts";
import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import type { Charges } from "./charges.ts";
import { type DependsOn, DEPENDS_ON, OpenSums } from "./open-sums.ts";

/**
 * Proceeds of open market sells at last prices, less commissions. Each unit held counts once. Resting sells may never
 * fill and count as 0.
 */
export class SaleProceeds extends OpenSums {
  readonly #portfolio: Portfolio;
  readonly #charges: Charges;
  /** Units of each instrument that no earlier order sells; NaN until looked up. */
  readonly #unsold: Float64Array;
  /** Number of ledger entries when positions were last read. */
  #movements = -1;

  constructor(open: OpenOrders, portfolio: Portfolio, charges: Charges) {
    super(open, portfolio.positions.length);
    this.#portfolio = portfolio;
    this.#charges = charges;
    this.#unsold = new Float64Array(portfolio.positions.length);
  }

  get value(): number {
    this.count();
    return this.sum(0);
  }

  protected override dependsOn(order: Order): DependsOn {
    return order.sign === -1 && isMarketable(order) ? DEPENDS_ON.earlierOrders : DEPENDS_ON.nothing;
  }

  protected override commonInput(): number {
    return this.#charges.tradedValue;
  }

  protected override isUnchanged(): boolean {
    const before = this.#movements;
    this.#movements = this.#portfolio.entries.length;
    return this.#movements === before;
  }

  protected override restart(instrument?: number): void {
    this.#movements = this.#portfolio.entries.length;
    if (instrument === undefined) this.#unsold.fill(NaN);
    else this.#unsold[instrument] = NaN;
  }

  protected override amountOf(order: Order): number {
    const { sign, feed, remaining } = order;
    if (sign === 1 || !isMarketable(order)) return 0;
    let unsold = this.#unsold[feed.index]!;
    if (unsold !== unsold) unsold = Math.max(0, this.#portfolio.positions[feed.index]!.quantity);
    const quantity = Math.min(remaining, unsold);
    this.#unsold[feed.index] = snapToStep(unsold - quantity, feed.instrument.lot);
    if (quantity === 0) return 0;
    return this.#charges.value(feed, quantity, feed.last) - this.#charges.commissionOfOpen(order, quantity);
  }
}

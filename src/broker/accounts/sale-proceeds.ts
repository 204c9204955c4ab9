import type { Portfolio } from "../../ledger/portfolio.ts";
import { snapToStep } from "../../primitives/rounding.ts";
import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import type { OrderLog } from "../order-log.ts";
import type { Charges } from "./charges.ts";
import { OpenSum } from "./open-sum.ts";

/** What the open sells will bring, commissions taken off: each unit that is held is sold once, and by one of two exits that cancel each other. */
export class SaleProceeds extends OpenSum {
  readonly #portfolio: Portfolio;
  readonly #charges: Charges;
  /** Units of each instrument that no order before has sold; NaN where none was looked at. */
  readonly #unsold: Float64Array;
  /** Units that the exits of a group sell, so far as they are in the sum, by its id. */
  readonly #ofGroup = new Map<number, number>();
  /** Movements of the ledger at which positions were looked at. */
  #movements = -1;

  constructor(open: OpenOrders, log: OrderLog, portfolio: Portfolio, charges: Charges) {
    super(open, log, portfolio.positions.length, charges.byTerms);
    this.#portfolio = portfolio;
    this.#charges = charges;
    this.#unsold = new Float64Array(portfolio.positions.length);
  }

  protected override holds(): boolean {
    return this.#movements === this.#portfolio.entries.length;
  }

  protected override begin(): void {
    this.#movements = this.#portfolio.entries.length;
    this.#unsold.fill(NaN);
    this.#ofGroup.clear();
  }

  protected override worth(order: Order): number {
    const { sign, feed } = order;
    if (sign === 1) return 0;
    let unsold = this.#unsold[feed.index]!;
    if (unsold !== unsold) unsold = Math.max(0, this.#portfolio.positions[feed.index]!.quantity);
    const quantity = Math.min(this.#own(order), unsold);
    this.#unsold[feed.index] = snapToStep(unsold - quantity, feed.instrument.lot);
    if (quantity === 0) return 0;
    return this.#charges.value(feed, quantity, feed.last) - this.#charges.commissionOfOpen(order, quantity);
  }

  /** What remains of an order and is not of another in its group, which ends with it. */
  #own({ groupId, remaining, feed }: Order): number {
    if (groupId === 0) return remaining;
    const others = this.#ofGroup.get(groupId) ?? 0;
    this.#ofGroup.set(groupId, Math.max(others, remaining));
    return remaining > others ? snapToStep(remaining - others, feed.instrument.lot) : 0;
  }
}

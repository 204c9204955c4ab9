import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import { exposurePrice, isPricedByTerms } from "../expected-price.ts";
import type { Charges } from "./charges.ts";
import { type DependsOn, DEPENDS_ON, OpenSums } from "./open-sums.ts";

/** Sum of the commissions of all open orders, each at the price at which it is checked. */
export class OpenCommissions extends OpenSums {
  readonly #charges: Charges;

  constructor(open: OpenOrders, instruments: number, charges: Charges) {
    super(open, instruments);
    this.#charges = charges;
  }

  get value(): number {
    this.count();
    return this.sum(0);
  }

  protected override commonInput(): number {
    return this.#charges.tradedValue;
  }

  protected override dependsOn(order: Order): DependsOn {
    if (this.#charges.free) return DEPENDS_ON.nothing;
    return isPricedByTerms(order) ? DEPENDS_ON.passedPrices : DEPENDS_ON.lastPrice;
  }

  protected override amountOf(order: Order): number {
    return this.#charges.commissionOfOpen(order, order.remaining, exposurePrice(order));
  }
}

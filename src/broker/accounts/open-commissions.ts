import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import { exposurePrice, isPricedByTerms } from "../expected-price.ts";
import type { Charges } from "./charges.ts";
import { type Moves, MOVES, OpenSums } from "./open-sums.ts";

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

  protected override base(): number {
    return this.#charges.tradedValue;
  }

  protected override moves(order: Order): Moves {
    if (this.#charges.free) return MOVES.never;
    return isPricedByTerms(order) ? MOVES.atPrices : MOVES.alone;
  }

  protected override worth(order: Order): number {
    return this.#charges.commissionOfOpen(order, order.remaining, exposurePrice(order));
  }
}

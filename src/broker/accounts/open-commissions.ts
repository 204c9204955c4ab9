import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import type { Charges } from "./charges.ts";
import { type Moves, MOVES, OpenSums } from "./open-sums.ts";

/** Commissions of all open orders. */
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

  protected override moves(): Moves {
    if (this.#charges.free) return MOVES.never;
    return MOVES.alone;
  }

  protected override worth(order: Order): number {
    return this.#charges.commissionOfOpen(order, order.remaining);
  }
}

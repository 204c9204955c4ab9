import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import type { OrderLog } from "../order-log.ts";
import type { Charges } from "./charges.ts";
import { OpenSum } from "./open-sum.ts";

/** What the open buys will take, commissions included. */
export class ReservedCash extends OpenSum {
  readonly #charges: Charges;

  constructor(open: OpenOrders, log: OrderLog, instruments: number, charges: Charges) {
    super(open, log, instruments, charges.byTerms);
    this.#charges = charges;
  }

  protected override worth(order: Order): number {
    return order.sign === 1 ? this.#charges.costOfOpen(order) : 0;
  }
}

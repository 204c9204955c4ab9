import type { OpenOrders } from "../open-orders.ts";
import { STATUS } from "../order-codes.ts";
import type { Charges } from "./charges.ts";

/** What the open buys that are not held back will take at last prices, commissions included. */
export function reservedCash(open: OpenOrders, charges: Charges): number {
  let sum = 0;
  for (let i = 0; i < open.count; i++) {
    const order = open.at[i]!;
    if (order.sign === 1 && order.live && order.status !== STATUS.held)
      sum += charges.cost(order.feed, order.remaining, order.feed.last);
  }
  return sum;
}

import type { Broker } from "./broker.ts";
import { REASON, STATUS } from "./order-codes.ts";

/** Cancels live orders, in the order in which they are named: thousands in one pass. The broker's own go on. */
export function cancelAll({ open, fills }: Broker, orderIds: readonly number[]): void {
  for (const id of orderIds) {
    const order = open.find(id);
    if (order !== undefined && !order.forced) fills.end(order, STATUS.canceled, REASON.requested);
  }
  open.compact();
}

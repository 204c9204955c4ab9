import type { Broker } from "./broker.ts";
import { REASON, STATUS } from "./order-codes.ts";

/** Cancels live orders, in the order in which they are named: thousands in one pass. The broker's own go on. */
export function cancelAll({ open, fills }: Broker, orderIds: readonly number[]): void {
  let place = 0;
  for (const id of orderIds) {
    // Most often they are named as they stand: the next one is looked for from the last one on.
    const found = open.placeOf(id, place);
    if (found < 0) continue;
    place = found;
    const order = open.at[place]!;
    if (!order.forced) fills.end(order, STATUS.canceled, REASON.requested);
  }
  open.compact();
}

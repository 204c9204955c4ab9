import type { Feed } from "../market/feed.ts";
import type { Fills } from "./fills.ts";
import type { OpenOrders } from "./open-orders.ts";
import { STATUS, type ReasonCode } from "./order-codes.ts";

/** Cancels the open exits of a position of `held` units, for a reason; those that wait for an entry stay, and so does a margin call, unless all is to end. */
export function endExits(
  feed: Feed,
  held: number,
  why: ReasonCode,
  endsAll: boolean,
  open: OpenOrders,
  fills: Fills,
): void {
  for (let i = 0; i < open.count; i++) {
    const order = open.at[i]!;
    if (order.feed !== feed || order.sign * held >= 0 || order.status === STATUS.held) continue;
    if (endsAll || !order.forced) fills.end(order, STATUS.canceled, why);
  }
  open.compact();
}

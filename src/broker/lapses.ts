import type { Account } from "./accounts/account.ts";
import type { Fills } from "./fills.ts";
import { REASON, STATUS } from "./order-codes.ts";
import type { Order } from "./order.ts";

/** Ends an order that a bar may fill when the account no longer carries it, whether or not the bar reaches it. Returns whether it did. */
export function lapses(order: Order, account: Account, fills: Fills): boolean {
  if (account.carries === undefined || !order.working || order.firstBar > order.feed.closed) return false;
  if (order.timeInForce.auction !== "" || account.carries(order)) return false;
  fills.end(order, STATUS.canceled, REASON.insufficient_funds);
  return true;
}

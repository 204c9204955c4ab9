import type { OrderRequest } from "../../schemas/order-request.ts";
import { ApiError } from "../errors/api-error.ts";
import type { TradingAccount } from "./trading-account.ts";

/** Open orders that one account may have, when nothing else is said: more than any client follows, and few enough that each of them can be kept in memory. */
export const MOST_OPEN_ORDERS = 200_000;

/** How many orders a request makes: an entry has its exits, and a pair of exits is two. */
export function ordersOf({ order_class: of, take_profit: profit, stop_loss: loss }: OrderRequest): number {
  const exits = (profit === undefined ? 0 : 1) + (loss === undefined ? 0 : 1);
  return of === "oco" ? exits : 1 + exits;
}

/** Throws TOO_MANY_OPEN_ORDERS unless an account may have so many more open orders. */
export function checkOpenOrders(account: TradingAccount, more: number, most: number): void {
  const { live } = account.run.driver.broker.open;
  if (live + more <= most) return;
  throw new ApiError(
    "TOO_MANY_OPEN_ORDERS",
    `an account may have at most ${most} open orders, it has ${live}: cancel those that are done with`,
    { limit: most, open: live },
  );
}

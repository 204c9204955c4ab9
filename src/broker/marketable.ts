import type { Order } from "./order.ts";

/** Whether an order takes the next price there is, or the next open. */
export function isMarketable({ type, timeInForce }: Order): boolean {
  return type.immediate && timeInForce.auction !== "close";
}

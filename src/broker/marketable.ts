import type { Order } from "./order.ts";

/** Whether an order fills at the next price or the next open, whatever that price is. */
export function isMarketable({ type, timeInForce }: Order): boolean {
  return type.immediate && timeInForce.auction !== "close";
}

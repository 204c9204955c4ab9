import type { Order } from "./order.ts";

/** Whether an order fills at the next price or the next open. */
export function isMarketable({ type, timeInForce }: Order): boolean {
  return type.immediate && timeInForce.auction !== "close";
}

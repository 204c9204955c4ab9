import { withoutBinaryNoise } from "../primitives/rounding.ts";
import { STATUS } from "./order-codes.ts";
import type { Order } from "./order.ts";

/** Makes an order a working order. If a bar is forming, only the close of that bar can fill the order. */
export function activate(order: Order): void {
  const { feed } = order;
  order.status = STATUS.new;
  order.insideBar = feed.forming ? feed.opened : -1;
}

/** Sets the stop of a trailing stop at the order's distance from a price. */
export function startTrail(order: Order, price: number): void {
  order.waterMark = price;
  order.stopPrice = trailFrom(order, price);
}

/** Returns the stop price of a trailing stop for a best price so far. */
export function trailFrom(
  { sign, trailPercent, trailAmount }: Pick<Order, "sign" | "trailPercent" | "trailAmount">,
  price: number,
): number {
  return withoutBinaryNoise(price + sign * (trailPercent > 0 ? Math.abs(price) * trailPercent : trailAmount));
}

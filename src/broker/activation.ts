import { decimal } from "../primitives/rounding.ts";
import { STATUS } from "./order-codes.ts";
import type { Order } from "./order.ts";

/** From now on an order works; of a bar that is already forming, only the close is its own. */
export function activate(order: Order): void {
  const { feed } = order;
  order.status = STATUS.new;
  order.insideBar = feed.forming ? feed.opened : -1;
}

/** A trailing stop begins at its distance from a price. */
export function startTrail(order: Order, price: number): void {
  order.waterMark = price;
  order.stopPrice = trailFrom(order, price);
}

/** Where a trailing stop stands whose best price is this one. */
export function trailFrom(
  { sign, trailPercent, trailAmount }: Pick<Order, "sign" | "trailPercent" | "trailAmount">,
  price: number,
): number {
  return decimal(price + sign * (trailPercent > 0 ? Math.abs(price) * trailPercent : trailAmount));
}

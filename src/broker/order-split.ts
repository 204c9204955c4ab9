import type { Feed } from "../market/feed.ts";
import { floorToStep } from "../primitives/rounding.ts";
import type { OpenOrders } from "./open-orders.ts";
import type { Order } from "./order.ts";

/**
 * States the open orders of an instrument in units after a split: quantities times the ratio, floored to the lot, prices and trails divided by it.
 * Returns those of which less than a lot is left.
 */
export function splitOrders(
  open: OpenOrders,
  feed: Feed,
  ratio: number,
  adjusted: (order: Order) => void,
): readonly Order[] {
  const gone: Order[] = [];
  for (let i = 0; i < open.count; i++) {
    const order = open.at[i]!;
    if (order.feed !== feed || !order.live) continue;
    order.limitPrice /= ratio;
    order.stopPrice /= ratio;
    order.trailAmount /= ratio;
    order.waterMark /= ratio;
    order.filledQuantity *= ratio;
    const { lot } = feed.instrument;
    order.quantity =
      order.filledQuantity + floorToStep(Math.max(0, order.quantity * ratio - order.filledQuantity), lot);
    if (order.remaining > 0 || order.sizedAtFill) adjusted(order);
    else gone.push(order);
  }
  return gone;
}

import type { Feed } from "../market/feed.ts";
import { decimal, floorToStep } from "../primitives/rounding.ts";
import type { Fills } from "./fills.ts";
import type { OpenOrders } from "./open-orders.ts";
import { EVENT, REASON, STATUS } from "./order-codes.ts";
import type { OrderLog } from "./order-log.ts";
import type { Order } from "./order.ts";

/**
 * States the open orders of an instrument in units after a split: quantities times the ratio, floored to the lot, prices and trails divided by it.
 * Those of which less than a lot is left end.
 */
export function splitOrders(
  open: OpenOrders,
  feed: Feed,
  ratio: number,
  fills: Fills,
  log: OrderLog,
  now: { readonly time: number },
): void {
  const gone: Order[] = [];
  for (let i = 0; i < open.count; i++) {
    const order = open.at[i]!;
    if (order.feed !== feed || !order.live) continue;
    // A limit of 0.7 is one of 7 after one for ten, which a bar that goes to 7 reaches, and not the next binary number.
    order.limitPrice = decimal(order.limitPrice / ratio);
    order.stopPrice = decimal(order.stopPrice / ratio);
    order.trailAmount = decimal(order.trailAmount / ratio);
    order.waterMark = decimal(order.waterMark / ratio);
    order.filledQuantity = decimal(order.filledQuantity * ratio);
    const { lot } = feed.instrument;
    const left = floorToStep(Math.max(0, order.quantity * ratio - order.filledQuantity), lot);
    order.quantity = decimal(order.filledQuantity + left);
    log.rewrite(order);
    if (order.remaining > 0 || order.sizedAtFill) log.step(order, EVENT.adjusted, now);
    else gone.push(order);
  }
  for (const order of gone) fills.end(order, STATUS.canceled, REASON.split);
  open.compact();
}

import type { Feed } from "../market/feed.ts";
import { among } from "./among.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import type { Fills } from "./fills.ts";
import type { OpenOrders } from "./open-orders.ts";
import { REASON, STATUS } from "./order-codes.ts";
import type { OrderLog } from "./order-log.ts";

/** After the bars of a moment were matched: stops follow, and what had one chance only has had it. */
export function afterBars(
  open: OpenOrders,
  closing: readonly Feed[],
  fills: Fills,
  log: OrderLog,
  { fills: rules, exits, slippage }: ExecutionModel,
): void {
  for (let i = 0; i < open.count; i++) {
    const order = open.at[i]!;
    const { feed } = order;
    if (!order.working || !among(closing, feed)) continue;
    const bar = feed.closed;
    if (order.timeInForce.auction === "" && !order.timeInForce.rests && order.insideBar === bar) {
      fills.end(order, STATUS.canceled, REASON.not_at_once);
      continue;
    }
    if (!order.type.follows) continue;
    const early = order.firstBar > bar;
    // Where closes are followed and exits wait for the next bar, those of the bars that it meets.
    if (early && !rules.trail.early(exits.entryBar.followsEarly())) continue;
    const close = feed.close[bar]!;
    const extreme = early || order.insideBar === bar ? close : (order.sign === -1 ? feed.high : feed.low)[bar]!;
    if (!order.type.follow(order, rules.trail.best(extreme, close), rules)) continue;
    slippage.place(order);
    log.rewrite(order);
  }
}

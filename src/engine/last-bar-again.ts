import { activate } from "../broker/activation.ts";
import type { Broker } from "../broker/broker.ts";
import { FINALIZE_TAG } from "../broker/broker.ts";
import { NO_BAR_CALLS } from "../broker/in-bar-calls.ts";
import { REASON, STATUS } from "../broker/order-codes.ts";
import type { Feed } from "../market/feed.ts";

/**
 * Ends a run that books fills when their bar closes: everything `held` is closed at the market, and all that waits meets the last bar once more,
 * orders that were given at its close too. It errs for the trader: they fill at prices from before them.
 * Source: how backtesting.py finalizes trades.
 */
export function meetLastBarAgain(broker: Broker, feeds: readonly Feed[], held: readonly Feed[], equity: number): void {
  const { intake, open } = broker;
  for (const feed of held) intake.close(feed, FINALIZE_TAG, equity, REASON.position_closed, false);
  for (let i = 0; i < open.count; i++) {
    const order = open.at[i]!;
    if (!order.live || order.status === STATUS.held) continue;
    if (order.status === STATUS.accepted) activate(order);
    order.firstBar = order.insideBar = -1;
  }
  broker.barsClosed(
    feeds.filter(({ closed }) => closed >= 0),
    [],
    NO_BAR_CALLS,
  );
}

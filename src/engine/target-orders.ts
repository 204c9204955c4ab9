import { equityOf } from "../broker/equity.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import { timesInForce } from "../broker/times-in-force/catalog.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { checkNumber } from "../primitives/check.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { RunningBroker } from "./running.ts";
import type { TargetOptions } from "./order-desk.ts";
import { targetLines, type TargetLine, type TargetWeights } from "./target-weights.ts";

/** Queues the market orders that bring positions to weights: sells first, so that they pay for the buys. */
export function targetOrders(
  weights: TargetWeights,
  { buffer, tag = "target" }: TargetOptions,
  feeds: readonly Feed[],
  portfolio: Portfolio,
  broker: RunningBroker,
  queue: CommandQueue,
): readonly TargetLine[] {
  const kept = buffer ?? broker.rules.cashBuffer;
  checkNumber("buffer", kept, 0, 1);
  const held = (index: number) => portfolio.positions[index]!.quantity;
  const lines = targetLines(weights, feeds, held, equityOf(portfolio, feeds), kept, broker.account, broker.rules);
  for (const sign of [-1, 1] as const) {
    for (const { symbol, change } of lines) {
      if (change * sign <= 0) continue;
      const feed = feeds.find(({ instrument }) => instrument.symbol === symbol)!;
      const draft = broker.open.draft(feed, orderTypes.market, sign, { quantity: Math.abs(change) });
      draft.timeInForce = timesInForce.gtc;
      draft.tag = tag;
      queue.submit(draft);
    }
  }
  return lines;
}

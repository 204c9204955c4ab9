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
import { unitsToCome } from "./units-to-come.ts";

/**
 * Queues the market orders that bring positions to weights: first those that only make one smaller, sells before buys, so that they pay for the others;
 * then sells, then buys.
 */
export function targetOrders(
  weights: TargetWeights,
  { buffer, tag = "target" }: TargetOptions,
  feeds: readonly Feed[],
  portfolio: Portfolio,
  broker: RunningBroker,
  queue: CommandQueue,
): readonly TargetLine[] {
  const lines = linesToCome(weights, buffer, feeds, portfolio, broker, queue);
  const asked = lines.map(({ symbol, change }) => {
    const feed = feeds.find(({ instrument }) => instrument.symbol === symbol)!;
    const held = portfolio.positions[feed.index]!.quantity;
    const turn = (Math.abs(held + change) < Math.abs(held) ? 0 : 2) + (change > 0 ? 1 : 0);
    return { feed, change, turn };
  });
  asked.sort((a, b) => a.turn - b.turn);
  for (const { feed, change } of asked) {
    if (change === 0) continue;
    const draft = broker.open.draft(feed, orderTypes.market, change > 0 ? 1 : -1, { quantity: Math.abs(change) });
    draft.timeInForce = timesInForce.gtc;
    draft.tag = tag;
    queue.submit(draft);
  }
  return lines;
}

/** What weights come to beside what is held and on its way; nothing is asked for. Throws `ORDER_INVALID`. */
export function linesToCome(
  weights: TargetWeights,
  buffer: number | undefined,
  feeds: readonly Feed[],
  portfolio: Portfolio,
  broker: RunningBroker,
  queue: CommandQueue,
): readonly TargetLine[] {
  const { account, rules } = broker;
  const kept = buffer ?? rules.cashBuffer;
  checkNumber("buffer", kept, 0, 1);
  const held = (index: number) => portfolio.positions[index]!.quantity;
  const equity = equityOf(portfolio, feeds);
  const pending = (index: number) => unitsToCome(feeds[index]!, held(index), equity, broker, queue);
  return targetLines(weights, feeds, held, equity, kept, account, rules, pending);
}

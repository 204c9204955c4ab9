import type { Account } from "../broker/accounts/account.ts";
import { equityOf } from "../broker/equity.ts";
import type { Order } from "../broker/order.ts";
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

/** Queues the market orders that bring positions to weights: sells first, so that they pay for the buys. */
export function targetOrders(
  weights: TargetWeights,
  { buffer, tag = "target" }: TargetOptions,
  feeds: readonly Feed[],
  portfolio: Portfolio,
  broker: RunningBroker,
  queue: CommandQueue,
): readonly TargetLine[] {
  const lines = linesToCome(weights, buffer, feeds, portfolio, broker, queue);
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
  const pending = (index: number) => {
    const sized = (order: Order) => sizedUnits(order, held(index), equity, account);
    return unitsToCome(feeds[index]!, held(index), sized, broker, queue);
  };
  return targetLines(weights, feeds, held, equity, kept, account, rules, pending);
}

/** Units that an order without a quantity comes to. What may only make a position smaller is of no more than it. */
function sizedUnits(order: Order, held: number, equity: number, account: Account): number {
  const units = account.unitsToCome(order, equity);
  const reduces = order.reduceOnly || (order.sign < 0 && !account.shorts);
  return reduces ? Math.min(units, Math.max(0, -held * order.sign)) : units;
}

import { equityOf } from "../broker/equity.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import { timesInForce } from "../broker/times-in-force.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import { type Feed, findFeed } from "../market/feed.ts";
import { checkNumber } from "../primitives/check.ts";
import type { CommandQueue, HostBroker } from "./command-queue.ts";
import type { TargetOptions } from "./strategy-orders.ts";
import { targetLines, type TargetLine, type TargetWeights } from "./target-weights.ts";
import { pendingUnits } from "./pending-units.ts";

/**
 * Queues the market orders that bring positions to weights. Orders that only reduce a position come first, since they
 * pay for others. Next come orders that reverse a position and make it smaller, those that free the most money first.
 * All others follow. Sells come before buys.
 */
export function targetOrders(
  weights: TargetWeights,
  { buffer, tag = "target" }: TargetOptions,
  feeds: readonly Feed[],
  portfolio: Portfolio,
  broker: HostBroker,
  queue: CommandQueue,
): readonly TargetLine[] {
  const lines = linesForWeights(weights, buffer, feeds, portfolio, broker, queue);
  const asked = lines.map(({ symbol, change }) => {
    const feed = findFeed(feeds, symbol)!;
    const held = portfolio.positions[feed.index]!.quantity;
    const after = held + change;
    const freed = (Math.abs(held) - Math.abs(after)) * feed.last * feed.instrument.multiplier;
    const turns = freed > 0 && after * held < 0;
    return { feed, change, step: turns ? 1 : freed > 0 ? 0 : 2, freed: turns ? freed : 0 };
  });
  const { compare } = broker.rules.orders.admission;
  asked.sort(
    (a, b) =>
      a.step - b.step || b.freed - a.freed || Math.sign(a.change) - Math.sign(b.change) || compare(a.feed, b.feed),
  );
  for (const { feed, change } of asked) {
    if (change === 0) continue;
    const draft = broker.open.createOrder(feed, orderTypes.market, change > 0 ? 1 : -1, { quantity: Math.abs(change) });
    draft.timeInForce = timesInForce.gtc;
    draft.tag = tag;
    queue.submit(draft);
  }
  return lines;
}

/**
 * Returns the lines for target weights, beyond positions and open market orders, without queuing orders. Throws
 * `ORDER_INVALID`.
 */
export function linesForWeights(
  weights: TargetWeights,
  buffer: number | undefined,
  feeds: readonly Feed[],
  portfolio: Portfolio,
  broker: HostBroker,
  queue: CommandQueue,
): readonly TargetLine[] {
  const { account, rules } = broker;
  const kept = buffer ?? rules.sizing.buffer;
  checkNumber("buffer", kept, 0, 1);
  const held = (index: number) => portfolio.positions[index]!.quantity;
  const equity = equityOf(portfolio, feeds);
  const pending = (index: number) => pendingUnits(feeds[index]!, held(index), equity, broker, queue);
  return targetLines(weights, feeds, held, equity, kept, account, rules, pending);
}

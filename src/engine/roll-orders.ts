import { equityOf } from "../broker/equity.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import { timesInForce } from "../broker/times-in-force.ts";
import type { Portfolio } from "../ledger/portfolio.ts";
import { type Feed, findFeed } from "../market/feed.ts";
import type { CommandQueue, HostBroker } from "./command-queue.ts";
import { pendingUnits } from "./pending-units.ts";

/**
 * Queues the market orders that move positions in other contracts to the contract in force: for each position one that closes it, and one
 * that opens as many units in the contract in force. Positions with open or queued market orders stay. Returns the ids of the orders.
 */
export function rollOrders(
  contracts: readonly string[],
  front: Feed,
  tag: string,
  feeds: readonly Feed[],
  portfolio: Portfolio,
  broker: HostBroker,
  queue: CommandQueue,
): readonly number[] {
  const ids: number[] = [];
  const equity = equityOf(portfolio, feeds);
  for (const contract of contracts) {
    const feed = findFeed(feeds, contract);
    if (feed === undefined || feed === front) continue;
    const held = portfolio.positions[feed.index]!.quantity;
    if (held === 0 || pendingUnits(feed, held, equity, broker, queue) !== 0) continue;
    ids.push(queue.close(feed, tag));
    const opening = broker.open.createOrder(front, orderTypes.market, held > 0 ? 1 : -1, { quantity: Math.abs(held) });
    opening.timeInForce = timesInForce.gtc;
    opening.tag = tag;
    ids.push(queue.submit(opening));
  }
  return ids;
}

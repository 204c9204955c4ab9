import { isMarketable } from "../broker/marketable.ts";
import type { Order } from "../broker/order.ts";
import type { Feed } from "../market/feed.ts";
import type { CommandQueue, HostBroker } from "./command-queue.ts";

/**
 * Market order that is open or queued: its id, its signed units, and the rule for units beyond those that close the
 * position.
 */
interface PendingOrder {
  readonly id: number;
  readonly units: number;
  readonly beyond: "all" | "reducing units" | "nothing";
}

/**
 * Returns the units that market orders will add to a position of `held` units: open orders, and orders queued at the
 * same moment. An order without a quantity counts with the units of its size at the last price, as if all equity were
 * free.
 */
export function pendingUnits(
  feed: Feed,
  held: number,
  equity: number,
  { account, open, rules }: HostBroker,
  queue: CommandQueue,
): number {
  const reduces = (order: Order) => order.reduceOnly || (order.sign < 0 && !account.allowsShort);
  const beyond = (order: Order) => (reduces(order) ? "reducing units" : "all");
  let coming: PendingOrder[] = [];
  const own = open.ofFeed(feed);
  for (let i = 0; i < own.count; i++) {
    const order = own.at[i]!;
    if (order.feed !== feed || !order.live || !isMarketable(order)) continue;
    const units = order.quantity === 0 ? account.expectedUnits(order, equity) : order.remaining;
    coming.push({ id: order.id, units: order.sign * units, beyond: beyond(order) });
  }
  queue.each(({ order, closing, changes, canceled }, id) => {
    if (order !== undefined) {
      if (order.feed !== feed || !isMarketable(order)) return;
      const { quantity } = order.size;
      const units = quantity ?? account.expectedUnits(order, equity);
      // A reduce-only order that is sized at submission is limited to the position at that time.
      const isCut = order.reduceOnly && !rules.sizing.isSizedAtFill(order.size);
      const most = isCut && account.allowsShort ? Math.max(0, -held * order.sign) : Infinity;
      const isRejected = quantity !== undefined && reduces(order) && !account.allowsShort;
      coming.push({
        id,
        units: order.sign * Math.min(units, most),
        beyond: isRejected ? "nothing" : beyond(order),
      });
    } else if (closing !== undefined) {
      if (closing !== feed) return;
      // close() cancels the open exits, except those of a margin call. Its order is for the units that this leaves, so
      // that the position is closed once.
      if (rules.orders.closing.exitsFollowPosition()) coming = coming.filter(({ units }) => units * held >= 0);
      coming.push({ id, units: -held, beyond: rules.orders.closing.beyond });
    } else {
      const old = coming.find((one) => one.id === canceled);
      const live = open.find(canceled);
      if (old === undefined || live?.forced === true) return;
      coming = coming.filter((one) => one !== old);
      if (changes === undefined) return;
      const { quantity } = changes;
      const left = quantity === undefined ? Math.abs(old.units) : Math.max(0, quantity - (live?.filledQuantity ?? 0));
      coming.push({ ...old, id, units: Math.sign(old.units) * left });
    }
  });
  let left = held;
  for (const { units, beyond: more } of coming) {
    const ends = units * left < 0 ? Math.sign(units) * Math.min(Math.abs(units), Math.abs(left)) : 0;
    if (more === "all") left += units;
    else if (more === "reducing units" || ends === units) left += ends;
  }
  return left - held;
}

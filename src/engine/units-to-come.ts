import { marketable } from "../broker/marketable.ts";
import type { Order } from "../broker/order.ts";
import type { Feed } from "../market/feed.ts";
import type { CommandQueue } from "./command-queue.ts";
import type { RunningBroker } from "./running.ts";

/** A market order on its way, by its id, and what it will add to its position. */
interface Coming {
  readonly id: number;
  units: number;
}

/**
 * Units that market orders will add to a position of `held`: those that are open, and those that are asked for at the same moment, as each leaves
 * those before it. An order without a quantity is of so many units as it is `sized`.
 */
export function unitsToCome(
  feed: Feed,
  held: number,
  sized: (order: Order) => number,
  { open, rules }: RunningBroker,
  queue: CommandQueue,
): number {
  let coming: Coming[] = [];
  for (let i = 0; i < open.count; i++) {
    const order = open.at[i]!;
    if (order.feed !== feed || !order.live || !marketable(order)) continue;
    coming.push({ id: order.id, units: order.sign * (order.quantity === 0 ? sized(order) : order.remaining) });
  }
  queue.each(({ order, closing, changes, canceled }, id) => {
    if (order !== undefined) {
      if (order.feed === feed && marketable(order))
        coming.push({ id, units: order.sign * (order.size.quantity ?? sized(order)) });
    } else if (closing !== undefined) {
      if (closing !== feed) return;
      // What the broker ends a position by goes on, and the close is for what that leaves: together they end it once.
      if (rules.closing === "cancels") coming = coming.filter(({ units }) => units * held >= 0);
      coming.push({ id, units: -held });
    } else {
      const old = coming.find((one) => one.id === canceled);
      if (old === undefined || open.find(canceled)?.forced === true) return;
      coming.splice(coming.indexOf(old), 1);
      if (changes !== undefined) coming.push({ id, units: replaced(old.units, open.find(canceled), changes.quantity) });
    }
  });
  return coming.reduce((sum, { units }) => sum + units, 0);
}

/** Units of an order by another quantity, of which some may have filled. */
function replaced(units: number, old: Order | undefined, quantity: number | undefined): number {
  if (quantity === undefined) return units;
  return Math.sign(units) * Math.max(0, quantity - (old?.filledQuantity ?? 0));
}

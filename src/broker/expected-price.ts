import { trailFrom } from "./activation.ts";
import type { Order } from "./order.ts";

/** What of an order says at which price it may be expected to fill. */
type PricedTerms = Pick<Order, "feed" | "sign" | "limitPrice" | "stopPrice" | "type">;

/** What of an order says at which price it is judged before its fill. */
export type CheckedTerms = PricedTerms & Pick<Order, "trailAmount" | "trailPercent" | "waterMark" | "triggered">;

/** The last price, unless a limit keeps the order from it or a stop waits for another. */
export function expectedPrice({ feed, sign, limitPrice, stopPrice, type }: PricedTerms): number {
  let price = feed.last;
  if (!type.trails && (stopPrice - price) * sign > 0) price = stopPrice;
  return (limitPrice - price) * sign < 0 ? limitPrice : price;
}

/** The limit, or the stop, or where an order has neither the last price. */
export function limitOrStopPrice({ feed, limitPrice, stopPrice, type }: PricedTerms): number {
  if (!Number.isNaN(limitPrice)) return limitPrice;
  return type.trails || Number.isNaN(stopPrice) ? feed.last : stopPrice;
}

/** The price by which units are made of a size: a loss is counted from where the order may be expected to fill, all else is worth the last price. */
export function sizingPrice(order: PricedTerms & Pick<Order, "size">): number {
  return order.size.risk === undefined ? order.feed.last : expectedPrice(order);
}

/**
 * The highest price at which a buy may fill, as far as its terms tell: its limit; of a stop without one its stop, or the last price where that is
 * higher; else the last price. A market that opens beyond a stop costs more, which is decided at the fill.
 */
export function highestPrice(order: CheckedTerms): number {
  const { feed, limitPrice, type, triggered, waterMark } = order;
  if (!Number.isNaN(limitPrice)) return limitPrice;
  const stop = type.trails ? trailFrom(order, Number.isNaN(waterMark) ? feed.last : waterMark) : order.stopPrice;
  return stop > feed.last && !triggered ? stop : feed.last;
}

/**
 * The price at which what an order opens is judged on margin: of a buy the highest at which it may fill. A sell fills no lower than its limit, which
 * counts where it lies above the market, and from its stop downwards; one that follows the market counts at the last price.
 */
export function exposurePrice(order: CheckedTerms): number {
  if (order.sign === 1) return highestPrice(order);
  const { feed, limitPrice, stopPrice, type, triggered } = order;
  const price = !triggered && !type.trails && stopPrice < feed.last ? stopPrice : feed.last;
  return limitPrice > price ? limitPrice : price;
}

/**
 * Whether an order is judged at a price of its terms, and stays so until the last price passes it. Where both are equal, that is so for prices at which it
 * would stay behind once the last one moves on.
 */
export function isPricedByTerms({ feed, sign, limitPrice, stopPrice, type, triggered }: CheckedTerms): boolean {
  if (type.trails) return false;
  if (sign === 1) return limitPrice === limitPrice || (!triggered && stopPrice > feed.last);
  return limitPrice > feed.last || (!triggered && stopPrice <= feed.last);
}

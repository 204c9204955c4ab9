import { trailFrom } from "./activation.ts";
import type { Order } from "./order.ts";

/** Terms of an order that determine its expected fill price. */
type PricedTerms = Pick<Order, "feed" | "sign" | "limitPrice" | "stopPrice" | "type">;

/** Terms of an order that determine the price at which it is checked before its fill. */
export type CheckedTerms = PricedTerms & Pick<Order, "trailAmount" | "trailPercent" | "waterMark" | "triggered">;

/**
 * Returns the price at which an order is expected to fill: the last price, unless its limit or stop price implies
 * another.
 */
export function expectedPrice({ feed, sign, limitPrice, stopPrice, type }: PricedTerms): number {
  let price = feed.last;
  if (!type.trails && (stopPrice - price) * sign > 0) price = stopPrice;
  return (limitPrice - price) * sign < 0 ? limitPrice : price;
}

/** Returns the limit price of an order, or its stop price, or otherwise the last price. */
export function limitOrStopPrice({ feed, limitPrice, stopPrice, type }: PricedTerms): number {
  if (!Number.isNaN(limitPrice)) return limitPrice;
  return type.trails || Number.isNaN(stopPrice) ? feed.last : stopPrice;
}

/**
 * Returns the price that converts a size to units: the expected fill price for a size by risk, otherwise the last
 * price.
 */
export function sizingPrice(order: PricedTerms & Pick<Order, "size">): number {
  return order.size.risk === undefined ? order.feed.last : expectedPrice(order);
}

/**
 * Returns the highest price that a buy may pay by its terms: its limit price, or for a stop order the higher of stop
 * price and last price, otherwise the last price. A bar that opens beyond a stop costs more, which is checked at the
 * fill.
 */
export function highestPrice(order: CheckedTerms): number {
  const { feed, limitPrice, type, triggered, waterMark } = order;
  if (!Number.isNaN(limitPrice)) return limitPrice;
  const stop = type.trails ? trailFrom(order, Number.isNaN(waterMark) ? feed.last : waterMark) : order.stopPrice;
  return stop > feed.last && !triggered ? stop : feed.last;
}

/**
 * Returns the price at which margin is checked for units that an order opens. For a buy this is the highest price at
 * which it may fill. For a sell it is a limit above the market or a stop below the market; a trailing stop uses the
 * last price.
 */
export function exposurePrice(order: CheckedTerms): number {
  if (order.sign === 1) return highestPrice(order);
  const { feed, limitPrice, stopPrice, type, triggered } = order;
  const price = !triggered && !type.trails && stopPrice < feed.last ? stopPrice : feed.last;
  return limitPrice > price ? limitPrice : price;
}

/**
 * Whether an order is checked at a price from its own terms, which holds until the last price passes it. If both prices
 * are equal, the order's price must hold once the last price moves.
 */
export function isPricedByTerms({ feed, sign, limitPrice, stopPrice, type, triggered }: CheckedTerms): boolean {
  if (type.trails) return false;
  if (sign === 1) return limitPrice === limitPrice || (!triggered && stopPrice > feed.last);
  return limitPrice > feed.last || (!triggered && stopPrice <= feed.last);
}

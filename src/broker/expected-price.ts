import { trailFrom } from "./activation.ts";
import type { Order } from "./order.ts";

/** Terms of an order that determine its expected fill price. */
type PricedTerms = Pick<Order, "feed" | "sign" | "limitPrice" | "stopPrice" | "type">;

/** Terms of an order that determine the price at which it is checked before its fill. */
export type CheckedTerms = PricedTerms & Pick<Order, "trailAmount" | "trailPercent" | "waterMark" | "triggered">;

/** Returns the price at which an order is expected to fill: the last price, unless its limit or stop requires another. */
export function expectedPrice({ feed, sign, limitPrice, stopPrice, type }: PricedTerms): number {
  let price = feed.last;
  if (!type.trails && (stopPrice - price) * sign > 0) price = stopPrice;
  return (limitPrice - price) * sign < 0 ? limitPrice : price;
}

/** Returns the limit price, or else the stop price, or else the last price. */
export function limitOrStopPrice({ feed, limitPrice, stopPrice, type }: PricedTerms): number {
  if (!Number.isNaN(limitPrice)) return limitPrice;
  return type.trails || Number.isNaN(stopPrice) ? feed.last : stopPrice;
}

/** Returns the price that converts a size to units: the expected fill price for a size by risk, otherwise the last price. */
export function sizingPrice(order: PricedTerms & Pick<Order, "size">): number {
  return order.size.risk === undefined ? order.feed.last : expectedPrice(order);
}

/**
 * Returns the highest price at which a buy may fill by its terms. This is its limit price. For a stop without a limit, it is the higher of
 * stop price and last price; otherwise the last price. A market that opens beyond a stop costs more, which the fill decides.
 */
export function highestPrice(order: CheckedTerms): number {
  const { feed, limitPrice, type, triggered, waterMark } = order;
  if (!Number.isNaN(limitPrice)) return limitPrice;
  const stop = type.trails ? trailFrom(order, Number.isNaN(waterMark) ? feed.last : waterMark) : order.stopPrice;
  return stop > feed.last && !triggered ? stop : feed.last;
}

/**
 * Returns the price at which margin is checked for what an order opens. For a buy, the highest price at which it may fill. For a sell, its
 * limit if that is above the market, or its stop if that is below; a trailing stop uses the last price.
 */
export function exposurePrice(order: CheckedTerms): number {
  if (order.sign === 1) return highestPrice(order);
  const { feed, limitPrice, stopPrice, type, triggered } = order;
  const price = !triggered && !type.trails && stopPrice < feed.last ? stopPrice : feed.last;
  return limitPrice > price ? limitPrice : price;
}

/**
 * Whether an order is checked at a price of its own that stays until the last price passes it. If both are equal, returns whether the
 * order's price would stay once the last price moves.
 */
export function isPricedByTerms({ feed, sign, limitPrice, stopPrice, type, triggered }: CheckedTerms): boolean {
  if (type.trails) return false;
  if (sign === 1) return limitPrice === limitPrice || (!triggered && stopPrice > feed.last);
  return limitPrice > feed.last || (!triggered && stopPrice <= feed.last);
}

import { matchMarket, type BarMatch, type MatchableOrder } from "../models/fills.ts";
import type { OrderType } from "./order-type.ts";

/**
 * Market order, which fills at the first price after it became eligible: the next open, or the close of a bar that was
 * forming.
 */
class MarketOrder implements OrderType {
  readonly name = "market";
  readonly title = "Market";
  readonly fields = { limitPrice: "refused", stopPrice: "refused", trail: "refused" } as const;
  readonly immediate = true;
  readonly trails = false;
  readonly triggerPrice = undefined;

  matchBar(
    _order: MatchableOrder,
    open: number,
    _high: number,
    _low: number,
    _close: number,
    match: BarMatch,
  ): boolean {
    return matchMarket(open, match);
  }

  matchPrice(_order: MatchableOrder, close: number, match: BarMatch): boolean {
    return matchMarket(close, match);
  }

  rule(): string {
    return "A market order fills at the first price after it became eligible: the next open, or the close of a bar that was forming.";
  }

  requirement(): string {
    return "";
  }

  moveTrail(): boolean {
    return false;
  }
}

export const market: OrderType = new MarketOrder();

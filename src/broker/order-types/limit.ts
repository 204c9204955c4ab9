import { matchLimit, type RuleTextParts, type BarMatch, type MatchableOrder } from "../models/fills.ts";
import type { OrderType } from "./order-type.ts";

/**
 * Limit order, which fills at its limit or better. A bar that opens beyond the limit fills it at the open; any other
 * bar that touches the limit fills it at the limit. This favors the trader, since in a real market other orders may be
 * ahead in the queue. The rule `trade-through` requires the price to go beyond the limit.
 */
class LimitOrder implements OrderType {
  readonly name = "limit";
  readonly title = "Limit";
  readonly fields = { limitPrice: "required", stopPrice: "refused", trail: "refused" } as const;
  readonly immediate = false;
  readonly trails = false;
  readonly triggerPrice = "limit";

  matchBar(
    { sign, limitPrice }: MatchableOrder,
    open: number,
    high: number,
    low: number,
    _close: number,
    match: BarMatch,
  ): boolean {
    return matchLimit(sign, limitPrice, open, high, low, match);
  }

  matchPrice({ sign, limitPrice }: MatchableOrder, close: number, match: BarMatch): boolean {
    return matchLimit(sign, limitPrice, close, close, close, match);
  }

  rule({ fills: { limits }, slippage }: RuleTextParts): string {
    return `A limit order fills at ${slippage.limitFillText}: at the open of a bar that opens beyond it, else at the limit when the bar ${limits.verb} it.`;
  }

  requirement({ fills }: RuleTextParts): string {
    return fills.limits.requirement;
  }

  moveTrail(): boolean {
    return false;
  }
}

export const limit: OrderType = new LimitOrder();

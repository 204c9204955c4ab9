import { matchLimit, type RuleTextParts, type BarMatch, type MatchableOrder } from "../models/fills.ts";
import type { OrderType } from "./order-type.ts";

/**
 * Fills at its limit or better. A bar that opens beyond the limit fills it at the open; else a touch of the limit fills it
 * at the limit. This errs on the kind side: in a real market a touch alone may leave the order behind others in the queue.
 * The convention `trade-through` asks for more: the price must go beyond the limit.
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
    touch: BarMatch,
  ): boolean {
    return matchLimit(sign, limitPrice, open, high, low, touch);
  }

  matchPrice({ sign, limitPrice }: MatchableOrder, close: number, touch: BarMatch): boolean {
    return matchLimit(sign, limitPrice, close, close, close, touch);
  }

  rule({ fills: { limits }, slippage }: RuleTextParts): string {
    return `A limit order fills at ${slippage.limitFillsAt}: at the open of a bar that opens beyond it, else at the limit when the bar ${limits.verb} it.`;
  }

  requirement({ fills }: RuleTextParts): string {
    return fills.limits.requirement;
  }

  moveTrail(): boolean {
    return false;
  }
}

export const limit: OrderType = new LimitOrder();

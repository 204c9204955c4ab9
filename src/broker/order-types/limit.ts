import { meetLimit, type MeetingRules, type Touch, type TypedOrder } from "../models/fills.ts";
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
  readonly follows = false;
  readonly waitsFor = "limit";

  meetBar(
    { sign, limitPrice }: TypedOrder,
    open: number,
    high: number,
    low: number,
    _close: number,
    touch: Touch,
  ): boolean {
    return meetLimit(sign, limitPrice, open, high, low, touch);
  }

  meetClose({ sign, limitPrice }: TypedOrder, close: number, touch: Touch): boolean {
    return meetLimit(sign, limitPrice, close, close, close, touch);
  }

  rule({ fills: { limits }, slippage }: MeetingRules): string {
    return `A limit order fills at ${slippage.limitFillsAt}: at the open of a bar that opens beyond it, else at the limit when the bar ${limits.verb} it.`;
  }

  asks({ fills }: MeetingRules): string {
    return fills.limits.asks;
  }

  follow(): boolean {
    return false;
  }
}

export const limit: OrderType = new LimitOrder();

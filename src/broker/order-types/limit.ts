import type { MeetingRules, OrderType, Touch, TypedOrder } from "./order-type.ts";

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

  rule({ strictLimits, slippage }: MeetingRules): string {
    const meets = strictLimits ? "goes through" : "reaches";
    return `A limit order fills at ${slippage.limitFillsAt}: at the open of a bar that opens beyond it, else at the limit when the bar ${meets} it.`;
  }

  asks({ strictLimits }: MeetingRules): string {
    return strictLimits ? "beyond its limit" : "within its limit";
  }

  follow(): boolean {
    return false;
  }
}

/** How a limit meets a bar, or a single price given for all of open, high and low. */
export function meetLimit(sign: 1 | -1, limit: number, open: number, high: number, low: number, touch: Touch): boolean {
  // An open at the limit itself has not gone through it.
  const beyondAtOpen = open === limit ? !touch.strict : (open - limit) * sign < 0;
  if (!beyondAtOpen && (sign === 1 ? low > limit : high < limit)) return false;
  if (touch.strict && (sign === 1 ? low === limit : high === limit)) return false;
  touch.price = beyondAtOpen ? open : limit;
  touch.atOpen = beyondAtOpen;
  touch.level = touch.price;
  touch.heading = -sign as 1 | -1;
  touch.adverse = false;
  touch.slips = false;
  touch.triggers = false;
  return true;
}

export const limit: OrderType = new LimitOrder();

import type { MeetingRules, Touch, TypedOrder } from "../models/fills.ts";
import { limit } from "./limit.ts";
import type { OrderType } from "./order-type.ts";
import { AT_STOP } from "./stop.ts";

/**
 * Becomes a limit order when its stop is reached. Inside the bar that reaches the stop, the limit fills only where the bar proves
 * it: at the open or the stop when that is within the limit, or at the limit when the bar closes beyond it. A bar that
 * may have come back to the limit before the stop was reached does not fill it.
 */
class StopLimitOrder implements OrderType {
  readonly name = "stop_limit";
  readonly title = "Stop limit";
  readonly fields = { limitPrice: "required", stopPrice: "required", trail: "refused" } as const;
  readonly immediate = false;
  readonly follows = false;
  readonly waitsFor = "stop";

  meetBar(order: TypedOrder, open: number, high: number, low: number, close: number, touch: Touch): boolean {
    return touch.fills.stopLimits.meet(order, open, high, low, close, touch);
  }

  meetClose(order: TypedOrder, close: number, touch: Touch): boolean {
    return touch.fills.stopLimits.meetPrice(order, close, touch);
  }

  rule(by: MeetingRules, reached: boolean): string {
    const { stopLimits } = by.fills;
    if (!reached) return stopLimits.rule(by.fills);
    if (stopLimits.ruleReached !== "") return stopLimits.ruleReached;
    return `A stop-limit order whose stop was reached before is a limit order. ${limit.rule(by, true)}`;
  }

  asks(by: MeetingRules, reached: boolean): string {
    const { asks, asksReached } = by.fills.stopLimits;
    if (!reached) return `${AT_STOP}, and ${asks}`;
    return asksReached === "" ? limit.asks(by, true) : asksReached;
  }

  follow(): boolean {
    return false;
  }
}

export const stopLimit: OrderType = new StopLimitOrder();

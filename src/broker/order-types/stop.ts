import { AT_OPEN, meetMarket, meetStop, type MeetingRules, type Touch, type TypedOrder } from "../models/fills.ts";
import type { OrderType } from "./order-type.ts";

/**
 * Becomes a market order when its stop is reached: at the stop, or at the open of a bar that gaps through it, which is worse. What volume
 * leaves of it then goes on at the opens of the bars that follow.
 */
class StopOrder implements OrderType {
  readonly name = "stop";
  readonly title = "Stop";
  readonly fields = { limitPrice: "refused", stopPrice: "required", trail: "refused" } as const;
  readonly immediate = false;
  readonly follows = false;
  readonly waitsFor = "stop";

  meetBar(
    { sign, stopPrice, triggered }: TypedOrder,
    open: number,
    high: number,
    low: number,
    _close: number,
    touch: Touch,
  ): boolean {
    if (triggered) return meetMarket(open, touch);
    return meetStop(sign, stopPrice, open, high, low, touch.fills.gap, touch);
  }

  meetClose({ sign, stopPrice, triggered }: TypedOrder, close: number, touch: Touch): boolean {
    return triggered ? meetMarket(close, touch) : meetStop(sign, stopPrice, close, close, close, AT_OPEN, touch);
  }

  rule(by: MeetingRules, reached: boolean): string {
    if (reached) return REACHED_BEFORE;
    return `A stop order fills when its stop is reached: ${by.fills.gap.where}.`;
  }

  asks(_by: MeetingRules, reached: boolean): string {
    return reached ? "" : AT_STOP;
  }

  follow(): boolean {
    return false;
  }
}

/** What is told of a stop from the bar on that follows the one that reached it. */
export const REACHED_BEFORE =
  "A stop that was reached before is a market order, and what volume left of it fills at the open of the bar.";

/** What is asked of a price that is all there is. */
export const AT_STOP = "at its stop or beyond";

export const stop: OrderType = new StopOrder();

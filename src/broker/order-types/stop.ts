import { meetMarket } from "./market.ts";
import type { MeetingRules, OrderType, Touch, TypedOrder } from "./order-type.ts";

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
    return triggered ? meetMarket(open, touch) : meetStop(sign, stopPrice, open, high, low, touch);
  }

  meetClose({ sign, stopPrice, triggered }: TypedOrder, close: number, touch: Touch): boolean {
    return triggered ? meetMarket(close, touch) : meetStop(sign, stopPrice, close, close, close, touch);
  }

  rule(by: MeetingRules, reached: boolean): string {
    if (reached) return REACHED_BEFORE;
    return `A stop order fills when its stop is reached: ${whereStopped(by)}.`;
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

/** Where a bar that reaches a stop fills it, in words. */
export function whereStopped({ stopsHold }: MeetingRules): string {
  return stopsHold
    ? "at the stop, also in a bar that opens beyond it"
    : "at the stop, or at the open of a bar that opens beyond it";
}

/** How a stop meets a bar, or a single price given for all of open, high and low. */
export function meetStop(sign: 1 | -1, stop: number, open: number, high: number, low: number, touch: Touch): boolean {
  const beyondAtOpen = (open - stop) * sign >= 0;
  if (!beyondAtOpen && (sign === 1 ? high < stop : low > stop)) return false;
  touch.price = beyondAtOpen && !touch.stopHolds ? open : stop;
  touch.atOpen = beyondAtOpen;
  touch.level = beyondAtOpen ? open : stop;
  touch.heading = sign;
  touch.adverse = true;
  touch.slips = true;
  touch.triggers = true;
  return true;
}

export const stop: OrderType = new StopOrder();

import {
  AT_OPEN,
  matchMarket,
  matchStop,
  type RuleTextParts,
  type BarMatch,
  type MatchableOrder,
} from "../models/fills.ts";
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
  readonly trails = false;
  readonly triggerPrice = "stop";

  matchBar(
    { sign, stopPrice, triggered }: MatchableOrder,
    open: number,
    high: number,
    low: number,
    _close: number,
    touch: BarMatch,
  ): boolean {
    if (triggered) return matchMarket(open, touch);
    return matchStop(sign, stopPrice, open, high, low, touch.fills.gap, touch);
  }

  matchPrice({ sign, stopPrice, triggered }: MatchableOrder, close: number, touch: BarMatch): boolean {
    return triggered ? matchMarket(close, touch) : matchStop(sign, stopPrice, close, close, close, AT_OPEN, touch);
  }

  rule(by: RuleTextParts, reached: boolean): string {
    if (reached) return TRIGGERED_EARLIER;
    return `A stop order fills when its stop is reached: ${by.fills.gap.where}.`;
  }

  requirement(_by: RuleTextParts, reached: boolean): string {
    return reached ? "" : AT_STOP;
  }

  moveTrail(): boolean {
    return false;
  }
}

/** What is told of a stop from the bar on that follows the one that reached it. */
export const TRIGGERED_EARLIER =
  "A stop that was reached before is a market order, and what volume left of it fills at the open of the bar.";

/** What is asked of a price that is all there is. */
export const AT_STOP = "at its stop or beyond";

export const stop: OrderType = new StopOrder();

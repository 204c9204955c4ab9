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
 * Stop order, which becomes a market order when its stop is reached. It fills at the stop, or at the open of a bar that
 * gaps beyond the stop. Quantity that volume leaves unfilled fills at the opens of later bars.
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
    match: BarMatch,
  ): boolean {
    if (triggered) return matchMarket(open, match);
    return matchStop(sign, stopPrice, open, high, low, match.fills.gap, match);
  }

  matchPrice({ sign, stopPrice, triggered }: MatchableOrder, close: number, match: BarMatch): boolean {
    return triggered ? matchMarket(close, match) : matchStop(sign, stopPrice, close, close, close, AT_OPEN, match);
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

/** Text that explains a fill of a stop order that an earlier bar triggered. */
export const TRIGGERED_EARLIER =
  "A stop that an earlier bar triggered is a market order, and the quantity left unfilled for lack of volume fills at the open of the bar.";

/** Text that says which single price triggers a stop order. */
export const AT_STOP = "at its stop or beyond";

export const stop: OrderType = new StopOrder();

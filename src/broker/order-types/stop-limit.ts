import type { RuleTextParts, BarMatch, MatchableOrder } from "../models/fills.ts";
import { limit } from "./limit.ts";
import type { OrderType } from "./order-type.ts";
import { AT_STOP } from "./stop.ts";

/**
 * Stop-limit order, which becomes a limit order when its stop is reached. In that bar it fills only if the bar proves
 * the fill: at the open or the stop if that price is within the limit, or at the limit if the bar closes beyond it. A
 * bar that may have reached the limit before the stop does not fill the order.
 */
class StopLimitOrder implements OrderType {
  readonly name = "stop_limit";
  readonly title = "Stop limit";
  readonly fields = { limitPrice: "required", stopPrice: "required", trail: "refused" } as const;
  readonly immediate = false;
  readonly trails = false;
  readonly triggerPrice = "stop";

  matchBar(order: MatchableOrder, open: number, high: number, low: number, close: number, match: BarMatch): boolean {
    return match.fills.stopLimits.match(order, open, high, low, close, match);
  }

  matchPrice(order: MatchableOrder, close: number, match: BarMatch): boolean {
    return match.fills.stopLimits.matchPrice(order, close, match);
  }

  rule(by: RuleTextParts, reached: boolean): string {
    const { stopLimits } = by.fills;
    if (!reached) return stopLimits.rule(by.fills);
    if (stopLimits.triggeredRule !== "") return stopLimits.triggeredRule;
    return `A stop-limit order whose stop was triggered earlier is a limit order. ${limit.rule(by, true)}`;
  }

  requirement(by: RuleTextParts, reached: boolean): string {
    const { asks, triggeredRequirement } = by.fills.stopLimits;
    if (!reached) return `${AT_STOP}, and ${asks}`;
    return triggeredRequirement === "" ? limit.requirement(by, true) : triggeredRequirement;
  }

  moveTrail(): boolean {
    return false;
  }
}

export const stopLimit: OrderType = new StopLimitOrder();

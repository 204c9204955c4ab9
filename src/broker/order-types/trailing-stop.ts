import { withoutBinaryNoise } from "../../primitives/rounding.ts";
import {
  AT_OPEN,
  type FillRules,
  matchMarket,
  matchStop,
  type RuleTextParts,
  type BarMatch,
  type MatchableOrder,
} from "../models/fills.ts";
import type { OrderType } from "./order-type.ts";
import { AT_STOP, TRIGGERED_EARLIER } from "./stop.ts";

/**
 * Stop order that follows the best price since it became active, at a distance in price or as a fraction, and never
 * moves back. A bar is compared with the stop that earlier bars left, since inside a bar it is unknown whether the best
 * price or the stop came first. This may keep a position longer than a real trailing stop would.
 */
class TrailingStopOrder implements OrderType {
  readonly name = "trailing_stop";
  readonly title = "Trailing stop";
  readonly fields = { limitPrice: "refused", stopPrice: "refused", trail: "required" } as const;
  readonly immediate = false;
  readonly trails = true;
  readonly triggerPrice = undefined;

  matchBar(
    { sign, stopPrice, triggered }: MatchableOrder,
    open: number,
    high: number,
    low: number,
    close: number,
    match: BarMatch,
  ): boolean {
    if (triggered) return matchMarket(open, match);
    const { gap, trailFills } = match.fills;
    if (!matchStop(sign, stopPrice, open, high, low, gap, match)) return false;
    match.price = trailFills.price(sign, stopPrice, close, match.price);
    return true;
  }

  matchPrice({ sign, stopPrice, triggered }: MatchableOrder, close: number, match: BarMatch): boolean {
    return triggered ? matchMarket(close, match) : matchStop(sign, stopPrice, close, close, close, AT_OPEN, match);
  }

  rule({ fills: { gap, trail, trailFills } }: RuleTextParts, reached: boolean): string {
    if (reached) return TRIGGERED_EARLIER;
    return `A trailing stop follows at its distance the best ${trail.word} of earlier bars, and fills as a stop: ${trailFills.where(gap)}.`;
  }

  requirement(_by: RuleTextParts, reached: boolean): string {
    return reached ? "" : AT_STOP;
  }

  moveTrail(order: MatchableOrder, best: number, { trailFills }: FillRules): boolean {
    if (order.triggered || (best - order.waterMark) * order.sign >= 0 || !trailFills.movesTo(order, best)) return false;
    order.waterMark = best;
    const distance = order.trailPercent > 0 ? Math.abs(best) * order.trailPercent : order.trailAmount;
    order.stopPrice = withoutBinaryNoise(best + order.sign * distance);
    return true;
  }
}

export const trailingStop: OrderType = new TrailingStopOrder();

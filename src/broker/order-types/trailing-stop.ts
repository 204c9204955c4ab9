import { withoutBinaryNoise } from "../../primitives/rounding.ts";
import {
  AT_OPEN,
  type FillRules,
  meetMarket,
  meetStop,
  type MeetingRules,
  type Touch,
  type TypedOrder,
} from "../models/fills.ts";
import type { OrderType } from "./order-type.ts";
import { AT_STOP, REACHED_BEFORE } from "./stop.ts";

/**
 * A stop that follows the best price since it began to work, at a distance in price or as a share of it, and never steps back. It follows
 * completed bars only: inside a bar nobody knows whether the best price or the stop came first, so the bar meets the stop where the bars
 * before left it. This errs on the side of staying in the market.
 */
class TrailingStopOrder implements OrderType {
  readonly name = "trailing_stop";
  readonly title = "Trailing stop";
  readonly fields = { limitPrice: "refused", stopPrice: "refused", trail: "required" } as const;
  readonly immediate = false;
  readonly follows = true;
  readonly waitsFor = undefined;

  meetBar(
    { sign, stopPrice, triggered }: TypedOrder,
    open: number,
    high: number,
    low: number,
    close: number,
    touch: Touch,
  ): boolean {
    if (triggered) return meetMarket(open, touch);
    const { gap, trailFills } = touch.fills;
    if (!meetStop(sign, stopPrice, open, high, low, gap, touch)) return false;
    touch.price = trailFills.price(sign, stopPrice, close, touch.price);
    return true;
  }

  meetClose({ sign, stopPrice, triggered }: TypedOrder, close: number, touch: Touch): boolean {
    return triggered ? meetMarket(close, touch) : meetStop(sign, stopPrice, close, close, close, AT_OPEN, touch);
  }

  rule({ fills: { gap, trail, trailFills } }: MeetingRules, reached: boolean): string {
    if (reached) return REACHED_BEFORE;
    return `A trailing stop follows at its distance from the best ${trail.word} of the bars before, and fills as a stop: ${trailFills.where(gap)}.`;
  }

  asks(_by: MeetingRules, reached: boolean): string {
    return reached ? "" : AT_STOP;
  }

  follow(order: TypedOrder, best: number, { trailFills }: FillRules): boolean {
    if (order.triggered || (best - order.waterMark) * order.sign >= 0 || !trailFills.moves(order, best)) return false;
    order.waterMark = best;
    const distance = order.trailPercent > 0 ? Math.abs(best) * order.trailPercent : order.trailAmount;
    order.stopPrice = withoutBinaryNoise(best + order.sign * distance);
    return true;
  }
}

export const trailingStop: OrderType = new TrailingStopOrder();

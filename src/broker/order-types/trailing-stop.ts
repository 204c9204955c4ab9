import { decimal } from "../../primitives/rounding.ts";
import { meetMarket } from "./market.ts";
import type { MeetingRules, OrderType, Touch, TypedOrder } from "./order-type.ts";
import { AT_STOP, meetStop, REACHED_BEFORE, whereStopped } from "./stop.ts";

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
    if (!meetStop(sign, stopPrice, open, high, low, touch)) return false;
    if (touch.trailsToClose) touch.price = sign * Math.max(sign * stopPrice, sign * close);
    return true;
  }

  meetClose({ sign, stopPrice, triggered }: TypedOrder, close: number, touch: Touch): boolean {
    return triggered ? meetMarket(close, touch) : meetStop(sign, stopPrice, close, close, close, touch);
  }

  rule(by: MeetingRules, reached: boolean): string {
    if (reached) return REACHED_BEFORE;
    const best = by.trailFollows === "closes" ? "close" : "price";
    const where = by.trailsToClose
      ? "at the stop, or at the close of the bar that reaches it where that is worse"
      : whereStopped(by);
    return `A trailing stop stands at its distance from the best ${best} of the bars before, and fills as a stop: ${where}.`;
  }

  asks(_by: MeetingRules, reached: boolean): string {
    return reached ? "" : AT_STOP;
  }

  follow(order: TypedOrder, high: number, low: number, trailsToClose: boolean): boolean {
    const best = order.sign === -1 ? high : low;
    const { waterMark, stopPrice, trailPercent: share } = order;
    if (order.triggered || (best - waterMark) * order.sign >= 0) return false;
    if (trailsToClose && order.sign === 1 && stopPrice - best <= (stopPrice * share) / (1 - share)) return false;
    order.waterMark = best;
    const distance = order.trailPercent > 0 ? Math.abs(best) * order.trailPercent : order.trailAmount;
    order.stopPrice = decimal(best + order.sign * distance);
    return true;
  }
}

export const trailingStop: OrderType = new TrailingStopOrder();

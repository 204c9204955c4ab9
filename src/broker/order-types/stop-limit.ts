import { MISSING } from "../../primitives/column.ts";
import { limit, meetLimit } from "./limit.ts";
import type { MeetingRules, OrderType, Touch, TypedOrder } from "./order-type.ts";
import { AT_STOP, meetStop, whereStopped } from "./stop.ts";

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
    const { sign, limitPrice } = order;
    if (touch.stopLimit === "by-close") return meetByClose(order, high, low, close, touch);
    if (order.triggered) return meetLimit(sign, limitPrice, open, high, low, touch);
    if (!meetStop(sign, order.stopPrice, open, high, low, touch)) return false;
    const reachedAt = touch.price;
    const { atOpen, level } = touch;
    touch.slips = false;
    if (touch.stopLimit === "turned" && !atOpen) touch.slips = (order.stopPrice - limitPrice) * sign <= 0;
    if (touch.stopLimit === "at-stop") {
      const reached = sign === 1 ? low <= limitPrice : high >= limitPrice;
      touch.price = reached && (order.stopPrice - limitPrice) * sign < 0 ? order.stopPrice : MISSING[0]!;
      return true;
    }
    if ((reachedAt - limitPrice) * sign <= 0) return true;
    if (atOpen && meetLimit(sign, limitPrice, open, high, low, touch)) {
      touch.triggers = true;
      return true;
    }
    const beyond = (limitPrice - close) * sign;
    const turned = touch.stopLimit !== "turned" || (sign === 1 ? close < open : close >= open);
    const back = !atOpen && turned && (beyond > 0 || (beyond === 0 && !touch.strict));
    touch.price = back ? limitPrice : MISSING[0]!;
    touch.atOpen = atOpen;
    touch.level = level;
    touch.triggers = true;
    return true;
  }

  meetClose(order: TypedOrder, close: number, touch: Touch): boolean {
    // Where one price is all there is, it cannot have filled at another.
    if (touch.stopLimit === "at-stop") touch.stopLimit = "proven";
    return this.meetBar(order, close, close, close, close, touch);
  }

  rule(by: MeetingRules, reached: boolean): string {
    if (by.stopLimit === "by-close") return BY_CLOSE;
    if (reached) return `A stop-limit order whose stop was reached before is a limit order. ${limit.rule(by, true)}`;
    const becomes = "A stop-limit order becomes a limit order when its stop is reached, and fills in that bar only";
    if (by.stopLimit === "at-stop")
      return `${becomes} at its stop, where the limit lies beyond that and the bar reaches it too.`;
    const beyond = by.strictLimits ? "beyond it" : "at it or beyond";
    const back = by.stopLimit === "turned" ? `goes against the order and closes ${beyond}` : `closes ${beyond}`;
    return `${becomes} where the bar proves it: ${whereStopped(by)}, if that is within the limit; else at the limit, if the bar comes to it from an open beyond both, or ${back}.`;
  }

  asks(by: MeetingRules, reached: boolean): string {
    const within =
      by.stopLimit === "by-close" ? "beyond its limit" : reached ? limit.asks(by, true) : "within its limit";
    return reached ? within : `${AT_STOP}, and ${within}`;
  }

  follow(): boolean {
    return false;
  }
}

const BY_CLOSE =
  "A stop-limit order fills when its stop has been reached and a bar closes beyond its limit: at the limit, or at the end of that bar which is nearer to it.";

/**
 * The close alone tells: beyond the limit it fills at the limit, or at the end of the bar that is nearer to where the price came from. Source: LEAN's
 * fill of shares.
 */
function meetByClose(
  { sign, limitPrice, stopPrice, triggered }: TypedOrder,
  high: number,
  low: number,
  close: number,
  touch: Touch,
): boolean {
  if (!triggered && (sign === 1 ? high <= stopPrice : low >= stopPrice)) return false;
  const fills = (limitPrice - close) * sign > 0;
  touch.price = fills ? (sign === 1 ? Math.min(high, limitPrice) : Math.max(low, limitPrice)) : MISSING[0]!;
  touch.atOpen = false;
  touch.level = triggered ? limitPrice : stopPrice;
  touch.heading = sign;
  touch.adverse = true;
  touch.slips = false;
  touch.triggers = true;
  return true;
}

export const stopLimit: OrderType = new StopLimitOrder();

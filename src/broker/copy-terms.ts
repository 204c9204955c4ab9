import type { OrderChanges } from "./intake.ts";
import type { Order } from "./order.ts";

/** Gives a draft the terms of another order, with changes. */
export function copyTerms(old: Order, next: Order, changes: OrderChanges): void {
  next.limitPrice = changes.limitPrice ?? old.limitPrice;
  next.stopPrice = changes.stopPrice ?? old.stopPrice;
  next.trailAmount = changes.trailAmount ?? (changes.trailPercent === undefined ? old.trailAmount : NaN);
  next.trailPercent = changes.trailPercent ?? (changes.trailAmount === undefined ? old.trailPercent : NaN);
  next.timeInForce = changes.timeInForce ?? old.timeInForce;
  next.expiresAt = changes.expiresAt ?? old.expiresAt;
  next.reduceOnly = old.reduceOnly;
  next.extendedHours = old.extendedHours;
  // A trail goes on from the best price that it has seen.
  next.waterMark = old.waterMark;
  next.tag = old.tag;
}

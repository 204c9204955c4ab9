import { MISSING } from "../primitives/column.ts";
import type { Order } from "./order.ts";

/** What of a live order may be changed; what is left out stays. */
export interface OrderChanges {
  /** Units in all, those already filled included. */
  readonly quantity?: number | undefined;
  readonly limitPrice?: number | undefined;
  readonly stopPrice?: number | undefined;
  readonly trailAmount?: number | undefined;
  readonly trailPercent?: number | undefined;
  readonly timeInForce?: Order["timeInForce"] | undefined;
  readonly expiresAt?: number | undefined;
}

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
  // A stop that was reached stays so, unless it is another one now.
  const { stopPrice, trailAmount, trailPercent } = changes;
  next.triggered = old.triggered && (stopPrice ?? trailAmount ?? trailPercent) === undefined;
  next.triggeredAt = MISSING[0]!;
  next.tag = old.tag;
}

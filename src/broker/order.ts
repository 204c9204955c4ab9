import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import { withoutBinaryNoise, floorToStep, snapToStep } from "../primitives/rounding.ts";
import { STATUS, type ReasonCode, type StatusCode } from "./order-codes.ts";
import type { FieldsWith } from "./order-fields.ts";
import type { Size } from "./sizing.ts";
import type { OrderType } from "./order-types/order-type.ts";
import { timesInForce, type TimeInForceRule } from "./times-in-force.ts";

/** Changes to a live order. `quantity` is the total in units, including those already filled. Omitted fields keep their value. */
export type OrderChanges = {
  readonly [Name in FieldsWith<{ changes: true }>]?: Order[Name] | undefined;
} & { readonly quantity?: number | undefined };

/**
 * Live order. All types share one shape and differ in the methods of their `type`. Objects are reused after an order ends, so refer to an
 * order by its id.
 */
export class Order {
  /** Number of the order, from 1 in order of submission; 0 until submitted. */
  id = 0;
  feed: Feed;
  type: OrderType;
  /** 1 to buy, -1 to sell. */
  sign: 1 | -1 = 1;
  /** Requested size; `quantity` is the number of units it was converted to. */
  size: Size;
  quantity = 0.5;
  /** Limit price; NaN if there is none, as for all prices of an order. */
  limitPrice = 0.5;
  stopPrice = 0.5;
  trailAmount = MISSING[0]!;
  trailPercent = MISSING[0]!;
  waterMark = MISSING[0]!;
  timeInForce: TimeInForceRule = timesInForce.day;
  expiresAt = MISSING[0]!;
  reduceOnly = false;
  extendedHours = false;
  tag = "";
  submittedAt = 0.5;
  /** Time at which the order reaches the market: `submittedAt` plus the latency, epoch milliseconds. */
  eligibleAt = 0.5;
  /**
   * Ids of related orders; 0 for none: the entry that this exit protects, the order that it replaced, and the first order of its OCO group.
   */
  parentId = 0;
  replaces = 0;
  groupId = 0;
  /** Whether the order has exits that its fills activate. */
  protectedByOthers = false;
  /** Whether the broker created the order to liquidate or to end a run. Commands cannot cancel or replace it. */
  forced = false;
  /** Whether the size is converted to a quantity at the fill. */
  sizedAtFill = false;
  status: StatusCode = STATUS.accepted;
  reason: ReasonCode = 0;
  filledQuantity = 0.5;
  /** Commission and units of all fills so far, if a model needs them. Units are those of each fill, not adjusted for later splits. */
  commission = 0.5;
  charged = 0.5;
  /** Value of all fills so far: price × quantity. */
  filledValue = 0.5;
  /** Whether the stop was triggered: the order then acts as a market or limit order. */
  triggered = false;
  /** Time of the trigger; NaN if a replacement inherited the trigger. */
  triggeredAt = MISSING[0]!;
  /** Whether a price triggered the order when no volume was left for it. */
  missed = false;
  /** Whether a close has reached the order's limit. Some fill rules then accept any later close. */
  reached = false;
  /** Index of the bar that was forming when the order became eligible. In that bar only the close can fill it. -1 for none. */
  insideBar = -1;
  /** Index of the first bar that can fill the order; -1 for any. */
  firstBar = -1;
  /** Sort key among order ids, for an exit activated after later orders were submitted; 0 to use its own id. */
  place = 0;
  /** Value of `isSpecial` when the order was added. */
  special = false;
  /**
   * One of `ENTRY_BAR_USE`: how an exit may use the bar in which its entry filled. `bornAt` is the entry's price if the entry filled inside
   * that bar.
   */
  newborn: 0 | 1 | 2 | 3 | 4 = 0;
  /** Index of the bar in which the fill of its entry activated the exit; -1 for none. */
  wokenIn = -1;
  bornAt = MISSING[0]!;
  /** Index in the list of open orders; -1 if it is not there. */
  slot = -1;
  /** Whether the list of open orders has counted the order as ended. */
  gone = false;

  constructor(feed: Feed, type: OrderType, size: Size) {
    this.feed = feed;
    this.type = type;
    this.size = size;
  }

  /** Units still to fill, snapped to the lot to remove binary noise: 0.3 less 0.2 is a lot of 0.1. */
  get remaining(): number {
    const { quantity, filledQuantity } = this;
    return filledQuantity === 0 ? quantity : snapToStep(quantity - filledQuantity, this.feed.instrument.lot);
  }

  /** Copies the terms of another order, with changes. */
  takeTerms(old: Order, changes: OrderChanges): void {
    this.limitPrice = changes.limitPrice ?? old.limitPrice;
    this.stopPrice = changes.stopPrice ?? old.stopPrice;
    this.trailAmount = changes.trailAmount ?? (changes.trailPercent === undefined ? old.trailAmount : NaN);
    this.trailPercent = changes.trailPercent ?? (changes.trailAmount === undefined ? old.trailPercent : NaN);
    this.timeInForce = changes.timeInForce ?? old.timeInForce;
    this.expiresAt = changes.expiresAt ?? old.expiresAt;
    this.reduceOnly = old.reduceOnly;
    this.extendedHours = old.extendedHours;
    // A replaced trail continues from the best price seen so far.
    this.waterMark = old.waterMark;
    // A triggered stop stays triggered unless its stop price or trail changes.
    const { stopPrice, trailAmount, trailPercent } = changes;
    this.triggered = old.triggered && (stopPrice ?? trailAmount ?? trailPercent) === undefined;
    this.triggeredAt = MISSING[0]!;
    this.tag = old.tag;
  }

  /**
   * Adjusts the order for a split. Multiplies quantities by the ratio and floors the remainder to the lot; divides prices and trail amounts
   * by it.
   */
  split(ratio: number): void {
    // After a 1:10 reverse split a limit of 0.7 must be exactly 7, or a bar that touches 7 would miss it.
    this.limitPrice = withoutBinaryNoise(this.limitPrice / ratio);
    this.stopPrice = withoutBinaryNoise(this.stopPrice / ratio);
    this.trailAmount = withoutBinaryNoise(this.trailAmount / ratio);
    this.waterMark = withoutBinaryNoise(this.waterMark / ratio);
    this.filledQuantity = withoutBinaryNoise(this.filledQuantity * ratio);
    const left = floorToStep(Math.max(0, this.quantity * ratio - this.filledQuantity), this.feed.instrument.lot);
    this.quantity = withoutBinaryNoise(this.filledQuantity + left);
  }

  /** Whether the order is working: its session is open and it may fill at the next price. */
  get working(): boolean {
    return this.status === STATUS.new || this.status === STATUS.partially_filled;
  }

  /** Whether the order may still fill. */
  get live(): boolean {
    return this.status <= STATUS.partially_filled;
  }

  /** Whether the order needs more than matching against bars. Valid once its terms are set. */
  get isSpecial(): boolean {
    return (
      !this.timeInForce.rests ||
      this.timeInForce.endsAtTime ||
      this.type.trails ||
      this.groupId !== 0 ||
      this.parentId !== 0 ||
      this.protectedByOthers ||
      this.extendedHours ||
      this.forced ||
      this.eligibleAt > this.submittedAt
    );
  }
}

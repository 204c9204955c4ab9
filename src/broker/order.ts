import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import { withoutBinaryNoise, floorToStep, snapToStep } from "../primitives/rounding.ts";
import { STATUS, type ReasonCode, type StatusCode } from "./order-codes.ts";
import type { FieldsWith } from "./order-fields.ts";
import type { Size } from "./sizing.ts";
import type { OrderType } from "./order-types/order-type.ts";
import { timesInForce, type TimeInForceRule } from "./times-in-force.ts";

/**
 * Changes to a live order. `quantity` is the total number of units, including those already filled. Omitted fields keep
 * their values.
 */
export type OrderChanges = {
  readonly [Name in FieldsWith<{ changes: true }>]?: Order[Name] | undefined;
} & { readonly quantity?: number | undefined };

/**
 * Live order. Orders of all types have the same fields and differ in the methods of their `type`. Objects are reused
 * after an order ends, so refer to an order by its id.
 */
export class Order {
  /** Id of the order: its number in the sequence of submission, from 1. 0 before submission. */
  id = 0;
  feed: Feed;
  type: OrderType;
  /** Side of the order: 1 to buy, -1 to sell. */
  sign: 1 | -1 = 1;
  /** Requested size of the order. `quantity` is the number of units that follows from it. */
  size: Size;
  quantity = 0.5;
  /** Limit price. Missing prices of an order are NaN. */
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
   * Ids of the entry that this exit belongs to, of the order that it replaced, and of the first order of its OCO group;
   * 0 for none.
   */
  parentId = 0;
  replaces = 0;
  groupId = 0;
  /** Whether the order has exits, which its fills activate. */
  protectedByOthers = false;
  /**
   * Whether the broker itself created the order, to liquidate a position or to end a run. Commands cannot cancel or
   * replace it.
   */
  forced = false;
  /** Whether the size becomes a quantity only at the fill. */
  sizedAtFill = false;
  status: StatusCode = STATUS.accepted;
  reason: ReasonCode = 0;
  filledQuantity = 0.5;
  /**
   * Commission and units of all fills so far, if a model needs them. Units are those at each fill, not adjusted for
   * later splits.
   */
  commission = 0.5;
  charged = 0.5;
  /** Sum of price × quantity over all fills so far. */
  filledValue = 0.5;
  /** Whether the stop was triggered. The order then acts as a market or limit order. */
  triggered = false;
  /** Time of the trigger, or NaN if the order inherited the trigger as a replacement. */
  triggeredAt = MISSING[0]!;
  /** Whether a price triggered the order when no volume was left for a fill. */
  missed = false;
  /** Whether a close has reached the order's limit. With some fill rules the order then accepts any later close. */
  reached = false;
  /**
   * Index of the bar that was forming when the order became eligible, or -1. In that bar only the close can fill the
   * order.
   */
  insideBar = -1;
  /** Index of the first bar that can fill the order, or -1 for any bar. */
  firstBar = -1;
  /** Position among order ids for an exit activated after later orders were submitted, or 0 for its own id. */
  place = 0;
  /** Value of `isSpecial` when the order was added to the open orders. */
  special = false;
  /**
   * How an exit may fill in the bar in which its entry filled: a value of `ENTRY_BAR_USE`. `bornAt` is the entry's
   * price if the entry filled inside that bar.
   */
  newborn: 0 | 1 | 2 | 3 | 4 = 0;
  /** Index of the bar in which a fill of the entry activated the exit, or -1. */
  wokenIn = -1;
  bornAt = MISSING[0]!;
  /** Index of the order in the list of open orders, or -1 if it is not in the list. */
  slot = -1;
  /** Whether the list of open orders has counted the order as ended. */
  gone = false;

  constructor(feed: Feed, type: OrderType, size: Size) {
    this.feed = feed;
    this.type = type;
    this.size = size;
  }

  /** Units still to fill, rounded to the lot: 0.3 less 0.2 is one lot of 0.1, without binary noise. */
  get remaining(): number {
    const { quantity, filledQuantity } = this;
    return filledQuantity === 0 ? quantity : snapToStep(quantity - filledQuantity, this.feed.instrument.lot);
  }

  /** Copies the terms of the order that this one replaces, with changes. */
  takeTerms(old: Order, changes: OrderChanges): void {
    this.limitPrice = changes.limitPrice ?? old.limitPrice;
    this.stopPrice = changes.stopPrice ?? old.stopPrice;
    this.trailAmount = changes.trailAmount ?? (changes.trailPercent === undefined ? old.trailAmount : NaN);
    this.trailPercent = changes.trailPercent ?? (changes.trailAmount === undefined ? old.trailPercent : NaN);
    this.timeInForce = changes.timeInForce ?? old.timeInForce;
    this.expiresAt = changes.expiresAt ?? old.expiresAt;
    this.reduceOnly = old.reduceOnly;
    this.extendedHours = old.extendedHours;
    // The replacement of a trailing stop keeps the best price so far.
    this.waterMark = old.waterMark;
    // The replacement of a triggered stop is triggered too, unless its stop price or trail changes.
    const { stopPrice, trailAmount, trailPercent } = changes;
    this.triggered = old.triggered && (stopPrice ?? trailAmount ?? trailPercent) === undefined;
    this.triggeredAt = MISSING[0]!;
    this.tag = old.tag;
  }

  /**
   * Adjusts the order for a split: multiplies quantities by the ratio and rounds what remains down to the lot, and
   * divides prices and trail amounts by the ratio.
   */
  split(ratio: number): void {
    // After a reverse split of 1 for 10, a limit of 0.7 must be exactly 7, so that a bar which touches 7 fills it.
    this.limitPrice = withoutBinaryNoise(this.limitPrice / ratio);
    this.stopPrice = withoutBinaryNoise(this.stopPrice / ratio);
    this.trailAmount = withoutBinaryNoise(this.trailAmount / ratio);
    this.waterMark = withoutBinaryNoise(this.waterMark / ratio);
    this.filledQuantity = withoutBinaryNoise(this.filledQuantity * ratio);
    const left = floorToStep(Math.max(0, this.quantity * ratio - this.filledQuantity), this.feed.instrument.lot);
    this.quantity = withoutBinaryNoise(this.filledQuantity + left);
  }

  /** Whether the order is working: its session is open and the next price may fill it. */
  get working(): boolean {
    return this.status === STATUS.new || this.status === STATUS.partially_filled;
  }

  /** Whether the order may still fill. */
  get live(): boolean {
    return this.status <= STATUS.partially_filled;
  }

  /** Whether the order needs more than matching against bars. Valid once all terms of the order are set. */
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

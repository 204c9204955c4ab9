import type { Feed } from "../market/feed.ts";
import { MISSING } from "../primitives/column.ts";
import { decimal, floorToStep, snapToStep } from "../primitives/rounding.ts";
import { STATUS, type ReasonCode, type StatusCode } from "./order-codes.ts";
import type { FieldsWith } from "./order-fields.ts";
import type { Size } from "./sizing.ts";
import type { OrderType } from "./order-types/order-type.ts";
import { timesInForce, type TimeInForceRule } from "./times-in-force.ts";

/** The fields of a live order that may be changed, and `quantity`, units in all, those already filled included; what is left out stays. */
export type OrderChanges = {
  readonly [Name in FieldsWith<{ changes: true }>]?: Order[Name] | undefined;
} & { readonly quantity?: number | undefined };

/**
 * An order while it lives. One shape for all types: what differs is its type's answers. The objects of orders that have ended are used again, so
 * nobody keeps one: an order is known by its id.
 */
export class Order {
  /** Counts from 1 in order of submission; 0 until submitted. */
  id = 0;
  feed: Feed;
  type: OrderType;
  /** 1 to buy, -1 to sell. */
  sign: 1 | -1 = 1;
  /** What was asked for; `quantity` is what it came to when it was submitted. */
  size: Size;
  quantity = 0.5;
  /** A missing price is NaN. */
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
  /** With latency: the moment at which it reaches the market. */
  eligibleAt = 0.5;
  /** The order that it protects, the order that it replaced, and the first of those that cancel each other; 0 for none. */
  parentId = 0;
  replaces = 0;
  groupId = 0;
  /** Orders wait for its fills. */
  protectedByOthers = false;
  /** The broker's own, by which it liquidates or ends a run: nobody's command cancels it or puts another in its place. */
  forced = false;
  /** Its size becomes a quantity at the fill. */
  sizedAtFill = false;
  status: StatusCode = STATUS.accepted;
  reason: ReasonCode = 0;
  filledQuantity = 0.5;
  /** Commission and units of all its fills so far, where models ask for them; units as they were filled, whatever was split since. */
  commission = 0.5;
  charged = 0.5;
  /** Money of all its fills so far, price × quantity. */
  filledValue = 0.5;
  /** A stop that was reached: from then on it is what it turns into. */
  triggered = false;
  /** When that was; missing for one that took it over from the order that it replaced. */
  triggeredAt = MISSING[0]!;
  /** It met a price at which volume left nothing for it. */
  missed = false;
  /** A close has reached its limit, where that is once for all. */
  reached = false;
  /** The bar that was forming when the order became eligible: of that bar only the close is its own; -1 when none was. */
  insideBar = -1;
  /** The first bar that it may meet at all; -1 for any. */
  firstBar = -1;
  /** Where it stands among orders by id, when it woke after others were given; 0 for its own id. */
  place = 0;
  /** It needs care, noted when it is entered. */
  special = false;
  /** Its position was entered in the bar that just closed: at the open, or inside it at the price `bornAt`. */
  newborn: 0 | 1 | 2 | 3 | 4 = 0;
  /** The bar in which its entry filled and woke it; -1 for none. */
  wokenIn = -1;
  bornAt = MISSING[0]!;
  /** Its place among the open orders; -1 for one that is not among them. */
  slot = -1;
  /** The open orders know that it has ended. */
  gone = false;

  constructor(feed: Feed, type: OrderType, size: Size) {
    this.feed = feed;
    this.type = type;
    this.size = size;
  }

  /** Units that it still wants, without the noise of binary differences: 0.3 less 0.2 is a lot of 0.1. */
  get remaining(): number {
    const { quantity, filledQuantity } = this;
    return filledQuantity === 0 ? quantity : snapToStep(quantity - filledQuantity, this.feed.instrument.lot);
  }

  /** Takes the terms of another order, with changes. */
  takeTerms(old: Order, changes: OrderChanges): void {
    this.limitPrice = changes.limitPrice ?? old.limitPrice;
    this.stopPrice = changes.stopPrice ?? old.stopPrice;
    this.trailAmount = changes.trailAmount ?? (changes.trailPercent === undefined ? old.trailAmount : NaN);
    this.trailPercent = changes.trailPercent ?? (changes.trailAmount === undefined ? old.trailPercent : NaN);
    this.timeInForce = changes.timeInForce ?? old.timeInForce;
    this.expiresAt = changes.expiresAt ?? old.expiresAt;
    this.reduceOnly = old.reduceOnly;
    this.extendedHours = old.extendedHours;
    // A trail goes on from the best price that it has seen.
    this.waterMark = old.waterMark;
    // A stop that was reached stays so, unless it is another one now.
    const { stopPrice, trailAmount, trailPercent } = changes;
    this.triggered = old.triggered && (stopPrice ?? trailAmount ?? trailPercent) === undefined;
    this.triggeredAt = MISSING[0]!;
    this.tag = old.tag;
  }

  /** States it in units after a split: quantities times the ratio, what is left floored to the lot, prices and trails divided by it. */
  split(ratio: number): void {
    // A limit of 0.7 is one of 7 after one for ten, which a bar that goes to 7 reaches, and not the next binary number.
    this.limitPrice = decimal(this.limitPrice / ratio);
    this.stopPrice = decimal(this.stopPrice / ratio);
    this.trailAmount = decimal(this.trailAmount / ratio);
    this.waterMark = decimal(this.waterMark / ratio);
    this.filledQuantity = decimal(this.filledQuantity * ratio);
    const left = floorToStep(Math.max(0, this.quantity * ratio - this.filledQuantity), this.feed.instrument.lot);
    this.quantity = decimal(this.filledQuantity + left);
  }

  /** Its session is on and it may fill at the next price. */
  get working(): boolean {
    return this.status === STATUS.new || this.status === STATUS.partially_filled;
  }

  /** It may still fill. */
  get live(): boolean {
    return this.status <= STATUS.partially_filled;
  }

  /** Whether more must be looked after than whether a bar reaches it. Known once its terms are. */
  get needsCare(): boolean {
    return (
      !this.timeInForce.rests ||
      this.timeInForce.endsAtTime ||
      this.type.follows ||
      this.groupId !== 0 ||
      this.parentId !== 0 ||
      this.protectedByOthers ||
      this.extendedHours ||
      this.forced ||
      this.eligibleAt > this.submittedAt
    );
  }
}

import type { Feed } from "../market/feed.ts";
import { STATUS, type ReasonCode, type StatusCode } from "./order-codes.ts";
import type { TimeInForce } from "./order-record.ts";
import type { Size } from "./sizing.ts";
import type { OrderType } from "./order-types/order-type.ts";

/** What a strategy or a client asks for. A missing price is NaN. */
export interface OrderTerms {
  readonly type: OrderType;
  /** 1 to buy, -1 to sell. */
  readonly sign: 1 | -1;
  readonly size: Size;
  readonly limitPrice: number;
  readonly stopPrice: number;
  readonly timeInForce: TimeInForce;
  readonly tag: string;
}

/**
 * An order while it lives. One shape for all types: what differs is its type's answers. The objects of orders that have ended are used again, so
 * nobody keeps one: an order is known by its id.
 */
export class Order implements OrderTerms {
  /** Counts from 1 in order of submission; 0 until submitted. */
  id = 0;
  feed: Feed;
  type: OrderType;
  sign: 1 | -1 = 1;
  /** What was asked for; `quantity` is what it came to when it was submitted. */
  size: Size;
  quantity = 0.5;
  limitPrice = 0.5;
  stopPrice = 0.5;
  timeInForce: TimeInForce = "day";
  tag = "";
  submittedAt = 0.5;
  status: StatusCode = STATUS.accepted;
  reason: ReasonCode = 0;
  filledQuantity = 0.5;
  /** Money of all its fills so far, price × quantity. */
  filledValue = 0.5;
  /** A stop that was reached: from then on it is what it turns into. */
  triggered = false;
  /** The bar that was forming when the order became eligible: of that bar only the close is its own; -1 when none was. */
  insideBar = -1;

  constructor(feed: Feed, type: OrderType, size: Size) {
    this.feed = feed;
    this.type = type;
    this.size = size;
  }

  get remaining(): number {
    return this.quantity - this.filledQuantity;
  }

  /** Its session is on and it may fill at the next price. */
  get working(): boolean {
    return this.status === STATUS.new || this.status === STATUS.partially_filled;
  }

  /** It may still fill. */
  get live(): boolean {
    return this.status <= STATUS.partially_filled;
  }
}

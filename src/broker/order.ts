import type { Feed } from "../market/feed.ts";
import type { OrderReason, OrderStatus, TimeInForce } from "./order-record.ts";
import type { OrderType } from "./order-types/order-type.ts";

/** What an order is made from, its quantity aside. A missing price is NaN. */
export interface OrderTerms {
  readonly type: OrderType;
  /** 1 to buy, -1 to sell. */
  readonly sign: 1 | -1;
  readonly limitPrice: number;
  readonly stopPrice: number;
  readonly timeInForce: TimeInForce;
  readonly tag: string;
}

/** An order while it lives. One shape for all types: what differs is its type's answers. */
export class Order {
  readonly id: number;
  readonly feed: Feed;
  readonly type: OrderType;
  readonly sign: 1 | -1;
  readonly quantity: number;
  readonly limitPrice: number;
  readonly stopPrice: number;
  readonly timeInForce: TimeInForce;
  readonly tag: string;
  readonly submittedAt: number;
  status: OrderStatus = "accepted";
  reason: OrderReason = "";
  filledQuantity = 0;
  /** Money of all its fills so far, price × quantity. */
  filledValue = 0.5;
  /** A stop that was reached: from then on it is what it turns into. */
  triggered = false;
  /** The bar that was forming when the order became eligible: of that bar only the close is its own; -1 when none was. */
  insideBar = -1;

  constructor(id: number, feed: Feed, terms: OrderTerms, quantity: number, submittedAt: number) {
    this.id = id;
    this.feed = feed;
    this.type = terms.type;
    this.sign = terms.sign;
    this.quantity = quantity;
    this.limitPrice = terms.limitPrice;
    this.stopPrice = terms.stopPrice;
    this.timeInForce = terms.timeInForce;
    this.tag = terms.tag;
    this.submittedAt = submittedAt;
    this.filledValue = 0;
  }

  get remaining(): number {
    return this.quantity - this.filledQuantity;
  }

  /** Its session is on and it may fill at the next price. */
  get working(): boolean {
    return this.status === "new" || this.status === "partially_filled";
  }

  /** It may still fill. */
  get live(): boolean {
    return this.status === "accepted" || this.status === "new" || this.status === "partially_filled";
  }
}

import type { Side } from "../ledger/records.ts";

export type OrderKind = "market" | "limit" | "stop" | "stop_limit";

export type TimeInForce = "day" | "gtc";

/**
 * Life of an order. `accepted` waits for its session, `new` works; `filled canceled expired rejected` are the ends.
 */
export type OrderStatus = "accepted" | "new" | "partially_filled" | "filled" | "canceled" | "expired" | "rejected";

export type OrderEventKind =
  | "accepted"
  | "new"
  | "triggered"
  | "partial_fill"
  | "fill"
  | "canceled"
  | "expired"
  | "rejected";

/**
 * Why an order was refused or ended early: more than cash or position allow; less than one lot after rounding; no price known yet;
 * canceled by the strategy, by its own `close()`, or by the end of its session.
 */
export type OrderReason =
  | ""
  | "insufficient_funds"
  | "insufficient_position"
  | "quantity_below_lot"
  | "no_price"
  | "requested"
  | "position_closed"
  | "session_closed";

/** An order as it stands. */
export interface OrderRecord {
  /** Counts from 1 in order of submission. */
  readonly id: number;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderKind;
  readonly timeInForce: TimeInForce;
  readonly quantity: number;
  readonly filledQuantity: number;
  /** NaN until something filled. */
  readonly averageFillPrice: number;
  readonly limitPrice: number | undefined;
  readonly stopPrice: number | undefined;
  readonly status: OrderStatus;
  readonly reason: OrderReason;
  readonly submittedAt: number;
  readonly tag: string;
}

/** One step in an order's life. */
export interface OrderEvent {
  readonly sequence: number;
  readonly time: number;
  readonly orderId: number;
  readonly event: OrderEventKind;
  readonly reason: OrderReason;
}

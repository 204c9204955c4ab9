import type { Side } from "../ledger/records.ts";
import type { EVENT, REASON, STATUS } from "./order-codes.ts";

/** The names of the types of orders, in the order in which lists show them. */
export const ORDER_KINDS = ["market", "limit", "stop", "stop_limit", "trailing_stop"] as const;

export type OrderKind = (typeof ORDER_KINDS)[number];

/** The names of the times in force, in the order in which lists show them. */
export const TIMES_IN_FORCE = ["day", "gtc", "gtd", "ioc", "fok", "opg", "cls"] as const;

/**
 * How long an order lives: for the session; until canceled; until a moment; at once, as far as it goes, or wholly or not at all; in the
 * opening or in the closing auction alone.
 */
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/**
 * Life of an order. `accepted` waits for its session or is on its way, `held` waits for the order that it protects, `new` works;
 * `filled canceled expired rejected replaced` are the ends.
 */
export type OrderStatus = keyof typeof STATUS;

/** A step in the life of an order. */
export type OrderEventKind = keyof typeof EVENT;

/**
 * Why an order was refused or ended early: more than cash, margin or position allow; less than one lot after rounding; no price known yet;
 * canceled by the strategy, by its own `close()`, or by the end of its session; its time has passed; it could not fill at once, or not in
 * its auction; the order that it protected ended, or its other half filled; it was replaced; a split left less than a lot of it; the
 * account's equity fell below what its positions require, and what liquidates them is not replaced; its instrument is no more; an exit that waits
 * for it, or the loss that it is sized by, lies on the wrong side of its price.
 */
export type OrderReason = keyof typeof REASON;

/** An order and its current state. */
export interface OrderRecord {
  /** Number of the order, from 1 in order of submission. */
  readonly id: number;
  /** Symbol of the order. */
  readonly symbol: string;
  /** `"buy"` or `"sell"`. */
  readonly side: Side;
  /** Type of the order. */
  readonly type: OrderKind;
  /** Time in force. */
  readonly timeInForce: TimeInForce;
  /** Units ordered. */
  readonly quantity: number;
  /** Units filled. */
  readonly filledQuantity: number;
  /** Average price of the fills; NaN before the first. */
  readonly averageFillPrice: number;
  /** Limit price. */
  readonly limitPrice: number | undefined;
  /** Current stop price; a trailing stop moves it. */
  readonly stopPrice: number | undefined;
  /** Distance of a trailing stop from the best price, in price. */
  readonly trailAmount: number | undefined;
  /** Distance of a trailing stop as a fraction of the best price. */
  readonly trailPercent: number | undefined;
  /** Best price since a trailing stop became active. */
  readonly waterMark: number | undefined;
  /** Time at which a `gtd` order expires, epoch milliseconds. */
  readonly expiresAt: number | undefined;
  /** Whether the order may only reduce a position. */
  readonly reduceOnly: boolean;
  /** Whether the order also fills in extended hours. */
  readonly extendedHours: boolean;
  /** Id of the entry order of an exit; 0 for none. */
  readonly parentId: number;
  /** Id of the order that this one replaced; 0 for none. */
  readonly replaces: number;
  /** Id of the first order of an OCO group; 0 for none. */
  readonly groupId: number;
  /** Whether the broker itself submitted the order, to liquidate a position or to close it at the end of the run. */
  readonly forced: boolean;
  /** Current status. */
  readonly status: OrderStatus;
  /** Why the order was rejected or ended early; empty otherwise. */
  readonly reason: OrderReason;
  /** Time of submission, epoch milliseconds. */
  readonly submittedAt: number;
  /** Label given by the strategy. */
  readonly tag: string;
}

/** A change of an order's state. */
export interface OrderEvent {
  /** Number of the event, in order. */
  readonly sequence: number;
  /** Time of the event, epoch milliseconds. */
  readonly time: number;
  /** Id of the order. */
  readonly orderId: number;
  /** What happened. */
  readonly event: OrderEventKind;
  /** Why the order was rejected or ended early; empty otherwise. */
  readonly reason: OrderReason;
  /** What the order needed: money of `insufficient_funds`, units of `insufficient_position`, the lot of `quantity_below_lot`, the price to lie beyond of `wrong_side`. */
  readonly required?: number;
  /** What was available: money, units, or the price that was given. */
  readonly available?: number;
}

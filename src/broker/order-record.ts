import type { Side } from "../ledger/records.ts";
import type { EVENT, REASON, STATUS } from "./order-codes.ts";

/** Order types, in the order in which lists show them. */
export const ORDER_KINDS = ["market", "limit", "stop", "stop_limit", "trailing_stop"] as const;

export type OrderKind = (typeof ORDER_KINDS)[number];

/** Times in force, in the order in which lists show them. */
export const TIMES_IN_FORCE = ["day", "gtc", "gtd", "ioc", "fok", "opg", "cls"] as const;

/**
 * Time in force: `day` (until the session ends), `gtc` (good till canceled), `gtd` (good till a date), `ioc` (immediate or cancel), `fok`
 * (fill or kill), `opg` (opening auction) or `cls` (closing auction).
 */
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

/**
 * Status of an order. `accepted` waits for its session or its latency, `held` waits for a fill of its entry, and `new`
 * is working. `filled`, `canceled`, `expired`, `rejected` and `replaced` are final.
 */
export type OrderStatus = keyof typeof STATUS;

/** Kind of event in the life of an order. */
export type OrderEventKind = keyof typeof EVENT;

/**
 * Reason for which an order was rejected, canceled or expired, such as `insufficient_funds` or `session_closed`.
 * `docs/reference/errors.md` explains each reason.
 */
export type OrderReason = keyof typeof REASON;

/** Order with its current state. */
export interface OrderRecord {
  /** Number of the order, from 1 in order of submission. */
  readonly id: number;
  /** Symbol of the order. */
  readonly symbol: string;
  /** Side of the order: `"buy"` or `"sell"`. */
  readonly side: Side;
  /** Type of the order. */
  readonly type: OrderKind;
  /** Time in force. */
  readonly timeInForce: TimeInForce;
  /** Number of units ordered. */
  readonly quantity: number;
  /** Number of units filled. */
  readonly filledQuantity: number;
  /** Average price of the fills, or NaN before the first fill. */
  readonly averageFillPrice: number;
  /** Limit price, if the order has one. */
  readonly limitPrice: number | undefined;
  /** Current stop price, if the order has one. A trailing stop moves it. */
  readonly stopPrice: number | undefined;
  /** Distance of a trailing stop from the best price, as a price difference. */
  readonly trailAmount: number | undefined;
  /** Distance of a trailing stop from the best price, as a fraction of that price. */
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
  /** Id of the order that this order replaced; 0 for none. */
  readonly replaces: number;
  /** Id of the first order of an OCO group; 0 for none. */
  readonly groupId: number;
  /** Whether the broker itself submitted the order, to liquidate a position or to close it at the end of the run. */
  readonly forced: boolean;
  /** Current status. */
  readonly status: OrderStatus;
  /** Reason for which the order was rejected or ended early; empty otherwise. */
  readonly reason: OrderReason;
  /** Time of submission, epoch milliseconds. */
  readonly submittedAt: number;
  /** Label that the strategy gave to the order. */
  readonly tag: string;
}

/** Change in the state of an order. */
export interface OrderEvent {
  /** Number of the event, in the sequence of all order events. */
  readonly sequence: number;
  /** Time of the event, epoch milliseconds. */
  readonly time: number;
  /** Id of the order that changed. */
  readonly orderId: number;
  /** Kind of the event, such as a fill. */
  readonly event: OrderEventKind;
  /** Reason for which the order was rejected or ended early; empty otherwise. */
  readonly reason: OrderReason;
  /**
   * Amount that a rejected order needed: money for `insufficient_funds`, units for `insufficient_position`, the lot for
   * `quantity_below_lot`. For `wrong_side` it is the price that the exit must lie beyond.
   */
  readonly required?: number;
  /** Amount that was available to a rejected order, in the unit of `required`: money, a number of units, or the given price of the exit. */
  readonly available?: number;
}

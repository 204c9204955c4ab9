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
  /** Where the stop stands; that of a trailing stop moves. */
  readonly stopPrice: number | undefined;
  /** Distance of a trailing stop from the best price, in price or as a share of it. */
  readonly trailAmount: number | undefined;
  readonly trailPercent: number | undefined;
  /** Best price since a trailing stop began to work. */
  readonly waterMark: number | undefined;
  /** Moment at which a gtd order ends, epoch milliseconds. */
  readonly expiresAt: number | undefined;
  /** It may only make a position smaller. */
  readonly reduceOnly: boolean;
  /** It also matches in bars before the open and after the close. */
  readonly extendedHours: boolean;
  /** The order that it protects, or that it replaced; 0 for none. */
  readonly parentId: number;
  readonly replaces: number;
  /** Orders of one number cancel each other: it is the id of the first. 0 for none. */
  readonly groupId: number;
  /** The broker's own order, by which it liquidates a position or ends it with the run. */
  readonly forced: boolean;
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
  /**
   * Of a refusal that has numbers: what the order would have needed, and what there was. Money of `insufficient_funds`, units of `insufficient_position`, the lot
   * and the units of `quantity_below_lot`, and of `wrong_side` the price to lie beyond and the price that does not.
   */
  readonly required?: number;
  readonly available?: number;
}

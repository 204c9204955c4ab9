import type { OrderRequest, StopLoss, TakeProfit } from "../../engine/order-request.ts";
import type { TimeInForce } from "../../broker/order-record.ts";
import type { OrderChanges } from "../../broker/order.ts";
import type { OrderBody } from "../../schemas/order-request.ts";
import type { AccountType } from "./trading-venue.ts";

/** Data of an order that the API stores and the broker does not know. */
export interface OrderMarks {
  readonly clientOrderId: string | null;
  readonly orderClass: OrderBody["order_class"];
}

/** Command that submits an order with its exits. */
export interface Submit extends OrderMarks {
  readonly kind: "submit";
  readonly symbol: string;
  readonly sign: 1 | -1;
  readonly order: OrderRequest;
}

/** Command that submits two exits, each of which cancels the other. */
export interface SubmitPair extends OrderMarks {
  readonly kind: "pair";
  readonly symbol: string;
  readonly sign: 1 | -1;
  readonly quantity: number;
  readonly timeInForce: TimeInForce;
  readonly expiresAt?: number;
  readonly takeProfit: TakeProfit;
  readonly stopLoss: StopLoss;
}

/** Command that replaces the terms of an open order. */
export interface Replace {
  readonly kind: "replace";
  /** Number of the order in its account. */
  readonly order: number;
  readonly clientOrderId: string | null;
  readonly changes: Omit<OrderChanges, "timeInForce"> & { readonly timeInForce?: TimeInForce };
}

export interface Cancel {
  readonly kind: "cancel";
  readonly orders: readonly number[];
}

export interface ClosePosition {
  readonly kind: "close";
  readonly symbol: string;
}

/** Command that brings positions to weights of equity. */
export interface Target {
  readonly kind: "target";
  readonly weights: Readonly<Record<string, number>>;
  /** Fraction of equity that stays in cash. */
  readonly buffer?: number;
}

/** Command that resets the account. */
export interface Reset {
  readonly kind: "reset";
  readonly cash: number;
  readonly accountType: AccountType;
}

/**
 * A command of a client as plain data, for the log of commands. The same commands at the same times of a recording create the same orders,
 * fills and ledger, so nothing else of an account needs to be stored.
 */
export type Command = Submit | SubmitPair | Replace | Cancel | ClosePosition | Target | Reset;

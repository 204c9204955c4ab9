import type { OrderRequest, StopLoss, TakeProfit } from "../../engine/order-request.ts";
import type { TimeInForce } from "../../broker/order-record.ts";
import type { OrderChanges } from "../../broker/order.ts";
import type { OrderBody } from "../../schemas/order-request.ts";
import type { AccountType } from "./trading-place.ts";

/** What the API keeps of an order beside what the broker knows. */
export interface OrderMarks {
  readonly clientOrderId: string | null;
  readonly orderClass: OrderBody["order_class"];
}

/** An order to be entered, with the exits that wait for it. */
export interface Submit extends OrderMarks {
  readonly kind: "submit";
  readonly symbol: string;
  readonly sign: 1 | -1;
  readonly order: OrderRequest;
}

/** Two exits of which one cancels the other. */
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

/** Other terms for a live order. */
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

/** Positions are brought to shares of equity. */
export interface Target {
  readonly kind: "target";
  readonly weights: Readonly<Record<string, number>>;
  /** Share of equity that stays in cash. */
  readonly buffer?: number;
}

/** The account begins anew. */
export interface Reset {
  readonly kind: "reset";
  readonly cash: number;
  readonly accountType: AccountType;
}

/**
 * What a client did to an account: plain data, kept in the command log. The same commands at the same positions of a recording make the same orders,
 * fills and ledger, which is why nothing else of an account need be kept.
 */
export type Command = Submit | SubmitPair | Replace | Cancel | ClosePosition | Target | Reset;

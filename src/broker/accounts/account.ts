import type { Execution } from "../../ledger/execution.ts";
import type { Feed } from "../../market/feed.ts";
import type { CheckedTerms } from "../expected-price.ts";
import type { ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";

/** Account: checks orders and limits their quantities, in backtests and on a server alike. */
export interface Account {
  /** Maximum cash that open buy orders can cost by their terms, including commission. */
  readonly reservedCash: number;
  /** Money available for further buys. Proceeds of resting sell orders are not counted. */
  readonly buyingPower: number;
  /** Initial margin of the positions at last prices; 0 for a cash account. */
  readonly initialMargin: number;
  readonly maintenanceMargin: number;
  /** Whether a check depends on earlier checks of the same moment. A restored snapshot does not contain such state. */
  readonly keepsMomentState?: boolean;
  /** Whether the account may sell short. */
  readonly allowsShort: boolean;
  /**
   * Sets the quantity of an order and returns the reject reason, or 0. The account's limits cap every size except a
   * quantity.
   */
  check(order: Order, equity: number): ReasonCode;
  /** Returns the price at which an order is checked before its fill. */
  checkPrice(order: CheckedTerms): number;
  /**
   * Returns the units of an order's size at a price, capped by the account's limits. `priceBeforeSlippage` is that
   * price without slippage.
   */
  sizeAt(order: Order, price: number, equity: number, priceBeforeSlippage?: number): number;
  /**
   * Returns the units of an order's size at the last price, as if all equity were free, since positions may be sold
   * before the order is accepted.
   */
  expectedUnits(order: Order, equity: number): number;
  /**
   * Notes that an order was checked, whether accepted or not. The next order of the moment, or an independent exit, is
   * checked against what remains of cash and position. Undefined if the account checks each order separately.
   */
  noteChecked?(order: Order): void;
  /** Saves the state of the checks for an instrument, which `undoChecks` restores. */
  markState?(feed: Feed): void;
  undoChecks?(): void;
  /**
   * Whether an open order may stay open, given positions at last prices. Undefined if the account never cancels open
   * orders.
   */
  mayStayOpen?(order: Order): boolean;
  /** Returns the commission, rounded as when booked, of a new order for `quantity` units; negative units are a sell. */
  commissionOf(feed: Feed, quantity: number, price: number): number;
  /** Returns the value of `quantity` units at a price, rounded as when booked. */
  valueOf(feed: Feed, quantity: number, price: number): number;
  /**
   * Reduces the quantity of an execution to what the account can pay for or holds. Returns the reason for a reduction,
   * or 0.
   */
  reduceToAffordable(order: Order, execution: Execution): ReasonCode;
}

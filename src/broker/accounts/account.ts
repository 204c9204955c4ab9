import type { Execution } from "../../ledger/execution.ts";
import type { Feed } from "../../market/feed.ts";
import type { CheckedTerms } from "../expected-price.ts";
import type { ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";

/** Account: checks and limits orders, in backtests and on a server alike. */
export interface Account {
  /** Maximum cash that open buy orders can cost by their terms, commission included. */
  readonly reservedCash: number;
  /** Money available for further buys. Proceeds of resting orders are not counted. */
  readonly buyingPower: number;
  /** Initial margin of the positions at last prices; 0 for a cash account. */
  readonly initialMargin: number;
  readonly maintenanceMargin: number;
  /** Whether checks depend on earlier checks of the same moment. Such state cannot be restored from orders and ledger. */
  readonly keepsMomentState?: boolean;
  /** Whether the account may sell short. */
  readonly allowsShort: boolean;
  /**
   * Sets the quantity of an order and returns the reject reason, or 0. Sizes other than a quantity are capped by what the account allows.
   */
  check(order: Order, equity: number): ReasonCode;
  /** Returns the price at which an order is checked before its fill. */
  checkPrice(order: CheckedTerms): number;
  /**
   * Returns the units of an order's size at a price, capped by what the account allows. `priceBeforeSlippage` is the price before slippage.
   */
  sizeAt(order: Order, price: number, equity: number, priceBeforeSlippage?: number): number;
  /**
   * Returns the units of an order's size at the last price, as if all equity were free: other positions may be sold before it is accepted.
   */
  expectedUnits(order: Order, equity: number): number;
  /**
   * Notes that an order was checked, whether accepted or not. The next order of the same moment, or an independent exit, is then checked
   * against the remaining cash and position. Undefined if the account checks each order separately.
   */
  noteChecked?(order: Order): void;
  /** Marks the state to which `undoChecks` returns, for checks of one instrument. */
  markState?(feed: Feed): void;
  undoChecks?(): void;
  /** Whether an open order may stay open, given positions at last prices. Undefined if that is not checked. */
  mayStayOpen?(order: Order): boolean;
  /** Returns the commission, as it would be booked, of a new order for `quantity` units; negative to sell. */
  commissionOf(feed: Feed, quantity: number, price: number): number;
  /** Returns the value of `quantity` units at a price, as it would be booked. */
  valueOf(feed: Feed, quantity: number, price: number): number;
  /**
   * Reduces the wanted quantity of an execution to what the account can pay for and holds. Returns the reason if that is less; otherwise 0.
   */
  reduceToAffordable(order: Order, execution: Execution): ReasonCode;
}

import type { Execution } from "../../ledger/execution.ts";
import type { Feed } from "../../market/feed.ts";
import type { ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";

/** What happens when money is short at the fill, for what changed since the order was admitted. */
export type ShortCash = "reduce" | "reject" | "allow-negative";

/** What an account may do, for batch runs and served orders alike. */
export interface Account {
  /** Cash that open buys would take at last prices, with commission. */
  readonly reservedCash: number;
  /** What may be spent on further buys. */
  readonly buyingPower: number;
  /** Money that the positions tie up, at last prices; of a cash account none. */
  readonly initialMargin: number;
  readonly maintenanceMargin: number;
  /**
   * Gives an order its quantity and says why it is refused; 0 when it is not. Sizes other than a quantity are capped by what the account may do.
   */
  admit(order: Order, equity: number): ReasonCode;
  /** The most units that the order may be of at a price; what its size is then capped by. */
  sizeAt(order: Order, price: number, equity: number): number;
  /** Commission of that many units at a price, as it would be booked. */
  commissionOf(feed: Feed, quantity: number, price: number): number;
  /**
   * Makes the execution, which has a price and the quantity that is wanted, one of as many units as the account pays for and holds. Returns why
   * they are fewer; 0 when they are not.
   */
  cut(order: Order, execution: Execution): ReasonCode;
}

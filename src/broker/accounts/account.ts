import type { Execution } from "../../ledger/execution.ts";
import type { Feed } from "../../market/feed.ts";
import type { JudgedTerms } from "../expected-price.ts";
import type { ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";

/** What an account may do, for batch runs and served orders alike. */
export interface Account {
  /** Cash that open buys take at most by their terms, with commission. */
  readonly reservedCash: number;
  /** Money that may be spent on further buys. What resting orders may bring is not counted. */
  readonly buyingPower: number;
  /** Money that the positions tie up, at last prices; of a cash account none. */
  readonly initialMargin: number;
  readonly maintenanceMargin: number;
  /** It knows more of the moment at hand than orders and ledger tell, so that it cannot go on from them; left out where it does not. */
  readonly remembers?: boolean;
  /** It may sell what it does not hold. */
  readonly shorts: boolean;
  /**
   * Gives an order its quantity and says why it is refused; 0 when it is not. Sizes other than a quantity are capped by what the account may do.
   */
  admit(order: Order, equity: number): ReasonCode;
  /** Price at which an order is judged before its fill. */
  judgedAt(order: JudgedTerms): number;
  /** The most units that the order may be of at a price, and before slippage at another; what its size is then capped by. */
  sizeAt(order: Order, price: number, equity: number, unslipped?: number): number;
  /** Units that an order without a quantity will be of at the last price, were all equity free for it: what is tied up may be sold before its turn. */
  unitsToCome(order: Order, equity: number): number;
  /**
   * An order was judged, whatever came of it: the next one of its moment, also an exit that is an order of its own, is judged on what it leaves. Missing
   * where orders are judged each by itself, and such exits not at all.
   */
  tried?(order: Order): void;
  /** What is tried of an instrument from here on may be taken back. */
  mark?(feed: Feed): void;
  takeBack?(): void;
  /** Whether an open order may go on, with what is held now at last prices; nothing is asked where this is missing. */
  carries?(order: Order): boolean;
  /** Commission of an order to come for that many units at a price, as it would be booked; of fewer than 0 units to sell. */
  commissionOf(feed: Feed, quantity: number, price: number): number;
  /** What that many units are worth at a price, as it would be booked. */
  valueOf(feed: Feed, quantity: number, price: number): number;
  /**
   * Makes the execution, which has a price and the quantity that is wanted, one of as many units as the account pays for and holds. Returns why
   * they are fewer; 0 when they are not.
   */
  cut(order: Order, execution: Execution): ReasonCode;
}

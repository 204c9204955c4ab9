import type { Execution } from "../../ledger/execution.ts";
import { REASON, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";
import { UncheckedAccount } from "./unchecked-account.ts";

/**
 * An account that looks at cash alone: every purchase is paid in full, what a short sale brings is cash to spend, and nothing is opened that
 * takes cash below zero. Orders of one moment are tried one after another, each at the price of its own terms, on the cash that those before
 * it leave, also those that were refused. At the fill cash is looked at again; what only ends a position always may.
 * Source: the broker of backtrader. It errs for the trader: a short sale is no money to spend.
 */
export class CashFlowAccount extends UncheckedAccount {
  #time = NaN;
  #cash = 0.5;

  override get buyingPower(): number {
    return Math.max(0, this.portfolio.cash);
  }

  override admit(order: Order, equity: number): ReasonCode {
    const refusal = super.admit(order, equity);
    if (refusal !== 0) return refusal;
    return this.#cashBefore(order) - this.#cashTaken(order) >= 0 ? 0 : REASON.insufficient_funds;
  }

  /** The order was tried: those that come after it at the same moment are tried on what it leaves. */
  override entered(order: Order): void {
    if (order.quantity > 0) this.#cash = this.#cashBefore(order) - this.#cashTaken(order);
    this.#time = order.submittedAt;
  }

  override cut(order: Order, execution: Execution): ReasonCode {
    const refusal = super.cut(order, execution);
    const { quantity, sign } = execution;
    const after = this.portfolio.cash - sign * execution.value - execution.commission;
    const closing = Math.min(quantity, this.against(order));
    if (after >= 0 || quantity === closing) return refusal;
    this.charges.price(execution, closing);
    return REASON.insufficient_funds;
  }

  #cashBefore({ submittedAt }: Order): number {
    return this.#time === submittedAt ? this.#cash : this.portfolio.cash;
  }

  #cashTaken({ feed, sign, quantity, limitPrice, stopPrice }: Order): number {
    const price = !Number.isNaN(stopPrice) ? stopPrice : Number.isNaN(limitPrice) ? feed.last : limitPrice;
    return sign * this.charges.value(feed, quantity, price) + this.charges.commission(feed, quantity, price);
  }
}

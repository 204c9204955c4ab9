import type { Execution } from "../../ledger/execution.ts";
import { equityOf } from "../equity.ts";
import { FEW_POSITIONS } from "../position-sums.ts";
import { REASON, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";
import { UncheckedAccount } from "./unchecked-account.ts";

/** Tolerance for binary rounding, so that margin which is just sufficient passes. */
const ROUNDING = 1 + 8 * Number.EPSILON;

/**
 * Account that checks each order separately. The order's initial margin at the last price, plus commission, must not
 * exceed equity less the initial margin of all positions. A position that the order closes frees its margin. Other open
 * orders reserve nothing. The check repeats at every bar that may fill the order, and an order that fails is canceled.
 * Reducing orders always pass, and positions are never liquidated. Source: LEAN's buying power model.
 */
export class BuyingPowerAccount extends UncheckedAccount {
  override get initialMargin(): number {
    const { held, heldCount, totals } = this.portfolio;
    if (totals !== undefined && heldCount > FEW_POSITIONS) return totals.exposure * this.rules.account.initialShare;
    let sum = 0;
    for (let h = 0; h < heldCount; h++) {
      const { quantity, index, multiplier } = held[h]!;
      sum += Math.abs(quantity * this.feeds[index]!.last * multiplier);
    }
    return sum * this.rules.account.initialShare;
  }

  override get buyingPower(): number {
    return Math.max(0, this.#free) / this.rules.account.initialShare;
  }

  override check(order: Order, equity: number): ReasonCode {
    const reason = super.check(order, equity);
    if (reason !== 0) return reason;
    return this.mayStayOpen(order) ? 0 : REASON.insufficient_funds;
  }

  override reduceToAffordable(order: Order, execution: Execution): ReasonCode {
    if (this.mayStayOpen(order, execution.quantity)) return super.reduceToAffordable(order, execution);
    this.charges.priceExecution(execution, 0);
    return REASON.insufficient_funds;
  }

  /** Whether the account would accept the order again, at the current last prices. */
  mayStayOpen(order: Order, quantity = order.remaining): boolean {
    const { feed, sign } = order;
    const held = this.portfolio.positions[feed.index]!.quantity;
    const unit = Math.abs(feed.last) * feed.instrument.multiplier * this.rules.account.initialShare;
    const more = (Math.abs(held + sign * quantity) - Math.abs(held)) * unit;
    if (more < 0) return true;
    const free = this.#free;
    if (more > Math.max(0, free) * ROUNDING) return false;
    const against = held * sign < 0 ? Math.abs(held) : 0;
    if (quantity <= against) return true;
    const needed = quantity * unit + this.charges.commission(feed, quantity, feed.last);
    return needed <= Math.max(0, free + 2 * against * unit) * ROUNDING;
  }

  get #free(): number {
    return equityOf(this.portfolio, this.feeds) - this.initialMargin;
  }
}

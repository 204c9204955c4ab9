import type { Execution } from "../../ledger/execution.ts";
import { equityOf } from "../equity.ts";
import { FEW_HELD } from "../held-sums.ts";
import { REASON, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";
import { UncheckedAccount } from "./unchecked-account.ts";

/** Margin that is just enough is enough, whatever binary sums make of it. */
const REACH = 1 + 8 * Number.EPSILON;

/**
 * An account that looks at each order by itself: the initial share of what it is worth at the last price, with its commission, must be within equity
 * less the initial share of all that is held; what it ends of a position counts for it. Other open orders reserve nothing. The same is asked again
 * whenever a bar may fill it, reached or not, and an order that the account no longer carries ends. What makes a position smaller always
 * passes. Nothing is ever liquidated. Source: the buying power of LEAN.
 */
export class BuyingPowerAccount extends UncheckedAccount {
  override get initialMargin(): number {
    const { held, heldCount, marks } = this.portfolio;
    if (marks !== undefined && heldCount > FEW_HELD) return marks.exposure * this.rules.account.initialShare;
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

  override admit(order: Order, equity: number): ReasonCode {
    const refusal = super.admit(order, equity);
    if (refusal !== 0) return refusal;
    return this.carries(order) ? 0 : REASON.insufficient_funds;
  }

  override cut(order: Order, execution: Execution): ReasonCode {
    if (this.carries(order, execution.quantity)) return super.cut(order, execution);
    this.charges.price(execution, 0);
    return REASON.insufficient_funds;
  }

  /** Whether it would take the order now, at last prices. */
  carries(order: Order, quantity = order.remaining): boolean {
    const { feed, sign } = order;
    const held = this.portfolio.positions[feed.index]!.quantity;
    const unit = Math.abs(feed.last) * feed.instrument.multiplier * this.rules.account.initialShare;
    const more = (Math.abs(held + sign * quantity) - Math.abs(held)) * unit;
    if (more < 0) return true;
    const free = this.#free;
    if (more > Math.max(0, free) * REACH) return false;
    const against = held * sign < 0 ? Math.abs(held) : 0;
    if (quantity <= against) return true;
    const needed = quantity * unit + this.charges.commission(feed, quantity, feed.last);
    return needed <= Math.max(0, free + 2 * against * unit) * REACH;
  }

  get #free(): number {
    return equityOf(this.portfolio, this.feeds) - this.initialMargin;
  }
}

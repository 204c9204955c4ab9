import type { Execution } from "../../ledger/execution.ts";
import { equityOf } from "../equity.ts";
import { FEW_POSITIONS } from "../position-sums.ts";
import { REASON, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";
import { quantityOf } from "../sizing.ts";
import { UncheckedAccount } from "./unchecked-account.ts";

/** Largest share of free margin that an order can use, one binary step below all of it. */
const NEARLY_ALL = 1 - Number.EPSILON;

/**
 * Account limited by free margin: equity less the initial margin of all positions, long and short. Nothing is checked
 * at submission. At the fill, free margin must support the value that the order opens, with the commission of one unit;
 * otherwise the order opens nothing. Percentage sizes are shares of free margin. Source: backtesting.py's broker.
 */
export class FreeMarginAccount extends UncheckedAccount {
  override get initialMargin(): number {
    const { held, heldCount, totals } = this.portfolio;
    if (totals !== undefined && heldCount > FEW_POSITIONS) return totals.exposure * this.#share;
    let sum = 0;
    for (let h = 0; h < heldCount; h++) {
      const { quantity, index, multiplier } = held[h]!;
      sum += Math.abs(quantity * this.feeds[index]!.last * multiplier) * this.#share;
    }
    return sum;
  }

  override get buyingPower(): number {
    return Math.max(0, equityOf(this.portfolio, this.feeds) - this.initialMargin) / this.#share;
  }

  override sizeAt(order: Order, price: number, equity: number, unslipped = price): number {
    if (this.rules.sizing.isCustom) return super.sizeAt(order, price, equity);
    const { instrument } = order.feed;
    const { percent } = order.size;
    const power = this.buyingPower;
    if (percent === undefined)
      return quantityOf(order.size, instrument, price, equity, power, this.rules.costs.commission);
    const share = Math.min(percent, NEARLY_ALL);
    const unit = (price * instrument.multiplier + this.#commissionOfOne(order, share, unslipped)) * instrument.lot;
    return unit > 0 ? timesInto(power * share, unit) * instrument.lot : 0;
  }

  override reduceToAffordable(order: Order, execution: Execution): ReasonCode {
    const { quantity, price, sign, slippage } = execution;
    const against = this.against(order);
    if (quantity > against && !order.reduceOnly) {
      const { percent, quantity: units = order.quantity } = order.size;
      const size = percent === undefined ? units : Math.min(percent, NEARLY_ALL);
      const unit =
        price * order.feed.instrument.multiplier + this.#commissionOfOne(order, size, price - sign * slippage);
      if ((quantity - against) * unit > this.buyingPower) {
        this.charges.priceExecution(execution, against);
        return REASON.insufficient_funds;
      }
    }
    return super.reduceToAffordable(order, execution);
  }

  get #share(): number {
    return this.rules.account.initialShare;
  }

  #commissionOfOne({ feed }: Order, size: number, price: number): number {
    return this.rules.costs.commission(size, price, feed.instrument.multiplier) / size;
  }
}

/** Returns how many whole times `unit` fits into `money`, free of the quotient's rounding error. */
function timesInto(money: number, unit: number): number {
  return Math.round((money - (money % unit)) / unit);
}

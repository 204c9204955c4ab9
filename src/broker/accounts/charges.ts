import type { Execution } from "../../ledger/execution.ts";
import type { Money } from "../../ledger/money.ts";
import type { Feed } from "../../market/feed.ts";
import type { ExecutionModel } from "../models/execution-model.ts";
import type { Commission } from "../commission/commission-model.ts";
import { highestPrice } from "../expected-price.ts";
import type { FillTerms } from "../fill-terms.ts";
import type { Order } from "../order.ts";
import type { RollingValue } from "../rolling-value.ts";

/** Computes the values and costs of trades, rounded as when booked. */
export class Charges {
  readonly #money: Money;
  readonly #commission: Commission;
  /** Whether the commission depends on the terms of the fill or of the checked order. */
  readonly #usesTerms: boolean;
  readonly free: boolean;
  readonly #terms: FillTerms;
  readonly #traded: RollingValue;

  constructor(money: Money, { costs, terms }: Pick<ExecutionModel, "costs" | "terms">, traded: RollingValue) {
    this.#money = money;
    this.#commission = costs.commission;
    this.#usesTerms = costs.usesTerms;
    this.free = costs.free;
    this.#terms = terms;
    this.#traded = traded;
  }

  /** Value that the account traded so far, or 0 if commissions do not depend on it. */
  get tradedValue(): number {
    return this.#usesTerms ? this.#traded.value : 0;
  }

  /** Sets the quantity of an execution, with its value and commission. */
  priceExecution(execution: Execution, quantity: number): void {
    const { multiplier } = execution.position;
    execution.quantity = quantity;
    execution.value = this.#money.round(execution.price * quantity * multiplier);
    execution.commission = this.#money.round(this.#commission(quantity, execution.price, multiplier));
  }

  /** Returns the cost of buying units at a price, including commission. */
  cost(feed: Feed, quantity: number, price: number): number {
    // In binary 1445.13 + 1.45 is slightly more than the 1446.58 that pay for them.
    return this.#money.estimate(this.value(feed, quantity, price) + this.commission(feed, quantity, price));
  }

  /** Returns the cost of a buy whose execution has value and commission, including the commission. */
  costOf({ value, commission }: Execution): number {
    return this.#money.estimate(value + commission);
  }

  value(feed: Feed, quantity: number, price: number): number {
    return this.#money.estimate(quantity * price * feed.instrument.multiplier);
  }

  commission(feed: Feed, quantity: number, price: number): number {
    return this.#money.estimate(this.#commission(quantity, price, feed.instrument.multiplier));
  }

  /** Returns the highest cost that an open buy can have by its terms, including commission. */
  costOfOpen(order: Order): number {
    const { feed, remaining } = order;
    const price = highestPrice(order);
    const commission = this.commissionOfOpen(order, remaining, price);
    return Math.max(0, this.#money.estimate(this.value(feed, remaining, price) + commission));
  }

  /** Returns the commission for `quantity` units of an open order, or 0 if the order has no quantity yet. */
  commissionOfOpen({ feed, sign, charged, commission }: Order, quantity: number, price = feed.last): number {
    if (quantity === 0) return 0;
    return this.#usesTerms
      ? this.#takerCommission(feed, sign, quantity, price, charged, commission)
      : this.commission(feed, quantity, price);
  }

  /** Returns the commission of a new order. Negative units are a sell. */
  commissionOfNew(feed: Feed, quantity: number, price: number): number {
    const units = Math.abs(quantity);
    return this.#usesTerms
      ? this.#takerCommission(feed, quantity < 0 ? -1 : 1, units, price, 0, 0)
      : this.commission(feed, units, price);
  }

  /** Sets the terms with which commission is estimated for a new order, assuming that it takes liquidity. */
  setTakerTerms(sign: 1 | -1): void {
    const terms = this.#terms;
    terms.sign = sign;
    terms.maker = false;
    terms.orderFilled = terms.orderCommission = 0;
    terms.tradedValue = this.#traded.value;
  }

  /**
   * Returns the commission of an order that takes liquidity, whatever the current fill. If the order rests and makes
   * liquidity, this is too high.
   */
  #takerCommission(feed: Feed, sign: 1 | -1, quantity: number, price: number, filled: number, paid: number): number {
    const terms = this.#terms;
    const { sign: side, maker, orderFilled, orderCommission, tradedValue } = terms;
    terms.sign = sign;
    terms.maker = false;
    terms.orderFilled = filled;
    terms.orderCommission = paid;
    terms.tradedValue = this.#traded.value;
    const money = this.commission(feed, quantity, price);
    terms.sign = side;
    terms.maker = maker;
    terms.orderFilled = orderFilled;
    terms.orderCommission = orderCommission;
    terms.tradedValue = tradedValue;
    return money;
  }
}

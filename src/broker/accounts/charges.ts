import type { Execution } from "../../ledger/execution.ts";
import type { Money } from "../../ledger/money.ts";
import type { Feed } from "../../market/feed.ts";
import type { ExecutionModel } from "../models/execution-model.ts";
import type { Commission } from "../commission/commission-model.ts";
import { highestPrice } from "../expected-price.ts";
import type { FillTerms } from "../fill-terms.ts";
import type { Order } from "../order.ts";
import type { RollingValue } from "../rolling-value.ts";

/** Costs of trades, as they will be booked. */
export class Charges {
  readonly #money: Money;
  readonly #commission: Commission;
  /** Whether the commission depends on the current fill or the checked order. */
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

  /** Value traded so far, if commissions depend on it; otherwise 0. */
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

  /** Returns the cost of a buy, commission included. */
  cost(feed: Feed, quantity: number, price: number): number {
    // In binary, 1445.13 + 1.45 is slightly more than the 1446.58 that pay for it.
    return this.#money.estimate(this.value(feed, quantity, price) + this.commission(feed, quantity, price));
  }

  /** Returns the cost of a priced buy, commission included. */
  costOf({ value, commission }: Execution): number {
    return this.#money.estimate(value + commission);
  }

  value(feed: Feed, quantity: number, price: number): number {
    return this.#money.estimate(quantity * price * feed.instrument.multiplier);
  }

  commission(feed: Feed, quantity: number, price: number): number {
    return this.#money.estimate(this.#commission(quantity, price, feed.instrument.multiplier));
  }

  /** Returns the most that an open buy can cost by its terms, commission included. */
  costOfOpen(order: Order): number {
    const { feed, remaining } = order;
    const price = highestPrice(order);
    const commission = this.commissionOfOpen(order, remaining, price);
    return Math.max(0, this.#money.estimate(this.value(feed, remaining, price) + commission));
  }

  /** Returns the commission of `quantity` units of an open order; 0 for an order not yet sized. */
  commissionOfOpen({ feed, sign, charged, commission }: Order, quantity: number, price = feed.last): number {
    if (quantity === 0) return 0;
    return this.#usesTerms
      ? this.#takerCommission(feed, sign, quantity, price, charged, commission)
      : this.commission(feed, quantity, price);
  }

  /** Returns the commission of a new order; negative units to sell. */
  commissionOfNew(feed: Feed, quantity: number, price: number): number {
    const units = Math.abs(quantity);
    return this.#usesTerms
      ? this.#takerCommission(feed, quantity < 0 ? -1 : 1, units, price, 0, 0)
      : this.commission(feed, units, price);
  }

  /** Sets the terms for sizing a new order, assuming that it takes liquidity. */
  setTakerTerms(sign: 1 | -1): void {
    const terms = this.#terms;
    terms.sign = sign;
    terms.maker = false;
    terms.orderFilled = terms.orderCommission = 0;
    terms.tradedValue = this.#traded.value;
  }

  /**
   * Returns the commission of an order that takes liquidity, independent of the current fill. This errs against the trader if the order
   * rests.
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

import type { Execution } from "../../ledger/execution.ts";
import type { Money } from "../../ledger/money.ts";
import type { Feed } from "../../market/feed.ts";
import type { ExecutionModel } from "../models/execution-model.ts";
import type { Commission } from "../commission/commission-model.ts";
import { highestPrice } from "../expected-price.ts";
import type { FillTerms } from "../fill-terms.ts";
import type { Order } from "../order.ts";
import type { RollingValue } from "../rolling-value.ts";

/** What trading costs, as it will be booked. */
export class Charges {
  readonly #money: Money;
  readonly #commission: Commission;
  /** The commission may depend on the fill at hand, or on the order that is judged. */
  readonly #byTerms: boolean;
  readonly free: boolean;
  readonly #terms: FillTerms;
  readonly #traded: RollingValue;

  constructor(money: Money, { costs, terms }: Pick<ExecutionModel, "costs" | "terms">, traded: RollingValue) {
    this.#money = money;
    this.#commission = costs.commission;
    this.#byTerms = costs.usesTerms;
    this.free = costs.free;
    this.#terms = terms;
    this.#traded = traded;
  }

  /** What the commission of an order depends on besides its own terms: the money traded before, where it does. */
  get tradedValue(): number {
    return this.#byTerms ? this.#traded.value : 0;
  }

  /** Makes the execution one of that many units. */
  price(execution: Execution, quantity: number): void {
    const { multiplier } = execution.position;
    execution.quantity = quantity;
    execution.value = this.#money.round(execution.price * quantity * multiplier);
    execution.commission = this.#money.round(this.#commission(quantity, execution.price, multiplier));
  }

  /** Money that a buy takes, commission included. */
  cost(feed: Feed, quantity: number, price: number): number {
    // 1,445.13 + 1.45 has a last binary digit more than the 1,446.58 that pay for it.
    return this.#money.estimate(this.value(feed, quantity, price) + this.commission(feed, quantity, price));
  }

  /** Money that a purchase takes that has been priced. */
  costOf({ value, commission }: Execution): number {
    return this.#money.estimate(value + commission);
  }

  value(feed: Feed, quantity: number, price: number): number {
    return this.#money.estimate(quantity * price * feed.instrument.multiplier);
  }

  commission(feed: Feed, quantity: number, price: number): number {
    return this.#money.estimate(this.#commission(quantity, price, feed.instrument.multiplier));
  }

  /** The most money that an open buy takes by its terms, commission included. */
  costOfOpen(order: Order): number {
    const { feed, remaining } = order;
    const price = highestPrice(order);
    const commission = this.commissionOfOpen(order, remaining, price);
    return Math.max(0, this.#money.estimate(this.value(feed, remaining, price) + commission));
  }

  /** Commission of so many units of an open order; of none, which it has until it is sized at its fill, nothing. */
  commissionOfOpen({ feed, sign, charged, commission }: Order, quantity: number, price = feed.last): number {
    if (quantity === 0) return 0;
    return this.#byTerms
      ? this.#taking(feed, sign, quantity, price, charged, commission)
      : this.commission(feed, quantity, price);
  }

  /** Commission of an order that is not given yet; of fewer than 0 units to sell. */
  commissionOfNew(feed: Feed, quantity: number, price: number): number {
    const units = Math.abs(quantity);
    return this.#byTerms
      ? this.#taking(feed, quantity < 0 ? -1 : 1, units, price, 0, 0)
      : this.commission(feed, units, price);
  }

  /** Writes the terms of an order that is not given yet, by which its size goes: it takes what is there. */
  foresee(sign: 1 | -1): void {
    const terms = this.#terms;
    terms.sign = sign;
    terms.maker = false;
    terms.orderFilled = terms.orderCommission = 0;
    terms.tradedValue = this.#traded.value;
  }

  /** Commission of an order that takes what is there, whatever is being filled. It errs against the trader where his order rests. */
  #taking(feed: Feed, sign: 1 | -1, quantity: number, price: number, filled: number, paid: number): number {
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

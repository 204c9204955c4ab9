import type { Execution } from "../../ledger/execution.ts";
import type { Money } from "../../ledger/money.ts";
import type { Feed } from "../../market/feed.ts";
import type { BrokerRules } from "../broker-rules.ts";
import type { Commission } from "../commission/commission-model.ts";

/** What trading costs, as it will be booked. */
export class Charges {
  readonly #money: Money;
  readonly #commission: Commission;
  /** The commission may depend on the fill at hand, or on the order that is judged. */
  readonly byTerms: boolean;

  constructor(money: Money, { commission, usesTerms }: Pick<BrokerRules, "commission" | "usesTerms">) {
    this.#money = money;
    this.#commission = commission;
    this.byTerms = usesTerms;
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
}

import type { Execution } from "../../ledger/execution.ts";
import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";
import { trailFrom } from "../activation.ts";
import type { CheckedTerms } from "../expected-price.ts";
import { REASON, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";
import type { ExecutionModel } from "../models/execution-model.ts";
import type { RollingValue } from "../rolling-value.ts";
import { ContractMargin } from "./contract-margin.ts";
import { UncheckedAccount } from "./unchecked-account.ts";

/**
 * Account limited by cash. Buys are paid in full, and short sales add cash that can be spent. No order that takes cash
 * below zero opens a position. With the setting `unitMargin`, each unit, long or short, ties up that margin instead,
 * and gains and losses are paid bar by bar. Orders of one moment are checked in sequence, each at its own price and
 * against the cash and position that earlier orders leave, even rejected ones. Independent exits are checked right
 * after their entry. Cash is checked again at the fill, except for orders that only close a position. An order that
 * reverses a position pays commission for closing and for opening. Source: backtrader's broker. Real accounts cannot
 * spend the proceeds of a short sale, so this favors the trader.
 */
export class CashFlowAccount extends UncheckedAccount {
  readonly keepsMomentState = true;
  #time = NaN;
  #cash = 0.5;
  /** Positions left by the orders of the current moment, for the instruments of those orders. */
  readonly #held = new Map<Feed, number>();
  /** Time, cash and position before the last checked orders, which `undoChecks` restores. */
  #markedTime = NaN;
  #markedCash = 0.5;
  #marked: Feed | undefined;
  #markedHeld: number | undefined;
  readonly #contracts: ContractMargin | undefined;

  constructor(portfolio: Portfolio, feeds: readonly Feed[], rules: ExecutionModel, traded: RollingValue) {
    super(portfolio, feeds, rules, traded);
    this.#contracts =
      rules.account.unitMargin > 0 ? new ContractMargin(portfolio, feeds, rules.account.unitMargin) : undefined;
  }

  override get buyingPower(): number {
    return Math.max(0, this.#free());
  }

  override get initialMargin(): number {
    return this.#contracts?.marginUsed ?? 0;
  }

  override check(order: Order, equity: number): ReasonCode {
    const reason = super.check(order, equity);
    if (reason !== 0) return reason;
    return this.#cashAfter(order) >= 0 ? 0 : REASON.insufficient_funds;
  }

  override checkPrice(order: CheckedTerms): number {
    return ownPrice(order);
  }

  noteChecked(order: Order): void {
    const { feed, sign, quantity, submittedAt } = order;
    const after = this.#cashAfter(order);
    const held = this.#heldBefore(order) + sign * quantity;
    if (this.#time !== submittedAt) this.#held.clear();
    this.#time = submittedAt;
    this.#cash = after;
    this.#held.set(feed, held);
  }

  markState(feed: Feed): void {
    this.#markedTime = this.#time;
    this.#markedCash = this.#cash;
    this.#marked = feed;
    this.#markedHeld = this.#held.get(feed);
  }

  undoChecks(): void {
    this.#time = this.#markedTime;
    this.#cash = this.#markedCash;
    if (this.#markedHeld === undefined) this.#held.delete(this.#marked!);
    else this.#held.set(this.#marked!, this.#markedHeld);
  }

  override reduceToAffordable(order: Order, execution: Execution): ReasonCode {
    const reason = super.reduceToAffordable(order, execution);
    const { quantity, sign, price } = execution;
    const closing = Math.min(quantity, this.against(order));
    const opening = quantity - closing;
    const { feed } = order;
    execution.commission = this.#charge(feed, closing, opening, price);
    if (opening === 0) return reason;
    const contracts = this.#contracts;
    const taken = contracts?.cashUsedBy(execution, closing) ?? sign * execution.value;
    if (this.#free(execution.time) - taken - execution.commission >= 0) {
      contracts?.noteOpening(execution);
      return reason;
    }
    this.charges.priceExecution(execution, closing);
    return REASON.insufficient_funds;
  }

  /** Returns the free cash at last prices, or at the previous prices for a fill as bars close at `fillTime`. */
  #free(fillTime = NaN): number {
    return this.#contracts === undefined ? this.portfolio.cash : this.#contracts.free(fillTime);
  }

  #heldBefore({ feed, submittedAt }: Order): number {
    const held = this.#time === submittedAt ? this.#held.get(feed) : undefined;
    return held ?? this.portfolio.positions[feed.index]!.quantity;
  }

  #cashAfter(order: Order): number {
    const { feed, sign, quantity, submittedAt } = order;
    const before = this.#time === submittedAt ? this.#cash : this.#free();
    if (quantity === 0) return before;
    const price = this.checkPrice(order);
    const closing = Math.min(quantity, Math.max(0, -this.#heldBefore(order) * sign));
    const taken =
      this.#contracts === undefined
        ? sign * this.charges.value(feed, quantity, price)
        : (quantity - 2 * closing) * this.rules.account.unitMargin;
    return before - taken - this.#charge(feed, closing, quantity - closing, price);
  }

  #charge(feed: Feed, closing: number, opening: number, price: number): number {
    if (closing === 0 || opening === 0) return this.charges.commission(feed, closing + opening, price);
    return this.charges.commission(feed, closing, price) + this.charges.commission(feed, opening, price);
  }
}

/** Returns an order's own price: its stop, its limit, or otherwise the last price. */
function ownPrice(order: CheckedTerms): number {
  const { feed, type, limitPrice, stopPrice } = order;
  if (type.trails) return trailFrom(order, feed.last);
  if (!Number.isNaN(stopPrice)) return stopPrice;
  return Number.isNaN(limitPrice) ? feed.last : limitPrice;
}

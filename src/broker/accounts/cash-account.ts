import type { Execution } from "../../ledger/execution.ts";
import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";
import type { ExecutionModel } from "../models/execution-model.ts";
import type { Commission } from "../commission/commission-model.ts";
import { highestPrice, type CheckedTerms, sizingPrice } from "../expected-price.ts";
import { largestFit } from "../largest-fit.ts";
import type { OpenOrders } from "../open-orders.ts";
import { REASON, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";
import type { RollingValue } from "../rolling-value.ts";
import type { AccountRules } from "../models/account.ts";
import type { Sizing } from "../models/sizing.ts";
import type { Account } from "./account.ts";
import { Charges } from "./charges.ts";
import { ReservedCash } from "./reserved-cash.ts";
import { SaleProceeds } from "./sale-proceeds.ts";

/**
 * Account without credit. A buy must be paid for at the highest price that its terms allow. Buying power is cash plus the proceeds of open
 * market sells, less the most that open buys can cost. The account sells no more than it holds.
 */
export class CashAccount implements Account {
  readonly initialMargin = 0;
  readonly maintenanceMargin = 0;
  readonly allowsShort = false;
  readonly #portfolio: Portfolio;
  readonly #commission: Commission;
  readonly #charges: Charges;
  readonly #reserved: ReservedCash;
  readonly #proceeds: SaleProceeds;
  readonly #short: AccountRules["shortfall"];
  readonly #sizing: Sizing;

  constructor(portfolio: Portfolio, open: OpenOrders, rules: ExecutionModel, traded: RollingValue) {
    this.#portfolio = portfolio;
    this.#commission = rules.costs.commission;
    this.#charges = new Charges(portfolio.money, rules, traded);
    this.#reserved = new ReservedCash(open, portfolio.positions.length, this.#charges);
    this.#proceeds = new SaleProceeds(open, portfolio, this.#charges);
    this.#short = rules.account.shortfall;
    this.#sizing = rules.sizing;
  }

  get reservedCash(): number {
    return this.#reserved.value;
  }

  get buyingPower(): number {
    return Math.max(0, this.#power);
  }

  /** Buying power before it is limited to at least 0. It is negative if open buys may cost more than the cash. */
  get #power(): number {
    const power = this.#portfolio.cash - this.#reserved.value + this.#proceeds.value;
    return this.#portfolio.money.round(power);
  }

  check(order: Order, equity: number): ReasonCode {
    const { feed, size } = order;
    const { instrument } = feed;
    order.quantity = 0;
    if (Number.isNaN(feed.last)) return REASON.no_price;
    const held = this.#portfolio.positions[feed.index]!.quantity;
    if (order.sign === -1) {
      const wanted = this.#sizing.units(order, held, sizingPrice(order), equity, Infinity, this.#commission);
      order.quantity = size.quantity === undefined ? Math.min(wanted, Math.max(0, held)) : wanted;
      if (order.quantity > held || held === 0) return REASON.insufficient_position;
      return order.quantity > 0 ? 0 : REASON.quantity_below_lot;
    }
    if (order.reduceOnly) return REASON.insufficient_position;
    const power = this.#short.bound(this.#power);
    const price = this.checkPrice(order);
    const wanted = this.#sizing.units(order, held, sizingPrice(order), equity, power, this.#commission);
    if (size.quantity !== undefined) {
      order.quantity = wanted;
      if (wanted === 0) return REASON.quantity_below_lot;
      return this.#charges.cost(feed, wanted, price) > power ? REASON.insufficient_funds : 0;
    }
    order.quantity = this.#payable(feed, wanted, price, power);
    if (order.quantity > 0) return 0;
    return power < this.#charges.cost(feed, instrument.lot, price)
      ? REASON.insufficient_funds
      : REASON.quantity_below_lot;
  }

  checkPrice(order: CheckedTerms): number {
    return highestPrice(order);
  }

  sizeAt(order: Order, price: number, equity: number): number {
    const held = this.#portfolio.positions[order.feed.index]!.quantity;
    if (order.sign === -1)
      return Math.min(Math.max(0, held), this.#sizing.units(order, held, price, equity, Infinity, this.#commission));
    const power = this.#short.bound(this.#portfolio.cash);
    return this.#sizing.units(order, held, price, equity, power, this.#commission);
  }

  expectedUnits(order: Order, equity: number): number {
    const { feed, sign } = order;
    this.#charges.setTakerTerms(sign);
    const held = this.#portfolio.positions[feed.index]!.quantity;
    return this.#sizing.units(order, held, feed.last, equity, equity, this.#commission);
  }

  commissionOf(feed: Feed, quantity: number, price: number): number {
    return this.#charges.commissionOfNew(feed, quantity, price);
  }

  valueOf(feed: Feed, quantity: number, price: number): number {
    return this.#charges.value(feed, quantity, price);
  }

  reduceToAffordable(order: Order, execution: Execution): ReasonCode {
    const { quantity, position } = execution;
    if (order.sign === -1 || order.reduceOnly) {
      // A cash account has no short positions, so a buy never reduces a position.
      const held = order.sign === -1 ? position.quantity : 0;
      if (quantity <= held) {
        this.#charges.priceExecution(execution, quantity);
        return 0;
      }
      this.#charges.priceExecution(execution, Math.max(0, held));
      return REASON.insufficient_position;
    }
    this.#charges.priceExecution(execution, quantity);
    if (this.#charges.costOf(execution) <= this.#short.bound(this.#portfolio.cash)) return 0;
    this.#charges.priceExecution(
      execution,
      this.#short.units(() => this.#payableNow(execution, quantity)),
    );
    return execution.quantity < quantity ? REASON.insufficient_funds : 0;
  }

  /** Returns the units that cash pays for, with cost rounded as when booked. */
  #payableNow(execution: Execution, wanted: number): number {
    const { cash } = this.#portfolio;
    const fits = (units: number) => {
      this.#charges.priceExecution(execution, units);
      return this.#charges.costOf(execution) <= cash;
    };
    return largestFit(wanted, execution.position.instrument.lot, fits);
  }

  /**
   * Returns the largest quantity up to `quantity`, in whole lots, that `money` pays for, with cost rounded as when
   * booked.
   */
  #payable(feed: Feed, quantity: number, price: number, money: number): number {
    // In most cases the money suffices. Creating the closure of the search for each order would take a quarter of a
    // run.
    if (this.#charges.cost(feed, quantity, price) <= money) return quantity;
    const fits = (units: number) => this.#charges.cost(feed, units, price) <= money;
    return largestFit(quantity, feed.instrument.lot, fits);
  }
}

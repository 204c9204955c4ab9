import type { Execution } from "../../ledger/execution.ts";
import type { Portfolio } from "../../ledger/portfolio.ts";
import type { Feed } from "../../market/feed.ts";
import { equityOf } from "../equity.ts";
import { type CheckedTerms, sizingPrice } from "../expected-price.ts";
import { REASON, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";
import type { ExecutionModel } from "../models/execution-model.ts";
import type { RollingValue } from "../rolling-value.ts";
import type { Account } from "./account.ts";
import { Charges } from "./charges.ts";

/**
 * Account that rejects no order: positions may be long or short, and cash may go below zero. No broker lends without a
 * limit, so this favors the trader.
 */
export class UncheckedAccount implements Account {
  readonly maintenanceMargin: number = 0;
  readonly reservedCash: number = 0;
  readonly allowsShort: boolean = true;
  protected readonly portfolio: Portfolio;
  protected readonly feeds: readonly Feed[];
  protected readonly rules: ExecutionModel;
  protected readonly charges: Charges;

  constructor(portfolio: Portfolio, feeds: readonly Feed[], rules: ExecutionModel, traded: RollingValue) {
    this.portfolio = portfolio;
    this.feeds = feeds;
    this.rules = rules;
    this.charges = new Charges(portfolio.money, rules, traded);
  }

  get initialMargin(): number {
    return 0;
  }

  get buyingPower(): number {
    return Math.max(0, equityOf(this.portfolio, this.feeds));
  }

  check(order: Order, equity: number): ReasonCode {
    const price = order.feed.last;
    order.quantity = 0;
    if (price !== price) return REASON.no_price;
    order.quantity = this.sizeAt(order, sizingPrice(order), equity);
    if (order.reduceOnly) {
      const against = this.against(order);
      if (against === 0) return REASON.insufficient_position;
      order.quantity = Math.min(order.quantity, against);
    }
    return order.quantity > 0 ? 0 : REASON.quantity_below_lot;
  }

  checkPrice({ feed }: CheckedTerms): number {
    return feed.last;
  }

  sizeAt(order: Order, price: number, equity: number, _unslipped = price): number {
    const held = this.portfolio.positions[order.feed.index]!.quantity;
    return this.rules.sizing.units(order, held, price, equity, Infinity, this.rules.costs.commission);
  }

  expectedUnits(order: Order, equity: number): number {
    this.charges.setTakerTerms(order.sign);
    return this.sizeAt(order, order.feed.last, equity);
  }

  commissionOf(feed: Feed, quantity: number, price: number): number {
    return this.charges.commissionOfNew(feed, quantity, price);
  }

  valueOf(feed: Feed, quantity: number, price: number): number {
    return this.charges.value(feed, quantity, price);
  }

  reduceToAffordable(order: Order, execution: Execution): ReasonCode {
    const { quantity } = execution;
    const against = order.reduceOnly ? this.against(order) : Infinity;
    this.charges.priceExecution(execution, Math.min(quantity, against));
    return quantity > against ? REASON.insufficient_position : 0;
  }

  /** Returns the units of the position that the order would reduce. */
  protected against({ feed, sign }: Order): number {
    return Math.max(0, -this.portfolio.positions[feed.index]!.quantity * sign);
  }
}

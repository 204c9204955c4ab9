import type { Execution } from "../../ledger/execution.ts";
import type { PositionTotals, Portfolio } from "../../ledger/portfolio.ts";
import { ExactSum } from "../../primitives/exact-sum.ts";
import { floorToStep, subtractDecimals } from "../../primitives/rounding.ts";
import type { Feed } from "../../market/feed.ts";
import type { ExecutionModel } from "../models/execution-model.ts";
import type { Commission } from "../commission/commission-model.ts";
import { equityOf } from "../equity.ts";
import { exposurePrice, type CheckedTerms, sizingPrice } from "../expected-price.ts";
import { FEW_POSITIONS } from "../position-sums.ts";
import { largestFit } from "../largest-fit.ts";
import { FEW_ORDERS, type OpenOrders } from "../open-orders.ts";
import { REASON, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";
import type { RollingValue } from "../rolling-value.ts";
import type { AccountRules, MarginRatios } from "../models/account.ts";
import type { Sizing } from "../models/sizing.ts";
import type { Account } from "./account.ts";
import { Charges } from "./charges.ts";
import { OpenCommissions } from "./open-commissions.ts";
import { OpenExcess } from "./open-excess.ts";
import { OpenUnits } from "./open-units.ts";
import { ReservedCash } from "./reserved-cash.ts";

const NONE = { each: new Float64Array(0), era: -1, changes: 0, epoch: -1, seen: 0, known: 0 };

/** Tolerance for binary rounding, so that equity which is just sufficient passes. */
const ROUNDING = 1 + 8 * Number.EPSILON;

/** Share of a limit up to which binary rounding cannot change a comparison. */
const CLEARLY = 1 - 1e-6;

/**
 * Account with credit, long and short. Equity must cover the initial margin of all exposure, as if every open order had
 * filled and paid commission. Positions count at last prices, and units that an order opens at the order's own price.
 * Orders that only reduce a position are always accepted, and such market orders count as filled. Of the other open
 * orders of an instrument, only the side with the larger resulting position counts.
 */
export class MarginAccount implements Account {
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #commission: Commission;
  readonly #charges: Charges;
  readonly #reserved: ReservedCash;
  readonly #commissions: OpenCommissions;
  readonly #units: OpenUnits;
  readonly #excess: OpenExcess;
  readonly #ratios: MarginRatios;
  readonly #short: AccountRules["shortfall"];
  readonly #sizing: Sizing;
  readonly allowsShort = true;
  readonly #open: OpenOrders;
  /**
   * Cache of the margin that each of many instruments requires, and of the sum, for one era of prices and one epoch of
   * orders. If there are few orders, it also lists the instruments of these orders.
   */
  readonly #requiredCache = { ...NONE, sum: new ExactSum(), ordered: new Int32Array(FEW_ORDERS) };

  constructor(
    portfolio: Portfolio,
    feeds: readonly Feed[],
    open: OpenOrders,
    rules: ExecutionModel,
    traded: RollingValue,
  ) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#open = open;
    this.#requiredCache.each = new Float64Array(feeds.length);
    this.#commission = rules.costs.commission;
    this.#charges = new Charges(portfolio.money, rules, traded);
    this.#reserved = new ReservedCash(open, feeds.length, this.#charges);
    this.#commissions = new OpenCommissions(open, feeds.length, this.#charges);
    this.#units = new OpenUnits(open, portfolio);
    this.#excess = new OpenExcess(open, feeds.length);
    this.#ratios = rules.account.margin!;
    this.#short = rules.account.shortfall;
    this.#sizing = rules.sizing;
  }

  get reservedCash(): number {
    return this.#reserved.value;
  }

  get buyingPower(): number {
    const free = equityOf(this.#portfolio, this.#feeds) - this.#commissions.value - this.#required(-1);
    return this.#portfolio.money.round(Math.max(0, free / this.#ratios.initial));
  }

  get initialMargin(): number {
    return this.#exposure * this.#ratios.initial;
  }

  get maintenanceMargin(): number {
    return this.#exposure * this.#ratios.maintenance;
  }

  /** Value of all positions, long and short, at last prices. */
  get #exposure(): number {
    const { totals, heldCount } = this.#portfolio;
    if (totals !== undefined && heldCount > FEW_POSITIONS) return totals.exposure;
    let sum = 0;
    for (let h = 0; h < heldCount; h++) {
      const position = this.#portfolio.held[h]!;
      sum += Math.abs(position.quantity * this.#feeds[position.index]!.last * position.multiplier);
    }
    return sum;
  }

  check(order: Order, equity: number): ReasonCode {
    const { feed, size } = order;
    order.quantity = 0;
    if (Number.isNaN(feed.last)) return REASON.no_price;
    const { quantity: held } = this.#portfolio.positions[feed.index]!;
    const against = Math.max(0, -held * order.sign);
    if (order.reduceOnly) {
      const wanted = this.#sizing.units(order, held, sizingPrice(order), equity, Infinity, this.#commission);
      order.quantity = wanted;
      if (against === 0) return REASON.insufficient_position;
      order.quantity = Math.min(wanted, against);
      return order.quantity > 0 ? 0 : REASON.quantity_below_lot;
    }
    const wanted = this.#sizing.units(order, held, sizingPrice(order), equity, Infinity, this.#commission);
    const most =
      wanted <= against
        ? wanted
        : Math.max(against, this.#most(order, exposurePrice(order), feed.last, equity, wanted));
    order.quantity = size.quantity === undefined ? Math.min(wanted, most) : wanted;
    if (order.quantity > most) return REASON.insufficient_funds;
    if (order.quantity > 0) return 0;
    return wanted > 0 ? REASON.insufficient_funds : REASON.quantity_below_lot;
  }

  checkPrice(order: CheckedTerms): number {
    return exposurePrice(order);
  }

  sizeAt(order: Order, price: number, equity: number): number {
    const { quantity: held } = this.#portfolio.positions[order.feed.index]!;
    const wanted = this.#sizing.units(order, held, price, equity, Infinity, this.#commission);
    return Math.min(wanted, Math.max(0, -held * order.sign, this.#most(order, price, price, equity, wanted)));
  }

  expectedUnits(order: Order, equity: number): number {
    const { feed, sign } = order;
    this.#charges.setTakerTerms(sign);
    const most = equity / this.#ratios.initial;
    const held = this.#portfolio.positions[feed.index]!.quantity;
    return this.#sizing.units(order, held, feed.last, equity, most, this.#commission);
  }

  commissionOf(feed: Feed, quantity: number, price: number): number {
    return this.#charges.commissionOfNew(feed, quantity, price);
  }

  valueOf(feed: Feed, quantity: number, price: number): number {
    return this.#charges.value(feed, quantity, price);
  }

  reduceToAffordable(order: Order, execution: Execution): ReasonCode {
    const { quantity, position } = execution;
    const against = Math.max(0, -position.quantity * order.sign);
    if (order.reduceOnly && quantity > against) {
      this.#charges.priceExecution(execution, against);
      return REASON.insufficient_position;
    }
    this.#charges.priceExecution(execution, quantity);
    if (quantity <= this.#short.bound(against)) return 0;
    if (quantity <= against) return 0;
    const most = Math.max(against, this.#mostAtFill(order, execution, quantity));
    if (quantity <= most) return 0;
    this.#charges.priceExecution(
      execution,
      this.#short.units(() => most),
    );
    return REASON.insufficient_funds;
  }

  /**
   * Returns the most units that an order may have at a price, given all other open orders, or `wanted` if clearly more
   * is covered. `marked` is the price of the position.
   */
  #most({ feed, sign }: Order, price: number, marked: number, equity: number, wanted: number): number {
    const free = equity * ROUNDING - this.#commissions.value - this.#required(feed.index);
    const reach = this.#units.positionAfter(feed.index, sign);
    if (this.#units.reduces(feed.index, sign)) {
      // Units that open a position after a reversal count at the highest price of any open order of that side.
      const dearest = Math.max(Math.abs(price), this.#excess.highestPrice(feed, sign));
      return this.#unitsFor(feed, sign, reach, dearest, free, wanted);
    }
    // Exposure that other orders open, expressed in units at the price of this order.
    const opened =
      reach * Math.abs(marked / price) + (sign * this.#excess.valueAboveLast(feed, sign)) / Math.abs(price);
    return this.#unitsFor(feed, sign, opened, price, free, wanted);
  }

  /** Returns the most units that may fill at the price of an execution, given the current position. */
  #mostAtFill({ feed, sign }: Order, { price, position }: Execution, wanted: number): number {
    const marked = feed.last;
    const equity = equityOf(this.#portfolio, this.#feeds) + position.quantity * (price - marked) * position.multiplier;
    let free = equity * ROUNDING;
    const { totals, heldCount } = this.#portfolio;
    if (totals !== undefined && heldCount > FEW_POSITIONS) {
      const own = Math.abs(position.quantity * marked * position.multiplier);
      free -= this.#ratios.initial * (totals.exposure - own);
      return this.#unitsFor(feed, sign, position.quantity, price, free, wanted);
    }
    for (let h = 0; h < this.#portfolio.heldCount; h++) {
      const other = this.#portfolio.held[h]!;
      if (other === position) continue;
      free -= this.#ratios.initial * Math.abs(other.quantity * this.#feeds[other.index]!.last * other.multiplier);
    }
    return this.#unitsFor(feed, sign, position.quantity, price, free, wanted);
  }

  /**
   * Returns the most units by which a position of `from` may grow so that equity `free` covers it after commission, or
   * `wanted` if clearly more is covered.
   */
  #unitsFor(feed: Feed, sign: 1 | -1, from: number, price: number, free: number, wanted: number): number {
    const { lot, multiplier } = feed.instrument;
    const unit = Math.abs(price) * multiplier * this.#ratios.initial;
    if (!(unit > 0)) return 0;
    const more = wanted + lot;
    if (sign * from >= 0 && (free / unit - sign * from) * CLEARLY > more)
      if (this.#covers(feed, from + sign * more, more, unit, price, free)) return wanted;
    const most = floorToStep(Math.max(0, subtractDecimals(free / unit, sign * from)) * ROUNDING, lot);
    if (most === 0 || this.#covers(feed, from + sign * most, most, unit, price, free)) return most;
    return this.#fewerThan(most, feed, sign, from, unit, price, free);
  }

  /**
   * Returns the largest covered quantity below `most`. This is a function of its own, because a function that contains
   * a closure allocates memory on every call.
   */
  #fewerThan(most: number, feed: Feed, sign: 1 | -1, from: number, unit: number, price: number, free: number): number {
    const fits = (units: number) => this.#covers(feed, from + sign * units, units, unit, price, free);
    return largestFit(most, feed.instrument.lot, fits);
  }

  #covers(feed: Feed, reached: number, units: number, unit: number, price: number, free: number): boolean {
    return Math.abs(reached) * unit <= (free - this.#charges.commission(feed, units, price)) * ROUNDING;
  }

  /** Returns the margin of all instruments except one, as if all open orders had filled. */
  #required(but: number): number {
    this.#units.count();
    this.#excess.count();
    const { totals } = this.#portfolio;
    if (totals !== undefined) return this.#requiredOfMany(but, totals) * this.#ratios.initial;
    let sum = 0;
    for (const { index } of this.#feeds) if (index !== but) sum += this.#requiredOf(index);
    return sum * this.#ratios.initial;
  }

  #requiredOf(index: number): number {
    const worth = Math.max(this.#exposureAfter(index, 1), this.#exposureAfter(index, -1));
    return worth > 0 ? worth * this.#feeds[index]!.instrument.multiplier : 0;
  }

  /**
   * Returns the same margin as `#required`, for many instruments. Recalculates only instruments with a changed price,
   * position or order.
   */
  #requiredOfMany(but: number, { era, changes }: PositionTotals): number {
    const { at, count, epoch, changed, changedCount } = this.#open;
    const all = this.#requiredCache;
    const isNew = epoch !== all.epoch;
    if (era !== all.era || (isNew && Math.max(count, all.known) > FEW_ORDERS)) {
      all.sum.clear();
      for (const { index } of this.#feeds) all.sum.add((all.each[index] = this.#requiredOf(index)));
    } else {
      for (; all.changes < changes.length; all.changes++) this.#recalculate(changes[all.changes]!);
      // With few orders every change starts an epoch, so the instruments of previous and current orders are
      // recalculated.
      if (isNew) for (let i = 0; i < all.known; i++) this.#recalculate(all.ordered[i]!);
      else for (; all.seen < changedCount; all.seen++) this.#recalculate(at[changed[all.seen]!]!.feed.index);
      for (let i = isNew ? 0 : all.known; i < count; i++) this.#recalculate(at[i]!.feed.index);
    }
    for (let i = 0; i < Math.min(count, FEW_ORDERS); i++) all.ordered[i] = at[i]!.feed.index;
    Object.assign(all, { era, epoch, changes: changes.length, seen: changedCount, known: count });
    if (but < 0) return all.sum.value;
    all.sum.remove(all.each[but]!);
    const { value } = all.sum;
    all.sum.add(all.each[but]!);
    return value;
  }

  #recalculate(index: number): void {
    const { each, sum } = this.#requiredCache;
    sum.remove(each[index]!);
    sum.add((each[index] = this.#requiredOf(index)));
  }

  /**
   * Returns the absolute value of the position in an instrument, in points of price, as if all open orders of a side
   * had filled.
   */
  #exposureAfter(index: number, sign: 1 | -1): number {
    const feed = this.#feeds[index]!;
    const reach = this.#units.positionAfter(index, sign);
    if (reach === 0) return 0;
    const price = Math.abs(feed.last);
    if (!this.#units.reduces(index, sign)) return Math.abs(reach) * price + this.#excess.valueAboveLast(feed, sign);
    return Math.abs(reach) * (reach * sign > 0 ? this.#excess.highestPrice(feed, sign) : price);
  }
}

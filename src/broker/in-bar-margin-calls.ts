import type { PositionTotals, Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import { ceilToStep, withoutBinaryNoise } from "../primitives/rounding.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import { FEW_POSITIONS } from "./position-sums.ts";
import type { FillPlace } from "./fill-terms.ts";
import type { Fills } from "./fills.ts";
import type { OrderSubmitter } from "./order-submitter.ts";
import type { Triggered } from "./triggered.ts";
import { positionsToLiquidate, isBeingLiquidated, MARGIN_CALL_TAG } from "./margin-call.ts";
import { BarMatching, type MarginLine } from "./matching.ts";
import { ENTRY_BAR_USE } from "./models/exits.ts";
import { NOTE } from "./models/fills.ts";
import type { OpenOrders } from "./open-orders.ts";
import { REASON, STATUS } from "./order-codes.ts";
import type { OrderLinks } from "./order-links.ts";
import { Order } from "./order.ts";
import { stop } from "./order-types/stop.ts";

/** Margin checks inside bars, before they close. */
export interface MarginCalls {
  /** Whether bars must be checked while a position is open, even if no order is open. */
  readonly checksBars: boolean;
  /** Begins a moment at which bars closed, before orders are matched. */
  begin(closing: readonly Feed[]): void;
  /**
   * Whether equity covered all positions at the worst prices of this moment's bars, and nothing was booked since.
   * Equity then also covers them at the closes.
   */
  readonly isCovered: boolean;
  /** Notes that an order filled in a bar that just closed. */
  afterFill(feed: Feed, price: number, place: FillPlace, heldBefore: number): void;
  /**
   * Whether fills left positions that the bars may liquidate. Then `settle` must run before the next order is matched.
   */
  readonly isDue: boolean;
  /**
   * Liquidates positions that the bars leave uncovered. Orders that fill earlier are passed to `fillOrder`, except
   * those of instruments that are `done`.
   */
  settle(fillOrder: (triggered: Triggered) => void, done: (feed: Feed) => boolean): void;
  /** Checks margin once more after all orders were matched. */
  finish(fillOrder: (triggered: Triggered) => void): void;
}

/** Objects of a broker that a liquidation uses. */
export interface MarginCallParts {
  readonly portfolio: Portfolio;
  readonly feeds: readonly Feed[];
  readonly rules: ExecutionModel;
  readonly open: OpenOrders;
  readonly links: OrderLinks;
  readonly submitter: OrderSubmitter;
  readonly fills: Fills;
  readonly now: { readonly time: number };
}

/** Margin checks for accounts that have none inside bars. */
export const NO_IN_BAR_CALLS: MarginCalls = {
  checksBars: false,
  isDue: false,
  isCovered: false,
  begin() {},
  afterFill() {},
  settle() {},
  finish() {},
};

/**
 * Share of exposure up to which the excess of many positions is summed up again, since running sums may be off by
 * rounding.
 */
const NOISE = 1e-9;

/**
 * Part of an instrument's bar that is already over: nothing, everything before an entry, or everything before the
 * close.
 */
const PROGRESS = { wholeBar: 0, sinceEntry: 1, atClose: 2 } as const;

/**
 * Liquidates positions inside the bars that close at one moment. All these bars are assumed to move from their opens to
 * their worst prices together, each by the same share of its path at any time. Equity cannot have been lower, so no
 * margin call is missed. Bars do not show whether they were at their worst at the same time, so this errs against the
 * trader. At the share of the path at which equity falls to the maintenance margin, the largest positions are closed,
 * until equity covers the others. Orders that a bar reaches earlier fill first, by the setting `intrabar`.
 */
export class InBarMarginCalls implements MarginCalls {
  readonly checksBars = true;
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly #rules: ExecutionModel;
  readonly #maintenance: number;
  readonly #open: OpenOrders;
  readonly #links: OrderLinks;
  readonly #submitter: OrderSubmitter;
  readonly #fills: Fills;
  readonly #now: { readonly time: number };
  readonly #matching: BarMatching;
  /**
   * Number of moments checked so far. `#pricedAt` has, for each instrument, the last moment at which a fill or margin
   * call fixed its price inside the bar.
   */
  #moment = 0;
  readonly #pricedAt: Int32Array;
  /**
   * For each instrument: the price from which its bar goes on to the worst price, the entry price, and a value of
   * `PROGRESS`.
   */
  readonly #reachedPrice: Float64Array;
  readonly #entryPrice: Float64Array;
  readonly #progress: Uint8Array;
  /** Instruments whose bars close at this moment. */
  #closing: readonly Feed[] = [];
  #mayBeDue = false;
  #coveredTime = NaN;
  #coveredEntries = 0;
  readonly #line: MarginLine;

  constructor({ portfolio, feeds, rules, open, links, submitter, fills, now }: MarginCallParts) {
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.#rules = rules;
    this.#maintenance = rules.account.margin!.maintenance;
    this.#open = open;
    this.#links = links;
    this.#submitter = submitter;
    this.#fills = fills;
    this.#now = now;
    this.#matching = new BarMatching(rules);
    this.#pricedAt = new Int32Array(feeds.length);
    this.#reachedPrice = new Float64Array(feeds.length);
    this.#entryPrice = new Float64Array(feeds.length);
    this.#progress = new Uint8Array(feeds.length);
    const order = new Order(feeds[0]!, stop, { quantity: 0 });
    order.id = Infinity;
    order.status = STATUS.new;
    this.#line = { order, price: NaN, atOpen: false };
  }

  begin(closing: readonly Feed[]): void {
    this.#moment++;
    this.#closing = closing;
    this.#mayBeDue = false;
    if (this.#portfolio.heldCount === 0) return;
    this.#mayBeDue = !this.#coversWorstCase();
    if (this.#mayBeDue) return;
    this.#coveredTime = this.#now.time;
    this.#coveredEntries = this.#portfolio.entries.length;
  }

  get isCovered(): boolean {
    return this.#coveredTime === this.#now.time && this.#coveredEntries === this.#portfolio.entries.length;
  }

  /** Whether equity covers all positions with every bar at its worst price. For most bars this single pass suffices. */
  #coversWorstCase(): boolean {
    const { held, heldCount, cash, totals } = this.#portfolio;
    const { time } = this.#now;
    const feeds = this.#feeds;
    const maintenance = this.#maintenance;
    if (totals !== undefined && heldCount > FEW_POSITIONS) return this.#excessOfMany(totals) >= 0;
    let excess = cash;
    for (let h = 0; h < heldCount; h++) {
      const { index, quantity, multiplier } = held[h]!;
      const feed = feeds[index]!;
      const bar = feed.closed;
      const moves = bar >= 0 && feed.closeTime[bar] === time && feed.quotes === undefined;
      const value = quantity * multiplier * (moves ? (quantity > 0 ? feed.low : feed.high)[bar]! : feed.last);
      excess += value - maintenance * Math.abs(value);
    }
    return excess >= 0;
  }

  /**
   * Returns equity above the maintenance margin for many positions, with bars at their worst prices. Corrects the
   * totals at last prices for positions whose bars close now, and for positions that are being liquidated.
   */
  #excessOfMany(totals: PositionTotals): number {
    const { positions } = this.#portfolio;
    let excess = totals.equity - this.#maintenance * totals.exposure;
    for (let i = 0; i < this.#closing.length; i++) {
      const feed = this.#closing[i]!;
      const { quantity, multiplier } = positions[feed.index]!;
      if (quantity === 0 || feed.quotes !== undefined) continue;
      const last = quantity * multiplier * feed.last;
      const worst = quantity * multiplier * this.#worst(feed, quantity);
      excess += worst - last - this.#maintenance * (Math.abs(worst) - Math.abs(last));
    }
    return excess;
  }

  afterFill(feed: Feed, price: number, place: FillPlace, heldBefore: number): void {
    this.#mayBeDue = true;
    const { index } = feed;
    if (place === "closed-open") return;
    const { quantity } = this.#portfolio.positions[index]!;
    if (place === "close") this.#progress[index] = PROGRESS.atClose;
    else if (heldBefore * quantity <= 0) {
      this.#progress[index] = PROGRESS.sinceEntry;
      this.#entryPrice[index] = price;
    } else if (this.#pricedAt[index] !== this.#moment) this.#progress[index] = PROGRESS.wholeBar;
    this.#pricedAt[index] = this.#moment;
    this.#reachedPrice[index] = price;
  }

  get isDue(): boolean {
    if (!this.#rules.sequence.checksMarginAfterFills(this.#mayBeDue)) return false;
    this.#mayBeDue = false;
    return this.#excess() < 0;
  }

  finish(fillOrder: (triggered: Triggered) => void): void {
    if (!this.#rules.sequence.checksMarginAtEnd(this.#mayBeDue)) return;
    // In a queue in the sequence of submission, the liquidating order comes last.
    if (this.#excess() < 0) this.settle(fillOrder, () => true);
  }

  settle(fillOrder: (triggered: Triggered) => void, done: (feed: Feed) => boolean): void {
    while (this.#excess() < 0) {
      const share = this.#marginShare();
      if (this.#fillEntryBarExits(fillOrder, share)) continue;
      const first = this.#rules.timing.seesBars() ? this.#firstOrderBefore(share, done) : undefined;
      if (first !== undefined) {
        this.#fillFirstOrder(fillOrder, first, share);
        continue;
      }
      if (!this.#liquidate(share)) break;
    }
    this.#mayBeDue = false;
  }

  /**
   * Returns equity above the maintenance margin with all bars at their worst prices. If the result is negative,
   * positions must be liquidated.
   */
  #excess(): number {
    const { held, heldCount, cash, totals } = this.#portfolio;
    if (totals !== undefined && heldCount > FEW_POSITIONS) {
      const least = this.#excessOfMany(totals);
      if (least > totals.exposure * NOISE) return least;
    }
    let excess = cash;
    for (let h = 0; h < heldCount; h++) {
      const { index, quantity, multiplier } = held[h]!;
      const feed = this.#feeds[index]!;
      const units = quantity * multiplier;
      const price = this.#closesNow(feed) ? this.#worst(feed, quantity) : feed.last;
      excess += units * price;
      if (!this.#isBeingLiquidated(feed)) excess -= this.#maintenance * Math.abs(units * price);
    }
    return excess;
  }

  /**
   * Returns the share of the bars' paths at which equity falls to the maintenance margin, or 0 if it is below from the
   * start. The excess is a straight line in that share, or two if a price passes zero, so Newton steps from the end
   * never go too far.
   */
  #marginShare(): number {
    const { held, heldCount, cash } = this.#portfolio;
    let share = 1;
    for (let pieces = 0; pieces < heldCount + 3; pieces++) {
      let excess = cash;
      let slope = 0;
      for (let h = 0; h < heldCount; h++) {
        const { index, quantity, multiplier } = held[h]!;
        const feed = this.#feeds[index]!;
        const units = quantity * multiplier;
        const price = this.#priceAt(feed, quantity, share);
        const required = this.#isBeingLiquidated(feed) ? 0 : this.#maintenance * Math.abs(units);
        excess += units * price - required * Math.abs(price);
        slope += (units - required * Math.sign(price)) * this.#distance(feed, quantity);
      }
      if (excess >= 0) break;
      const next = share - excess / slope;
      if (!(next > 0)) return 0;
      if (!(next < share)) break;
      share = next;
    }
    return share;
  }

  /**
   * Returns the instrument of the first order that fills before the margin call. Of several instruments this is the one
   * whose order is reached at the smallest share of the paths.
   */
  #firstOrderBefore(share: number, done: (feed: Feed) => boolean): Feed | undefined {
    const { held, heldCount } = this.#portfolio;
    let first: Feed | undefined;
    let firstShare = Infinity;
    let firstId = Infinity;
    for (let h = 0; h < heldCount; h++) {
      const { index, quantity } = held[h]!;
      const feed = this.#feeds[index]!;
      if (!this.#closesNow(feed) || done(feed)) continue;
      const line = this.#marginLine(feed, quantity, share);
      this.#matching.match(this.#open.at, this.#open.count, feed, quantity, line);
      const triggered = this.#matching.triggered[0]!;
      if (triggered.order === line.order) continue;
      const onItsWay = triggered.heading === line.order.sign;
      const at = triggered.atOpen ? -Infinity : onItsWay ? this.#shareAt(triggered.level, feed, quantity) : -1;
      if (at > firstShare || (at === firstShare && triggered.order.id > firstId)) continue;
      first = feed;
      firstShare = at;
      firstId = triggered.order.id;
    }
    return first;
  }

  #fillFirstOrder(fillOrder: (triggered: Triggered) => void, feed: Feed, share: number): void {
    const { quantity } = this.#portfolio.positions[feed.index]!;
    const line = this.#marginLine(feed, quantity, share);
    this.#matching.match(this.#open.at, this.#open.count, feed, quantity, line);
    const triggered = this.#matching.triggered[0]!;
    const { order, atOpen, level, heading } = triggered;
    // When the order fills, the other bars have covered the same share of their paths.
    if (!atOpen && heading === line.order.sign) this.#advance(this.#shareAt(level, feed, quantity));
    order.firstBar = feed.closed + 1;
    fillOrder(triggered);
    if (atOpen) this.#matching.useWholeBar(this.#open, feed);
  }

  /**
   * Fills exits activated by an entry inside a bar, if they come before the margin call. Returns whether any were
   * activated.
   */
  #fillEntryBarExits(fillOrder: (triggered: Triggered) => void, share: number): boolean {
    if (!this.#links.takeActivations()) return false;
    const { at, count } = this.#open;
    const feeds = new Set(
      at
        .slice(0, count)
        .filter(({ newborn }) => newborn !== ENTRY_BAR_USE.none)
        .map(({ feed }) => feed),
    );
    for (const feed of feeds) {
      const { quantity } = this.#portfolio.positions[feed.index]!;
      const line = quantity === 0 ? undefined : this.#marginLine(feed, quantity, share);
      this.#matching.matchEntryBarExits(at, this.#open.count, feed, quantity, line);
      for (let t = 0; t < this.#matching.count; t++) {
        const triggered = this.#matching.triggered[t]!;
        if (triggered.order === line?.order) break;
        fillOrder(triggered);
      }
    }
    return true;
  }

  /**
   * Liquidates positions at the prices that all bars have at a share of their paths. Returns whether any position was
   * liquidated.
   */
  #liquidate(share: number): boolean {
    const { held, heldCount, cash, positions } = this.#portfolio;
    let equity = cash;
    for (let h = 0; h < heldCount; h++) {
      const { index, quantity, multiplier } = held[h]!;
      equity += quantity * multiplier * this.#priceAt(this.#feeds[index]!, quantity, share);
    }
    const priceOf = (feed: Feed) => this.#priceAt(feed, positions[feed.index]!.quantity, share);
    // At this share equity equals the margin up to rounding, and must count as below.
    const below = equity - Math.abs(equity) * 1e-12 - Number.MIN_VALUE;
    const called = positionsToLiquidate(below, this.#maintenance, this.#portfolio, this.#feeds, this.#open, priceOf);
    const ends = called.map((feed) => ({ feed, ...this.#liquidationPrice(feed, share) }));
    this.#advance(share);
    for (const { feed, price, place, ambiguous } of ends) {
      if (!this.#closesNow(feed)) {
        this.#submitter.close(feed, MARGIN_CALL_TAG, equity, REASON.margin_call);
        continue;
      }
      const order = this.#submitter.liquidate(feed, MARGIN_CALL_TAG, price);
      const { execution } = this.#fills;
      this.#fills.setPrice(
        feed,
        price,
        feed.closed,
        place,
        place === "inside" ? NOTE.marginCall : NOTE.marginCallAtOpen,
      );
      execution.ambiguous = ambiguous;
      this.#fills.fill(order, true, place);
      execution.ambiguous = false;
    }
    return called.length > 0;
  }

  /**
   * Returns price and place of a liquidation. A price between two ticks becomes the next tick toward the worst price.
   */
  #liquidationPrice(feed: Feed, share: number): { price: number; place: FillPlace; ambiguous: boolean } {
    const { quantity } = this.#portfolio.positions[feed.index]!;
    if (!this.#closesNow(feed)) return { price: NaN, place: "close", ambiguous: false };
    const line = this.#marginLine(feed, quantity, share);
    const { sign } = line.order;
    const { tick } = feed.instrument;
    const exact = withoutBinaryNoise(line.price);
    const onTick = share === 0 || tick === 0 ? exact : sign * ceilToStep(sign * exact, tick);
    const worst = this.#worst(feed, quantity);
    const price = sign * Math.min(sign * onTick, Math.max(sign * worst, sign * exact));
    this.#matching.match(this.#open.at, this.#open.count, feed, quantity, line);
    const triggered = this.#matching.triggered.find(({ order }) => order === line.order)!;
    const ambiguous =
      triggered.ambiguous ||
      (this.#progressOf(feed) === PROGRESS.sinceEntry && !this.#rules.sequence.resolvesEntryBar());
    return { price, place: line.atOpen ? "closed-open" : "inside", ambiguous };
  }

  /** Moves all bars to a share of their paths. */
  #advance(share: number): void {
    if (share === 0) return;
    const { held, heldCount } = this.#portfolio;
    for (let h = 0; h < heldCount; h++) {
      const { index, quantity } = held[h]!;
      const feed = this.#feeds[index]!;
      if (!this.#closesNow(feed)) continue;
      const price = this.#priceAt(feed, quantity, share);
      if (this.#pricedAt[index] !== this.#moment) this.#progress[index] = PROGRESS.wholeBar;
      this.#pricedAt[index] = this.#moment;
      this.#reachedPrice[index] = price;
    }
  }

  #marginLine(feed: Feed, quantity: number, share: number): MarginLine {
    const { order } = this.#line;
    order.feed = feed;
    order.sign = quantity > 0 ? -1 : 1;
    order.reduceOnly = true;
    this.#line.price = this.#priceAt(feed, quantity, share);
    this.#line.atOpen = share === 0 && this.#pricedAt[feed.index] !== this.#moment;
    return this.#line;
  }

  /**
   * Whether an instrument's bar closes at this moment and its range counts. Of quotes only the one at the end of a bar
   * is known.
   */
  #closesNow(feed: Feed): boolean {
    return feed.quotes === undefined && feed.closed >= 0 && feed.closeTime[feed.closed] === this.#now.time;
  }

  /** Whether a position is already being liquidated, so that it no longer needs margin. */
  #isBeingLiquidated(feed: Feed): boolean {
    return isBeingLiquidated(feed, this.#open);
  }

  #progressOf(feed: Feed): number {
    return this.#pricedAt[feed.index] === this.#moment ? this.#progress[feed.index]! : PROGRESS.wholeBar;
  }

  #startPrice(feed: Feed): number {
    return this.#pricedAt[feed.index] === this.#moment ? this.#reachedPrice[feed.index]! : feed.open[feed.closed]!;
  }

  #distance(feed: Feed, quantity: number): number {
    return this.#closesNow(feed) ? this.#worst(feed, quantity) - this.#startPrice(feed) : 0;
  }

  #shareAt(level: number, feed: Feed, quantity: number): number {
    const way = this.#distance(feed, quantity);
    return way === 0 ? 0 : (level - this.#startPrice(feed)) / way;
  }

  #priceAt(feed: Feed, quantity: number, share: number): number {
    if (!this.#closesNow(feed)) return feed.last;
    const start = this.#startPrice(feed);
    return share === 1 ? this.#worst(feed, quantity) : start + share * (this.#worst(feed, quantity) - start);
  }

  /** Returns the worst price that the bar may still reach after the last fill inside it. */
  #worst(feed: Feed, quantity: number): number {
    const bar = feed.closed;
    const state = this.#progressOf(feed);
    if (state === PROGRESS.atClose) return feed.close[bar]!;
    const extreme = quantity > 0 ? feed.low[bar]! : feed.high[bar]!;
    if (state === PROGRESS.wholeBar) return extreme;
    const entry = this.#entryPrice[feed.index]!;
    const sign = quantity > 0 ? -1 : 1;
    return this.#rules.sequence.worst(feed, entry, sign, extreme);
  }
}

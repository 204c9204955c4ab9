import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { Account } from "./accounts/account.ts";
import { includesFeed, mergeFeeds } from "./feed-list.ts";
import { Arrivals } from "./arrivals.ts";
import { activate } from "./activation.ts";
import { createAccount } from "./accounts/create-account.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import type { FillPlace } from "./fill-terms.ts";
import { Fills } from "./fills.ts";
import type { Triggered } from "./triggered.ts";
import { BarMatching } from "./matching.ts";
import { OpenOrders, type OpenOrdersState } from "./open-orders.ts";
import type { OrderList } from "./trigger-index.ts";
import { Financing } from "./financing.ts";
import { type MarginCalls, InBarMarginCalls, NO_IN_BAR_CALLS } from "./in-bar-margin-calls.ts";
import { positionsToLiquidate, FINALIZE_TAG, MARGIN_CALL_TAG } from "./margin-call.ts";
import { OrderSubmitter } from "./order-submitter.ts";
import { NOTE, NOTE_FLAG } from "./models/fills.ts";
import { EVENT, REASON, STATUS, type ReasonCode } from "./order-codes.ts";
import { OrderLinks } from "./order-links.ts";
import { OrderLog } from "./order-log.ts";
import type { Order } from "./order.ts";
import { RollingValue } from "./rolling-value.ts";

/** Snapshot from which a broker is restored. */
export interface BrokerState {
  readonly open: OpenOrdersState;
  readonly log: ReturnType<OrderLog["snapshot"]>;
  readonly fills: ReturnType<Fills["snapshot"]>;
  readonly carry: ReturnType<Financing["snapshot"]>;
}

/**
 * Paper broker: accepts orders, keeps the open ones, fills them and books the fills. The simulation reports to it when bars open and close.
 * The broker never reads a bar that is not yet revealed.
 */
export class Broker {
  readonly log: OrderLog;
  readonly open: OpenOrders;
  readonly account: Account;
  readonly fills: Fills;
  readonly submitter: OrderSubmitter;
  readonly financing: Financing;
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly rules: ExecutionModel;
  readonly #now: { readonly time: number };
  readonly #matching: BarMatching;
  readonly #entryBarMatching: BarMatching;
  readonly #links: OrderLinks;
  readonly #arrivals: Arrivals;
  readonly #calls: MarginCalls;
  /** Number of moments so far at which bars closed. `#matchedAt` has the last moment at which each instrument was matched. */
  #moment = 0;
  /** Flag in the note of each fill while `finalizeInLastBar` matches the last bars again; otherwise 0. */
  #lastBarFlag = 0;
  readonly #matchedAt: Int32Array;
  /** All open orders that the bars of this moment may trigger, and possibly others. */
  #list: OrderList;

  constructor(
    portfolio: Portfolio,
    feeds: readonly Feed[],
    rules: ExecutionModel,
    now: { readonly time: number },
    log = new OrderLog(),
  ) {
    this.log = log;
    this.#portfolio = portfolio;
    this.#feeds = feeds;
    this.rules = rules;
    this.#now = now;
    this.open = log.open = new OpenOrders(rules.orders.timeInForce, rules.slippage);
    this.open.totals = portfolio.totals;
    this.#matchedAt = new Int32Array(feeds.length);
    this.#list = this.open;
    rules.customFills?.begin(portfolio.positions);
    this.#matching = new BarMatching(rules);
    this.#entryBarMatching = new BarMatching(rules);
    this.#links = new OrderLinks(this.open, this.log, now, rules);
    this.#arrivals = new Arrivals(this.open, this.log, now);
    const traded = new RollingValue(now);
    this.account = createAccount(rules, portfolio, feeds, this.open, traded);
    this.fills = new Fills(portfolio, feeds, rules, this.account, this.log, this.#links, now, traded);
    this.financing = new Financing(portfolio, rules);
    this.submitter = new OrderSubmitter(
      rules,
      portfolio,
      feeds,
      this.account,
      this.open,
      this.log,
      this.fills,
      this.#links,
      now,
    );
    const { open, fills, submitter } = this;
    this.#calls = rules.account.callsMarginInBars()
      ? new InBarMarginCalls({ portfolio, feeds, rules, open, links: this.#links, submitter, fills, now })
      : NO_IN_BAR_CALLS;
  }

  /** Whether equity must be checked for a margin call or ruin when bars close. */
  get checksEquity(): boolean {
    return this.rules.account.checksEquity();
  }

  /** Whether bars must be checked for margin calls even when no order is open. */
  get checksMarginInBars(): boolean {
    return this.#calls.checksBars;
  }

  /** Whether the bars of this moment prove that equity covers the margin at their closes. */
  get isMarginCovered(): boolean {
    return this.#calls.isCovered && !this.rules.account.endsOnRuin();
  }

  /** Liquidates positions after a close if equity is below the maintenance margin. The liquidating market orders fill at the next price. */
  callMargin(equity: number): void {
    const { account } = this.rules;
    const { margin } = account;
    if (account.isRuined(equity)) this.#ruin();
    if (margin === undefined || equity >= this.account.maintenanceMargin) return;
    const { maintenance } = margin;
    const called = positionsToLiquidate(
      equity,
      maintenance,
      this.#portfolio,
      this.#feeds,
      this.open,
      ({ last }) => last,
    );
    for (const feed of called) this.submitter.close(feed, MARGIN_CALL_TAG, equity, REASON.margin_call);
  }

  /** Ends a ruined account: cancels all orders, closes all positions at their last prices and writes off the remaining cash or debt. */
  #ruin(): void {
    for (let i = 0; i < this.open.count; i++) this.fills.end(this.open.at[i]!, STATUS.canceled, REASON.margin_call);
    this.open.compact();
    for (const { index } of this.#portfolio.held.slice(0, this.#portfolio.heldCount))
      this.#endPosition(this.#feeds[index]!, 0, MARGIN_CALL_TAG, NOTE.ruined);
    this.#portfolio.move("settlement", this.#now.time, -1, -this.#portfolio.cash);
  }

  /** Closes the position in an instrument at the end of a run, at its last price or at the open of its last bar. */
  finalize(feed: Feed, equity: number): void {
    this.#endPosition(feed, equity, FINALIZE_TAG, NOTE.runEnd, this.rules.timing.endsAtOpen());
  }

  /** Closes a position at the last price, which is the open of a bar that is forming. With `atOpen` uses the open of the last bar. */
  #endPosition(feed: Feed, equity: number, tag: string, note: number, atOpen = false): void {
    this.submitter.close(feed, tag, equity, REASON.position_closed, false);
    const { forming } = feed;
    this.fills.volumeLimited = false;
    const orders = this.open.ofFeed(feed);
    for (let i = 0; i < orders.count; i++) {
      const order = orders.at[i]!;
      if (order.feed !== feed || !order.live || !order.forced || order.tag !== tag) continue;
      const price = atOpen ? feed.open[feed.closed]! : feed.last;
      this.fills.setPrice(feed, price, forming ? feed.opened : feed.closed, forming || atOpen ? "open" : "close", note);
      this.#fill(order, true, forming ? "open" : "inside");
    }
    this.fills.volumeLimited = true;
    this.open.compact();
  }

  /**
   * Closes positions at the end of a run that books fills when their bar closes. Open orders match the last bar again, even those submitted
   * at its close, which favors the trader: such orders fill at prices that predate them. Source: how backtesting.py finalizes trades.
   */
  finalizeInLastBar(held: readonly Feed[], equity: number): void {
    const { submitter, open } = this;
    for (const feed of held) submitter.close(feed, FINALIZE_TAG, equity, REASON.position_closed, false);
    for (let i = 0; i < open.count; i++) {
      const order = open.at[i]!;
      if (!order.live || order.status === STATUS.held) continue;
      if (order.status === STATUS.accepted) activate(order);
      order.firstBar = order.insideBar = -1;
    }
    const closed = this.#feeds.filter((feed) => feed.closed >= 0);
    this.#lastBarFlag = NOTE_FLAG.lastBarAgain;
    this.barsClosed(closed, [], NO_IN_BAR_CALLS);
    this.#lastBarFlag = 0;
  }

  /** Cancels the open orders of an instrument that has expired or has no more bars. */
  expire(feed: Feed, reason: ReasonCode): void {
    const orders = this.open.ofFeed(feed);
    for (let i = 0; i < orders.count; i++) {
      const order = orders.at[i]!;
      if (order.feed === feed) this.fills.end(order, STATUS.canceled, reason);
    }
    this.open.compact();
  }

  /** Adjusts the open orders of an instrument for a split. Cancels orders with less than a lot left. */
  split(feed: Feed, ratio: number): void {
    const { open } = this;
    const emptied: Order[] = [];
    const orders = open.ofFeed(feed);
    for (let i = 0; i < orders.count; i++) {
      const order = orders.at[i]!;
      if (order.feed !== feed || !order.live) continue;
      order.split(ratio);
      this.log.update(order);
      if (order.remaining > 0 || order.sizedAtFill) this.log.addEvent(order, EVENT.adjusted, this.#now);
      else emptied.push(order);
    }
    for (const order of emptied) this.fills.end(order, STATUS.canceled, REASON.split);
    open.compact();
  }

  /** Cancels a live order. Has no effect on ended orders and on orders of the broker itself. */
  cancel(orderId: number): void {
    this.cancelAll([orderId]);
  }

  /** Cancels live orders in the given sequence, in one pass. Has no effect on orders of the broker itself. */
  cancelAll(orderIds: readonly number[]): void {
    for (const id of orderIds) {
      const order = this.open.find(id);
      if (order !== undefined && !order.forced) this.fills.end(order, STATUS.canceled, REASON.requested);
    }
    this.open.compact();
  }

  /**
   * Matches resting orders against the bars that just closed. Instruments are processed in the sequence of their oldest triggered order,
   * and orders of one instrument along the assumed path of the bar. Some settings of `intrabar` process all orders as submitted instead,
   * together with the closing auctions of `ending` sessions.
   */
  barsClosed(closing: readonly Feed[], ending: readonly Feed[] = [], calls = this.#calls): void {
    const { open } = this;
    this.#moment++;
    if (open.specialCount > 0) this.#arrivals.activateArrived(closing, true);
    calls.begin(closing);
    if (calls.isDue) calls.settle(this.#fillMatched, this.#isMatched);
    this.#matchAll(closing, this.rules.sequence.auctionsInQueue(ending), calls);
    calls.finish(this.#fillMatched);
    if (open.trailingOrImmediate.count > 0) this.#afterBars(closing);
    open.compact();
  }

  #matchAll(closing: readonly Feed[], auctions: readonly Feed[], calls: MarginCalls): void {
    // An account with `mayStayOpen` checks every order at each bar of its instrument, triggered or not.
    const auctioned = auctions.length > 0 && this.open.endWithSessions.count > 0;
    const shown = auctioned ? mergeFeeds(closing, auctions) : closing;
    this.#list = this.open[auctioned || this.account.mayStayOpen !== undefined ? "ofFeeds" : "reachable"](shown);
    const matching = this.#matching;
    orders: for (let i = 0; i < this.#list.count; i++) {
      const order = this.#list.at[i]!;
      const { feed } = order;
      if (order.timeInForce.auction === "close" && order.working && includesFeed(auctions, feed))
        this.#closingAuction(order);
      if (this.#matchedAt[feed.index] === this.#moment || !includesFeed(closing, feed)) continue;
      if (this.#cancelIfUnaffordable(order) || !matching.matchOne(order)) continue;
      if (!this.rules.sequence.sortsOrders()) matching.count = 1;
      else {
        this.#matchedAt[feed.index] = this.#moment;
        matching.match(this.#list.at, this.#list.count, feed, this.#portfolio.positions[feed.index]!.quantity);
      }
      for (let t = 0; t < matching.count; t++) {
        if (matching.triggered[t]!.atClose) this.#matchEntryBarExits(feed);
        const spent = this.#triggerAndFill(matching.triggered[t]!);
        i = this.#refreshList(shown, i);
        if (spent) break;
        if (calls.isDue) {
          this.#settleMarginCall(feed, t, calls);
          i = -1;
          continue orders;
        }
        // Exits activated by a fill at the bar's open join the orders that are still to be matched.
        if (matching.rematch(t, this.#list, feed, this.#portfolio.positions[feed.index]!.quantity)) t = -1;
      }
      this.#matchEntryBarExits(feed);
      i = this.#refreshList(shown, i);
      if (calls.isDue) {
        this.#settleMarginCall(feed, matching.count - 1, calls);
        i = -1;
      }
    }
    this.open.matched();
  }

  /** Updates the list of orders that bars may trigger. Returns the order's new index, given its index in the old list. */
  #refreshList(feeds: readonly Feed[], place: number): number {
    const order = this.#list.at[place];
    const list = this.open.reachableNow(this.#list, feeds);
    if (list === this.#list && list.at[place] === order) return place;
    this.#list = list;
    for (let now = place; now < list.count; now++) if (list.at[now] === order) return now;
    return place;
  }

  /** Cancels an order that the account would reject by now, if the bar may fill it. Returns whether it was canceled. */
  #cancelIfUnaffordable(order: Order): boolean {
    if (this.account.mayStayOpen === undefined || !order.working || order.firstBar > order.feed.closed) return false;
    if (order.timeInForce.auction !== "" || this.account.mayStayOpen(order)) return false;
    this.fills.end(order, STATUS.canceled, REASON.insufficient_funds);
    return true;
  }

  readonly #fillMatched = (triggered: Triggered): void => void this.#triggerAndFill(triggered);
  readonly #isMatched = ({ index }: Feed): boolean => this.#matchedAt[index] === this.#moment;

  /**
   * Settles a margin call that a fill caused. The remaining orders of the instrument, after `slot`, are then matched against the bar again.
   */
  #settleMarginCall(feed: Feed, slot: number, calls: MarginCalls): void {
    for (let t = 0; t <= slot; t++) this.#matching.triggered[t]!.order.firstBar = feed.closed + 1;
    this.#matchedAt[feed.index] = 0;
    calls.settle(this.#fillMatched, this.#isMatched);
  }

  #matchEntryBarExits(feed: Feed): void {
    if (!this.#links.takeActivations()) return;
    const matching = this.#entryBarMatching;
    matching.matchEntryBarExits(this.#list.at, this.#list.count, feed, this.#portfolio.positions[feed.index]!.quantity);
    for (let t = 0; t < matching.count; t++) this.#triggerAndFill(matching.triggered[t]!);
  }

  /** Triggers and fills an order. Returns true if the bar's volume is used up, so that the bar triggers no further orders. */
  #triggerAndFill(
    triggered: Triggered,
    place: FillPlace = triggered.atClose ? "close" : triggered.atOpen ? "closed-open" : "inside",
    bar: number = triggered.order.feed.closed - triggered.barsBack,
    at: FillPlace = triggered.barsBack > 0 ? "close" : place,
  ): boolean {
    const { order } = triggered;
    if (!order.working) return false;
    const { time } = this.#now;
    const reached = order.triggered && order.triggeredAt !== time;
    if (triggered.triggers && !order.triggered) {
      order.triggered = true;
      order.triggeredAt = time;
      this.log.addEvent(order, EVENT.triggered, this.#now);
    }
    if (Number.isNaN(triggered.price)) return false;
    const spent = this.fills.noteTriggered(order);
    if (order.reached) this.open.markChanged(order);
    this.fills.execution.ambiguous = triggered.ambiguous;
    const { feed } = order;
    const flags =
      (reached ? NOTE_FLAG.triggeredEarlier : 0) |
      (order.wokenIn === feed.closed ? NOTE_FLAG.entryBar : 0) |
      this.#lastBarFlag;
    // The closing orders at the end of a run fill at the open itself; all other orders are booked when the bar closes.
    const ends = this.#lastBarFlag !== 0 && at === "closed-open" && order.forced && order.tag === FINALIZE_TAG;
    this.fills.setPrice(feed, triggered.price, bar, ends ? "open" : at, triggered.note | flags);
    this.#fill(order, triggered.slips, place);
    return spent;
  }

  #fill(order: Order, slips: boolean, place: FillPlace): void {
    const { execution } = this.fills;
    const { feed } = order;
    const { price } = execution;
    const { quantity } = this.#portfolio.positions[feed.index]!;
    this.fills.fill(order, slips, place);
    execution.ambiguous = false;
    if (place !== "open") this.#calls.afterFill(feed, price, place, quantity);
  }

  /** Moves trailing stops after the bars of a moment were matched, and cancels immediate orders that did not fill. */
  #afterBars(closing: readonly Feed[]): void {
    const { open } = this;
    const { fills, exits, slippage } = this.rules;
    const listed = open.placesOf(open.trailingOrImmediate, closing);
    for (let i = 0; i < listed.count; i++) {
      const order = open.at[listed.at[i]!]!;
      const { feed } = order;
      if (!order.working || !includesFeed(closing, feed)) continue;
      const bar = feed.closed;
      if (order.timeInForce.auction === "" && !order.timeInForce.rests && order.insideBar === bar) {
        this.fills.end(order, STATUS.canceled, REASON.not_at_once);
        continue;
      }
      if (!order.type.trails) continue;
      const early = order.firstBar > bar;
      if (early && !fills.trail.followsEarlyBars(exits.entryBar.followsEarlyBars())) continue;
      const close = feed.close[bar]!;
      const extreme = early || order.insideBar === bar ? close : (order.sign === -1 ? feed.high : feed.low)[bar]!;
      if (!order.type.moveTrail(order, fills.trail.priceToFollow(extreme, close), fills)) continue;
      slippage.roundPrices(order);
      this.log.update(order);
    }
  }

  /**
   * Closes sessions: fills closing auctions, cancels opening auctions of sessions without a bar and expires day orders. An unfilled market
   * order stays open, since it has had no price yet, and a session may end long after its last bar.
   */
  sessionsClosed(closing: readonly Feed[]): void {
    const { open } = this;
    if (open.specialCount > 0) this.#arrivals.activateArrived(closing, true);
    const listed = open.placesOf(open.endWithSessions, closing);
    for (let i = 0; i < listed.count; i++) {
      const order = open.at[listed.at[i]!]!;
      if (!order.working || !includesFeed(closing, order.feed)) continue;
      const { auction, endsWithSession } = order.timeInForce;
      if (auction === "close") this.#closingAuction(order);
      else if (auction === "open") this.fills.end(order, STATUS.canceled, REASON.auction_over);
      else if (endsWithSession && (!order.type.immediate || order.filledQuantity > 0))
        this.fills.end(order, STATUS.expired, REASON.session_closed);
    }
    open.compact();
  }

  #closingAuction(order: Order): void {
    const { feed } = order;
    // An order must not fill at a close before its arrival.
    if (feed.closed >= 0 && feed.closeTime[feed.closed]! > order.eligibleAt) this.#auction(order, feed.last, "close");
    else this.fills.end(order, STATUS.canceled, REASON.auction_over);
  }

  /**
   * Expires orders at their expiry times. An order that expires inside a bar ends before the bar closes, since the bar may have reached the
   * order's price too late.
   */
  timePassed(): void {
    const { open } = this;
    if (open.nextExpiry() > this.#now.time) return;
    const { at, count } = open.expiredBy(this.#now.time);
    for (let i = 0; i < count; i++) {
      const order = at[i]!;
      if (order.timeInForce.endsAtTime && order.live && order.expiresAt <= this.#now.time)
        this.fills.end(order, STATUS.expired, REASON.time_passed);
    }
    open.compact();
  }

  /** Activates accepted orders of instruments whose sessions open. */
  sessionsOpened(opening: readonly Feed[]): void {
    this.#arrivals.activateForHours(opening, false);
  }

  /** Starts extended hours and activates the orders that may fill in them. */
  extendedHoursOpened(opening: readonly Feed[]): void {
    for (const feed of opening) feed.openExtended(this.#now.time);
    this.#arrivals.activateForHours(opening, true);
  }

  /**
   * Fills market orders, opening auctions and immediate orders at the opens of new bars. Orders of all instruments fill as submitted, so
   * that sells pay for buys.
   */
  barsOpened(opening: readonly Feed[]): void {
    const { open } = this;
    if (open.specialCount > 0) this.#arrivals.activateArrived(opening, false);
    const listed = open.placesOf(open.fillAtOpens, opening);
    for (let i = 0; i < listed.count; i++) {
      const order = open.at[listed.at[i]!]!;
      const { feed, timeInForce } = order;
      if (!order.working || order.insideBar === feed.opened || !includesFeed(opening, feed)) continue;
      // A quote holds for one moment only, so none is known when the next bar opens.
      if (feed.quotes !== undefined) continue;
      if (feed.extended !== undefined && feed.extended[feed.opened] === 1 && !order.extendedHours) continue;
      if (!timeInForce.rests) {
        if (timeInForce.auction !== "close") this.#auction(order, feed.open[feed.opened]!, "open");
      } else if (this.rules.timing.fillsAtOpen(order) && order.firstBar <= feed.opened) {
        this.fills.setPrice(feed, feed.open[feed.opened]!, feed.opened, "open", NOTE.type);
        this.#fill(order, true, "open");
      }
    }
    open.compact();
  }

  /** Matches an order against a single price, then cancels the quantity that did not fill. */
  #auction(order: Order, price: number, place: FillPlace): void {
    const triggered = this.#matching.matchPrice(order, price);
    const { opened, closed, quotes } = order.feed;
    // If a session ends while a bar is forming, the last known price is the open of that bar.
    const at = opened > closed && quotes === undefined ? "open" : place;
    if (triggered !== undefined) this.#triggerAndFill(triggered, place, opened, at);
    this.fills.end(order, STATUS.canceled, order.timeInForce.auction === "" ? REASON.not_at_once : REASON.auction_over);
  }

  snapshot(): BrokerState {
    return {
      open: this.open.snapshot(),
      log: this.log.snapshot(),
      fills: this.fills.snapshot(),
      carry: this.financing.snapshot(),
    };
  }

  restore(state: BrokerState, feeds: readonly Feed[]): void {
    this.open.restore(state.open, feeds);
    this.log.restore(state.log);
    this.fills.restore(state.fills);
    this.financing.restore(state.carry);
  }
}

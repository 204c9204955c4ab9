import type { Portfolio } from "../ledger/portfolio.ts";
import type { Feed } from "../market/feed.ts";
import type { Account } from "./accounts/account.ts";
import { among, joined } from "./among.ts";
import { Arrivals } from "./arrivals.ts";
import { activate } from "./activation.ts";
import { accountOf } from "./accounts/account-of.ts";
import type { ExecutionModel } from "./models/execution-model.ts";
import type { FillPlace } from "./fill-terms.ts";
import { Fills } from "./fills.ts";
import type { Triggered } from "./triggered.ts";
import { BarMatching } from "./matching.ts";
import { OpenOrders, type OpenOrdersState } from "./open-orders.ts";
import type { OrderList } from "./order-watch.ts";
import { Carry } from "./carry.ts";
import { type BarCalls, InBarCalls, NO_BAR_CALLS } from "./in-bar-calls.ts";
import { calledPositions, FINALIZE_TAG, MARGIN_CALL_TAG } from "./margin-call.ts";
import { Intake } from "./intake.ts";
import { NOTE, NOTED } from "./models/fills.ts";
import { EVENT, REASON, STATUS, type ReasonCode } from "./order-codes.ts";
import { OrderLinks } from "./order-links.ts";
import { OrderLog } from "./order-log.ts";
import type { Order } from "./order.ts";
import { RollingValue } from "./rolling-value.ts";

/** What a broker is resumed from. */
export interface BrokerState {
  readonly open: OpenOrdersState;
  readonly log: ReturnType<OrderLog["snapshot"]>;
  readonly fills: ReturnType<Fills["snapshot"]>;
  readonly carry: ReturnType<Carry["snapshot"]>;
}

/**
 * The paper broker: admits orders, keeps them, fills them and books the fills. It is told what happens by the simulation, whose `time`
 * is now, and never reads a bar that has not been revealed.
 */
export class Broker {
  readonly log: OrderLog;
  readonly open: OpenOrders;
  readonly account: Account;
  readonly fills: Fills;
  readonly intake: Intake;
  readonly carry: Carry;
  readonly #portfolio: Portfolio;
  readonly #feeds: readonly Feed[];
  readonly rules: ExecutionModel;
  readonly #now: { readonly time: number };
  readonly #matching: BarMatching;
  readonly #newbornMatching: BarMatching;
  readonly #links: OrderLinks;
  readonly #arrivals: Arrivals;
  readonly #calls: BarCalls;
  /** Counts the moments at which bars closed, and at which of them each instrument was matched last. */
  #turn = 0;
  /** Noted of all fills while the last bars are met once more. */
  #again = 0;
  readonly #matchedAt: Int32Array;
  /** A list that holds all orders that the bars which just closed may trigger. */
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
    this.open = log.open = new OpenOrders(rules.orders.life, rules.slippage);
    this.open.marks = portfolio.marks;
    this.#matchedAt = new Int32Array(feeds.length);
    this.#list = this.open;
    rules.ownFills?.begin(portfolio.positions);
    this.#matching = new BarMatching(rules);
    this.#newbornMatching = new BarMatching(rules);
    this.#links = new OrderLinks(this.open, this.log, now, rules);
    this.#arrivals = new Arrivals(this.open, this.log, now);
    const traded = new RollingValue(now);
    this.account = accountOf(rules, portfolio, feeds, this.open, traded);
    this.fills = new Fills(portfolio, feeds, rules, this.account, this.log, this.#links, now, traded);
    this.carry = new Carry(portfolio, rules);
    this.intake = new Intake(rules, portfolio, feeds, this.account, this.open, this.log, this.fills, this.#links, now);
    const { open, fills, intake } = this;
    this.#calls = rules.account.calledInBars()
      ? new InBarCalls({ portfolio, feeds, rules, open, links: this.#links, intake, fills, now })
      : NO_BAR_CALLS;
  }

  /** The account can be called for margin. */
  get callable(): boolean {
    return this.rules.account.mayEnd();
  }

  /** Bars may call for margin what is held, also while no order is open. */
  get watchesBars(): boolean {
    return this.#calls.watches;
  }

  /** The bars of this moment have shown that nothing needs to be called when they close. */
  get covered(): boolean {
    return this.#calls.covered && !this.rules.account.mayBeRuined();
  }

  /** Liquidates what equity no longer covers when bars have closed: by market orders, which fill at the next price. */
  callMargin(equity: number): void {
    const { account } = this.rules;
    const { margin } = account;
    if (account.isRuined(equity)) this.#ruin();
    if (margin === undefined || equity >= this.account.maintenanceMargin) return;
    const { maintenance } = margin;
    const called = calledPositions(equity, maintenance, this.#portfolio, this.#feeds, this.open, ({ last }) => last);
    for (const feed of called) this.intake.close(feed, MARGIN_CALL_TAG, equity, REASON.margin_call);
  }

  /** Nothing is left: everything ends at its last price, and what is owed is forgiven. */
  #ruin(): void {
    for (let i = 0; i < this.open.count; i++) this.fills.end(this.open.at[i]!, STATUS.canceled, REASON.margin_call);
    this.open.compact();
    for (const { index } of this.#portfolio.held.slice(0, this.#portfolio.heldCount))
      this.#endPosition(this.#feeds[index]!, 0, MARGIN_CALL_TAG, NOTE.ruined);
    this.#portfolio.move("settlement", this.#now.time, -1, -this.#portfolio.cash);
  }

  /** Closes the position of an instrument at the end of a run: at its last price or the open of its last bar. */
  finalize(feed: Feed, equity: number): void {
    this.#endPosition(feed, equity, FINALIZE_TAG, NOTE.runEnds, this.rules.timing.endsAtOpen());
  }

  /** Closes a position at its last price, which is the open of a bar that is forming, or at the open of its last bar. */
  #endPosition(feed: Feed, equity: number, tag: string, note: number, atOpen = false): void {
    this.intake.close(feed, tag, equity, REASON.position_closed, false);
    const { forming } = feed;
    this.fills.limited = false;
    const orders = this.open.ofFeed(feed);
    for (let i = 0; i < orders.count; i++) {
      const order = orders.at[i]!;
      if (order.feed !== feed || !order.live || !order.forced || order.tag !== tag) continue;
      const price = atOpen ? feed.open[feed.closed]! : feed.last;
      this.fills.aim(feed, price, forming ? feed.opened : feed.closed, forming || atOpen ? "open" : "close", note);
      this.#fill(order, true, forming ? "open" : "inside");
    }
    this.fills.limited = true;
    this.open.compact();
  }

  /**
   * Closes positions at the end of a run that books fills when their bar closes: at the market, and all that waits meets the last bar once more, orders
   * that were given at its close too. It errs for the trader: they fill at prices from before them.
   * Source: how backtesting.py finalizes trades.
   */
  finalizeAgain(held: readonly Feed[], equity: number): void {
    const { intake, open } = this;
    for (const feed of held) intake.close(feed, FINALIZE_TAG, equity, REASON.position_closed, false);
    for (let i = 0; i < open.count; i++) {
      const order = open.at[i]!;
      if (!order.live || order.status === STATUS.held) continue;
      if (order.status === STATUS.accepted) activate(order);
      order.firstBar = order.insideBar = -1;
    }
    const closed = this.#feeds.filter((feed) => feed.closed >= 0);
    this.#again = NOTED.again;
    this.barsClosed(closed, [], NO_BAR_CALLS);
    this.#again = 0;
  }

  /** The instrument is no more, or has no more bars: its open orders end. */
  expire(feed: Feed, reason: ReasonCode): void {
    const orders = this.open.ofFeed(feed);
    for (let i = 0; i < orders.count; i++) {
      const order = orders.at[i]!;
      if (order.feed === feed) this.fills.end(order, STATUS.canceled, reason);
    }
    this.open.compact();
  }

  /** States the open orders of an instrument in units after a split. Those of which less than a lot is left end. */
  split(feed: Feed, ratio: number): void {
    const { open } = this;
    const gone: Order[] = [];
    const orders = open.ofFeed(feed);
    for (let i = 0; i < orders.count; i++) {
      const order = orders.at[i]!;
      if (order.feed !== feed || !order.live) continue;
      order.split(ratio);
      this.log.rewrite(order);
      if (order.remaining > 0 || order.sizedAtFill) this.log.step(order, EVENT.adjusted, this.#now);
      else gone.push(order);
    }
    for (const order of gone) this.fills.end(order, STATUS.canceled, REASON.split);
    open.compact();
  }

  /** Cancels a live order; one that has ended stays as it is, and the broker's own goes on. */
  cancel(orderId: number): void {
    this.cancelAll([orderId]);
  }

  /** Cancels live orders, in the order in which they are named: thousands in one pass. The broker's own go on. */
  cancelAll(orderIds: readonly number[]): void {
    for (const id of orderIds) {
      const order = this.open.find(id);
      if (order !== undefined && !order.forced) this.fills.end(order, STATUS.canceled, REASON.requested);
    }
    this.open.compact();
  }

  /**
   * Matches what rests against the bars that just closed: instruments in the order of their oldest order that is reached, within one along
   * the assumed path; or all as they were given, those for the close of sessions that are `ending` too.
   */
  barsClosed(closing: readonly Feed[], ending: readonly Feed[] = [], calls = this.#calls): void {
    const { open } = this;
    this.#turn++;
    if (open.specials > 0) this.#arrivals.arrive(closing, true);
    calls.begin(closing);
    if (calls.due) calls.settle(this.#meetIn, this.#isMet);
    this.#meetAll(closing, this.rules.sequence.auctions(ending), calls);
    calls.end(this.#meetIn);
    if (open.tended.count > 0) this.#tend(closing);
    open.compact();
  }

  #meetAll(closing: readonly Feed[], auctions: readonly Feed[], calls: BarCalls): void {
    // Some accounts ask of every order at every bar of its own whether it goes on.
    const auctioned = auctions.length > 0 && this.open.daily.count > 0;
    const shown = auctioned ? joined(closing, auctions) : closing;
    this.#list = this.open[auctioned || this.account.carries !== undefined ? "ofFeeds" : "reachable"](shown);
    const matching = this.#matching;
    orders: for (let i = 0; i < this.#list.count; i++) {
      const order = this.#list.at[i]!;
      const { feed } = order;
      if (order.timeInForce.auction === "close" && order.working && among(auctions, feed)) this.#closingAuction(order);
      if (this.#matchedAt[feed.index] === this.#turn || !among(closing, feed)) continue;
      if (this.#lapses(order) || !matching.first(order)) continue;
      if (!this.rules.sequence.gathers()) matching.count = 1;
      else {
        this.#matchedAt[feed.index] = this.#turn;
        matching.match(this.#list.at, this.#list.count, feed, this.#portfolio.positions[feed.index]!.quantity);
      }
      for (let t = 0; t < matching.count; t++) {
        if (matching.triggered[t]!.atClose) this.#meetNewborn(feed);
        const spent = this.#meet(matching.triggered[t]!);
        i = this.#listNow(shown, i);
        if (spent) break;
        if (calls.due) {
          this.#callInside(feed, t, calls);
          i = -1;
          continue orders;
        }
        // What wakes at the open takes its place among what stood before.
        if (matching.again(t, this.#list, feed, this.#portfolio.positions[feed.index]!.quantity)) t = -1;
      }
      this.#meetNewborn(feed);
      i = this.#listNow(shown, i);
      if (calls.due) {
        this.#callInside(feed, matching.count - 1, calls);
        i = -1;
      }
    }
    this.open.matched();
  }

  /** Updates the list of reachable orders. Returns the new place of the order that was at a place. */
  #listNow(feeds: readonly Feed[], place: number): number {
    const order = this.#list.at[place];
    const list = this.open.reachableNow(this.#list, feeds);
    if (list === this.#list && list.at[place] === order) return place;
    this.#list = list;
    for (let now = place; now < list.count; now++) if (list.at[now] === order) return now;
    return place;
  }

  /** Ends an order that a bar may fill when the account no longer carries it, whether or not the bar reaches it. Returns whether it did. */
  #lapses(order: Order): boolean {
    if (this.account.carries === undefined || !order.working || order.firstBar > order.feed.closed) return false;
    if (order.timeInForce.auction !== "" || this.account.carries(order)) return false;
    this.fills.end(order, STATUS.canceled, REASON.insufficient_funds);
    return true;
  }

  readonly #meetIn = (met: Triggered): void => void this.#meet(met);
  readonly #isMet = ({ index }: Feed): boolean => this.#matchedAt[index] === this.#turn;

  /** A fill has left positions that the bars call. Then what the bar of `feed` reaches behind the slot is put in order once more. */
  #callInside(feed: Feed, slot: number, calls: BarCalls): void {
    for (let t = 0; t <= slot; t++) this.#matching.triggered[t]!.order.firstBar = feed.closed + 1;
    this.#matchedAt[feed.index] = 0;
    calls.settle(this.#meetIn, this.#isMet);
  }

  #meetNewborn(feed: Feed): void {
    if (!this.#links.takeNewborns()) return;
    const matching = this.#newbornMatching;
    matching.matchNewborn(this.#list.at, this.#list.count, feed, this.#portfolio.positions[feed.index]!.quantity);
    for (let t = 0; t < matching.count; t++) this.#meet(matching.triggered[t]!);
  }

  /** Returns whether its volume is spent, so that the bar reaches nothing that stands behind. */
  #meet(
    met: Triggered,
    place: FillPlace = met.atClose ? "close" : met.atOpen ? "closed-open" : "inside",
    bar: number = met.order.feed.closed - met.barsBack,
    at: FillPlace = met.barsBack > 0 ? "close" : place,
  ): boolean {
    const { order } = met;
    if (!order.working) return false;
    const { time } = this.#now;
    const reached = order.triggered && order.triggeredAt !== time;
    if (met.triggers && !order.triggered) {
      order.triggered = true;
      order.triggeredAt = time;
      this.log.step(order, EVENT.triggered, this.#now);
    }
    if (Number.isNaN(met.price)) return false;
    const spent = this.fills.reach(order);
    if (order.reached) this.open.touch(order);
    this.fills.execution.ambiguous = met.ambiguous;
    const { feed } = order;
    const flags = (reached ? NOTED.reached : 0) | (order.wokenIn === feed.closed ? NOTED.born : 0) | this.#again;
    // The run ends its positions at the open itself; other orders are booked when the bar closes.
    const ends = this.#again !== 0 && at === "closed-open" && order.forced && order.tag === FINALIZE_TAG;
    this.fills.aim(feed, met.price, bar, ends ? "open" : at, met.note | flags);
    this.#fill(order, met.slips, place);
    return spent;
  }

  #fill(order: Order, slips: boolean, place: FillPlace): void {
    const { execution } = this.fills;
    const { feed } = order;
    const { price } = execution;
    const { quantity } = this.#portfolio.positions[feed.index]!;
    this.fills.fill(order, slips, place);
    execution.ambiguous = false;
    if (place !== "open") this.#calls.filled(feed, price, place, quantity);
  }

  /** After the bars of a moment were matched: stops follow, and what had one chance only has had it. */
  #tend(closing: readonly Feed[]): void {
    const { open } = this;
    const { fills, exits, slippage } = this.rules;
    const tended = open.placesOf(open.tended, closing);
    for (let i = 0; i < tended.count; i++) {
      const order = open.at[tended.at[i]!]!;
      const { feed } = order;
      if (!order.working || !among(closing, feed)) continue;
      const bar = feed.closed;
      if (order.timeInForce.auction === "" && !order.timeInForce.rests && order.insideBar === bar) {
        this.fills.end(order, STATUS.canceled, REASON.not_at_once);
        continue;
      }
      if (!order.type.follows) continue;
      const early = order.firstBar > bar;
      if (early && !fills.trail.early(exits.entryBar.followsEarly())) continue;
      const close = feed.close[bar]!;
      const extreme = early || order.insideBar === bar ? close : (order.sign === -1 ? feed.high : feed.low)[bar]!;
      if (!order.type.follow(order, fills.trail.best(extreme, close), fills)) continue;
      slippage.place(order);
      this.log.rewrite(order);
    }
  }

  /**
   * Closing auctions fill, opening auctions of sessions without a bar are over, then day orders of instruments whose sessions end have had their day.
   * A market order without a fill has not: it waits for its first price, and a session may end long after its last bar.
   */
  sessionsClosed(closing: readonly Feed[]): void {
    const { open } = this;
    if (open.specials > 0) this.#arrivals.arrive(closing, true);
    const daily = open.placesOf(open.daily, closing);
    for (let i = 0; i < daily.count; i++) {
      const order = open.at[daily.at[i]!]!;
      if (!order.working || !among(closing, order.feed)) continue;
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
    // A close from before the order is nobody's price.
    if (feed.closed >= 0 && feed.closeTime[feed.closed]! > order.eligibleAt) this.#auction(order, feed.last, "close");
    else this.fills.end(order, STATUS.canceled, REASON.auction_over);
  }

  /** Orders whose moment has come end. One whose moment lies inside a bar ends before that closes: the bar may have reached it too late. */
  timePassed(): void {
    const { open } = this;
    if (open.nextEnd() > this.#now.time) return;
    const { at, count } = open.endedBy(this.#now.time);
    for (let i = 0; i < count; i++) {
      const order = at[i]!;
      if (order.timeInForce.endsAtTime && order.live && order.expiresAt <= this.#now.time)
        this.fills.end(order, STATUS.expired, REASON.time_passed);
    }
    open.compact();
  }

  /** Orders that waited for a session begin to work. */
  sessionsOpened(opening: readonly Feed[]): void {
    this.#arrivals.awake(opening, false);
  }

  /** The hours before the open or after the close begin, and with them what waited for those. */
  extendedHoursOpened(opening: readonly Feed[]): void {
    for (const feed of opening) feed.openExtended(this.#now.time);
    this.#arrivals.awake(opening, true);
  }

  /**
   * At the opens just revealed, auctions and orders that are judged at once take their chance and market orders fill, in order of submission
   * across instruments, so that sells pay for buys.
   */
  barsOpened(opening: readonly Feed[]): void {
    const { open } = this;
    if (open.specials > 0) this.#arrivals.arrive(opening, false);
    const prompt = open.placesOf(open.prompt, opening);
    for (let i = 0; i < prompt.count; i++) {
      const order = open.at[prompt.at[i]!]!;
      const { feed, timeInForce } = order;
      if (!order.working || order.insideBar === feed.opened || !among(opening, feed)) continue;
      // Bids and asks are those of a moment: none is known again when the next stretch begins.
      if (feed.quotes !== undefined) continue;
      if (feed.extended !== undefined && feed.extended[feed.opened] === 1 && !order.extendedHours) continue;
      if (!timeInForce.rests) {
        if (timeInForce.auction !== "close") this.#auction(order, feed.open[feed.opened]!, "open");
      } else if (this.rules.timing.takesOpen(order) && order.firstBar <= feed.opened) {
        this.fills.aim(feed, feed.open[feed.opened]!, feed.opened, "open", NOTE.type);
        this.#fill(order, true, "open");
      }
    }
    open.compact();
  }

  /** An order that is judged at one price alone. What does not fill there is canceled. */
  #auction(order: Order, price: number, place: FillPlace): void {
    const met = this.#matching.meetsPrice(order, price);
    const { opened, closed, quotes } = order.feed;
    // A session may end while a bar is forming, of which the open is the last price.
    const at = opened > closed && quotes === undefined ? "open" : place;
    if (met !== undefined) this.#meet(met, place, opened, at);
    this.fills.end(order, STATUS.canceled, order.timeInForce.auction === "" ? REASON.not_at_once : REASON.auction_over);
  }

  snapshot(): BrokerState {
    return {
      open: this.open.snapshot(),
      log: this.log.snapshot(),
      fills: this.fills.snapshot(),
      carry: this.carry.snapshot(),
    };
  }

  restore(state: BrokerState, feeds: readonly Feed[]): void {
    this.open.restore(state.open, feeds);
    this.log.restore(state.log);
    this.fills.restore(state.fills);
    this.carry.restore(state.carry);
  }
}

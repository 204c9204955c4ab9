import { Broker, type BrokerState } from "../broker/broker.ts";
import { equityOf } from "../broker/equity.ts";
import { FEW_POSITIONS, PositionSums } from "../broker/position-sums.ts";
import type { FieldName } from "../broker/order-fields.ts";
import type { Order, OrderChanges } from "../broker/order.ts";
import { Money } from "../ledger/money.ts";
import { Portfolio, type PortfolioState } from "../ledger/portfolio.ts";
import type { Feed, FeedMarks } from "../market/feed.ts";
import { lastAtOrBefore } from "../primitives/sorted-search.ts";
import { BLOCK, type MomentBlock } from "../market/timeline.ts";
import { ActionQueue } from "./corporate-actions.ts";
import { CurrencyConversion } from "./currency-rates.ts";
import { ExpiryQueue } from "./endings.ts";
import { EquityTable, type EquityTableState } from "./equity-table.ts";
import { calendarName } from "./market-series.ts";
import { Moment } from "./moment.ts";
import { dividendRules, endedBars, type SimulationPlan } from "./simulation-plan.ts";

/** Phase of a moment. The phases of a moment happen in ascending order. */
export type Phase = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Position of a simulation: the number of a moment, and the last phase of it that is done. */
export interface SimulationPosition {
  /** Number of the moment, from 0; -1 before the first moment. */
  readonly moment: number;
  /** Time of the moment in epoch milliseconds; NaN before the first moment. */
  readonly time: number;
  readonly phase: Phase;
}

/** Snapshot of a simulation, as plain data. */
export interface SimulationState {
  readonly block: number;
  readonly place: number;
  readonly phase: Phase;
  readonly time: number;
  readonly begun: boolean;
  readonly feeds: readonly FeedMarks[];
  readonly portfolio: PortfolioState;
  readonly broker: BrokerState;
  readonly records: EquityTableState;
  readonly actions: ReturnType<ActionQueue["snapshot"]>;
  readonly expiries: number;
}

/**
 * Observer of a simulation. It is called in phase 5 of each moment at which a bar or a session closes, and may submit
 * orders then. At a moment with `onlyData`, it only reads.
 */
export interface Observer {
  closed(moment: Moment): void;
  /** Whether the observer reads closed bars only, so that it may process stretches of moments without orders itself. */
  readonly takesCalm: boolean;
  /**
   * Processes moments of one shape at which no order can fill and nothing else happens, from `start` to before `end` of
   * a block. At each it closes bars, calls hooks, records equity and opens bars. Returns the index of the first moment
   * that is left to the simulation.
   */
  calm(block: MomentBlock, start: number, end: number, moment: Moment): number;
  /**
   * Whether a hook submitted an order, which ended the stretch. Bars at the returned index are then closed, and
   * `closed` must still be called.
   */
  readonly decided: boolean;
}

/** Terms of an order. Terms that are omitted are those of a plain market order. */
type OrderTerms = Readonly<Pick<Order, "type" | "sign" | "size"> & Partial<Pick<Order, FieldName | "tag">>>;

/**
 * Simulation of one market and one account. It can pause after any phase of a moment and continue later. It has no
 * strategy: a backtest observes it, and requests drive a served account. It can begin before all bars, or after a phase
 * of any moment without replaying earlier ones.
 *
 * @example
 * const simulation = new Simulation(new SimulationPlan(new Market(data, undefined, settings), settings));
 * simulation.advance(Date.parse("2024-03-01T21:00Z"));
 * simulation.submit("SPY", { type: orderTypes.market, sign: 1, size: { quantity: 10 } });
 * simulation.advance();
 */
export class Simulation {
  readonly plan: SimulationPlan;
  readonly feeds: readonly Feed[];
  readonly portfolio: Portfolio;
  readonly broker: Broker;
  readonly records: EquityTable;
  /**
   * Value of the positions at last prices, if many instruments are traded. Every close and open of a bar must be
   * reported to it.
   */
  readonly totals: PositionSums | undefined;
  observer: Observer | undefined;
  /** Whether a traded bar or its session has closed. Equity is recorded only from then on. */
  hasStarted = false;
  readonly #actions: ActionQueue;
  readonly #conversion: CurrencyConversion;
  readonly #expiries: ExpiryQueue;
  readonly #moments: Moment[] = [];
  /** Index of the first traded bar of each instrument. */
  readonly #firsts: Int32Array;
  /** Block of the timeline that contains the current moment, and the moment's index in it. */
  #block = 0;
  #place = -1;
  #phase: Phase = 7;
  time = NaN;

  constructor(plan: SimulationPlan, { at }: { readonly at?: Omit<SimulationPosition, "moment"> | undefined } = {}) {
    const { market, settings, rules } = plan;
    this.plan = plan;
    this.feeds = market.feeds();
    const instruments = this.feeds.map((feed) => feed.instrument);
    this.portfolio = new Portfolio(instruments, new Money(settings.moneyRounding, plan.currencyDecimals));
    this.totals = this.feeds.length > FEW_POSITIONS ? new PositionSums(this.portfolio, this.feeds) : undefined;
    this.portfolio.totals = this.totals;
    this.broker = new Broker(this.portfolio, this.feeds, rules, this);
    if (this.broker.financing.applies) this.broker.financing.setCalendars(market.series.map(calendarName));
    const pays = dividendRules[settings.dividends].pays;
    const { settles } = endedBars[settings.barsEnd];
    const due = market.endings(settles);
    this.#expiries = new ExpiryQueue(due, market.series, this.feeds, this.portfolio, this.broker, settles);
    this.#conversion = new CurrencyConversion(market.rates, this.feeds, this.portfolio);
    this.#actions = new ActionQueue(market.series, this.feeds, this.portfolio, this.broker, plan.start, pays);
    this.#firsts = Int32Array.from(market.series, ({ first }) => first);
    // A simulation that begins before all bars usually runs to the end, so space for all records is reserved.
    this.records = new EquityTable(at === undefined ? market.closings.time.length : 0);
    this.portfolio.deposit(plan.start, settings.cash);
    if (at !== undefined) this.#seek(at);
  }

  /**
   * Moves to a position as if no order had been submitted before it. Interest and borrow fees count from there, as from
   * the start of a run.
   */
  #seek({ time, phase }: Omit<SimulationPosition, "moment">): void {
    const { market } = this.plan;
    const { timeline } = market;
    const moment = timeline.numberAt(time);
    if (moment < 0) return;
    this.#block = Math.floor(moment / BLOCK);
    this.#place = moment % BLOCK;
    this.time = timeline.timeOf(moment);
    this.#phase = this.time === time ? phase : 7;
    const before = moment === 0 ? -Infinity : timeline.timeOf(moment - 1);
    const [settled, recorded, acted, opened] = ([3, 5, 6, 7] as const).map((one) =>
      this.#phase < one ? before : this.time,
    ) as [number, number, number, number];
    const actions = this.#actions;
    while (actions.nextTime <= acted) {
      const due = actions.nextTime;
      for (const feed of this.feeds) feed.closeUpTo(due);
      actions.bookUntil(due);
      // The bar that opens at this time has prices after the split.
      if (due <= opened) actions.opened(this.feeds);
    }
    for (const feed of this.feeds) feed.seek(timeline, this.time, settled, opened);
    this.#conversion.update(this.time);
    this.#expiries.settle(settled);
    this.records.begin(lastAtOrBefore(market.closings.time, recorded, -1) + 1, this.portfolio.cash);
    this.hasStarted = this.records.length > 0;
  }

  /** Current position in the sequence of moments and phases. */
  get position(): SimulationPosition {
    return { moment: this.#block * BLOCK + this.#place, time: this.time, phase: this.#phase };
  }

  /** Equity of the account: cash plus all positions at their last prices. */
  get equity(): number {
    return equityOf(this.portfolio, this.feeds);
  }

  /**
   * Advances through `phase` of the last moment not later than `time`, or to the end. Returns whether any moments are
   * left. Reveals no later data.
   */
  advance(time = Infinity, phase: Phase = 7): boolean {
    // The requested phase of this moment is already done.
    if (this.#phase !== 7 && this.time === time && phase <= this.#phase) return true;
    const { timeline } = this.plan.market;
    let block = timeline.block(this.#block);
    while (block !== undefined) {
      const start = this.#phase === 7 ? this.#place + 1 : this.#place;
      let end = block.length;
      if (time < Infinity) for (end = start; end < block.length && block.time[end]! <= time;) end++;
      if (end > start) {
        const done = this.#phase === 7 ? 0 : this.#phase;
        const last = block.time[end - 1] === time ? phase : 7;
        // Only the first moment can have phases that are done, and only the last can have phases that stay undone.
        const complete = last === 7 ? end : end - 1;
        if (done > 0) this.#phases(block, start, start + 1, done, start < complete ? 7 : last);
        const from = done > 0 ? start + 1 : start;
        if (from < complete) this.#phases(block, from, complete, 0, 7);
        if (complete < end && from <= complete) this.#phases(block, complete, end, 0, last);
      }
      if (this.#phase !== 7) return true;
      const next = end < block.length ? undefined : timeline.block(this.#block + 1);
      if (next === undefined) {
        if (time < Infinity) expireOrders(this, time, phase >= 3);
        return end < block.length;
      }
      block = next;
      this.#block++;
      this.#place = -1;
    }
    return false;
  }

  /**
   * Runs the phases after `before` up to `until`, for the moments from `start` to before `end` of a block. This is the
   * only implementation of the phases. Consecutive moments of the same shape look up the shape once.
   */
  #phases(block: MomentBlock, start: number, end: number, before: number, until: Phase): void {
    const { broker, observer, portfolio, records, feeds, totals } = this;
    const { open, checksEquity, checksMarginInBars: checksBars } = broker;
    const actions = this.#actions;
    const hasActions = actions.nextTime < Infinity || actions.hasRestated;
    const expiries = this.#expiries;
    const hasExpiries = expiries.nextTime < Infinity;
    const conversion = this.#conversion;
    const converts = conversion.applies;
    const hasFinancing = broker.financing.applies;
    const isPlain = before === 0 && until === 7 && !hasActions && !hasExpiries && !converts && !hasFinancing;
    const calm = isPlain && observer !== undefined && observer.takesCalm;
    const alone = feeds.length === 1 && feeds[0]!.quotes === undefined;
    records.reserve(end - start);
    const { values } = records;
    const { time, shape } = block;
    let place = start;
    let { hasStarted } = this;
    // Whether the bars of the current moment have already closed.
    let closed = false;
    while (place < end) {
      const current = shape[place]!;
      const moment = this.#moment(current);
      const { closing, sessionsClosing, sessionsOpening, opening, longClosing, longOpening, closes } = moment;
      const { dataClosing, onlyData } = moment;
      const quiet = calm && moment.quiet;
      const sessionCloses = sessionsClosing.length > 0;
      const safe = !checksEquity || (portfolio.heldCount === 0 && portfolio.cash > 0);
      if (quiet && safe && hasStarted && (open.count === 0 || alone) && open.onlyWaitForPrices(sessionCloses)) {
        place = observer!.calm(block, place, end, moment);
        this.#place = place - 1;
        if (place === end || shape[place] !== current) continue;
        closed = observer!.decided;
      }
      do {
        this.#place = place;
        if (before < 1 && open.expiringCount > 0) expireOrders(this, time[place]!);
        this.time = time[place]!;

        // Phase 1: bars close, and all their prices are revealed.
        if (before < 1 && !closed) {
          for (let i = 0; i < dataClosing.length; i++) dataClosing[i]!.closeData();
          for (let i = 0; i < closing.length; i++) closing[i]!.closed++;
          if (totals !== undefined) totals.pricesChanged(closing);
          if (converts) conversion.update(this.time);
        }

        // No other phase happens at a moment at which only bars of data that are not traded close.
        if (onlyData) {
          if (before < 5 && until >= 5 && observer !== undefined) observer.closed(moment);
          place++;
          continue;
        }

        // Phase 2: resting orders are matched, by instruments in the sequence of their oldest triggered order, and
        // along the assumed path of each bar. Margin calls inside bars liquidate positions.
        if (
          (open.count > 0 || (checksBars && portfolio.heldCount > 0)) &&
          before < 2 &&
          until >= 2 &&
          closing.length > 0
        )
          broker.barsClosed(closing, sessionsClosing);

        // Phase 3: sessions close. Closing auctions fill, day orders expire, and interest and borrow fees are booked.
        if (before < 3 && until >= 3) {
          for (let i = 0; i < longClosing.length; i++) longClosing[i]!.longSession = false;
          if (open.count > 0) {
            if (sessionsClosing.length > 0) broker.sessionsClosed(sessionsClosing);
            if (open.expiringCount > 0) broker.timePassed();
          }
          if (hasExpiries && expiries.nextTime <= this.time) expiries.settle(this.time);
          if (hasFinancing && sessionsClosing.length > 0) broker.financing.sessionsClosed(sessionsClosing, this.time);
        }

        // Phase 4: positions whose margin equity at last prices no longer covers are liquidated at the next price.
        if (
          checksEquity &&
          (portfolio.heldCount > 0 || portfolio.cash <= 0) &&
          before < 4 &&
          until >= 4 &&
          closes &&
          !broker.isMarginCovered
        )
          broker.callMargin(equityOf(portfolio, feeds));

        // Phase 5: the observer is called, and equity is recorded.
        if (before < 5 && until >= 5 && closes) {
          if (!hasStarted) hasStarted = this.hasStarted = this.#hasTraded(closing) || this.#hasTraded(sessionsClosing);
          if (observer !== undefined) observer.closed(moment);
          closed = false;
          if (hasStarted) {
            if (portfolio.cash !== records.lastCash) records.noteCash(portfolio.cash);
            values[records.length++] = equityOf(portfolio, feeds);
            if (portfolio.heldCount > 0) {
              if (closing.length > 0) records.inMarket++;
              else records.noteOpenPosition();
            }
          }
        }

        // Phase 6: splits and dividends of sessions that are about to open are booked.
        if (hasActions && actions.nextTime <= this.time && before < 6 && until >= 6) actions.bookUntil(this.time);

        // Phase 7: sessions open and accepted orders become active. Bars open, and market orders fill as submitted,
        // across symbols, so that sells pay for buys.
        if (until >= 7) {
          for (let i = 0; i < longOpening.length; i++) {
            const feed = longOpening[i]!;
            feed.longSession = true;
            feed.sessionFirst = feed.opened + 1;
          }
          if (open.count > 0 && sessionsOpening.length > 0) broker.sessionsOpened(sessionsOpening);
          if (moment.extendedOpening.length > 0) broker.extendedHoursOpened(moment.extendedOpening);
          for (let i = 0; i < opening.length; i++) opening[i]!.opened++;
          if (hasActions) actions.opened(opening);
          if (totals !== undefined) totals.pricesChanged(opening);
          if (open.count > 0 && opening.length > 0) broker.barsOpened(opening);
        }
        place++;
        if (quiet && (open.count === 0 || (alone && open.onlyWaitForPrices(sessionCloses)))) break;
      } while (place < end && shape[place] === current);
    }
    this.#phase = until;
  }

  #moment(shape: number): Moment {
    return this.#moments[shape] ?? this.#resolve(shape);
  }

  #resolve(number: number): Moment {
    const { shapes } = this.plan.market.timeline;
    for (let i = this.#moments.length; i <= number; i++) this.#moments.push(new Moment(shapes[i]!, this.feeds));
    return this.#moments[number]!;
  }

  /** Whether one of the given instruments has closed a traded bar. */
  #hasTraded(feeds: readonly Feed[]): boolean {
    for (let i = 0; i < feeds.length; i++) if (feeds[i]!.closed >= this.#firsts[feeds[i]!.index]!) return true;
    return false;
  }

  /** Submits an order at the current time and returns the order's id. Throws `SYMBOL_UNKNOWN`. */
  submit(symbol: string, terms: OrderTerms): number {
    const { type, sign, size, ...rest } = terms;
    const order = this.broker.open.createOrder(this.plan.feedOf(symbol, this.feeds), type, sign, size);
    Object.assign(order, rest);
    this.broker.submitter.submit(order, this.equity);
    return this.broker.log.length;
  }

  /**
   * Ends the run. Cancels orders of instruments without further bars. By the settings, closes all other positions at
   * the last price or at the open of the last bar, and restates the last equity record.
   */
  finalize(): void {
    const { portfolio, feeds, records } = this;
    const closes = this.broker.rules.timing.closesAtEnd();
    const reached = this.time;
    // The last session may close after the last bar, but positions are closed at the end of that bar.
    this.time = Math.min(reached, this.plan.end);
    const ended = this.#expiries.endBars(this.plan.end, this.time);
    if (closes) {
      const held = portfolio.held.slice(0, portfolio.heldCount).map(({ index }) => feeds[index]!);
      this.#close(held.filter((feed) => !ended.includes(feed)));
    }
    this.time = reached;
    if (records.length > 0 && (ended.length > 0 || closes)) records.restateLast(this.equity, portfolio.cash);
  }

  /** Closes positions at the end of the run. */
  #close(held: readonly Feed[]): void {
    const { broker } = this;
    const { timing } = broker.rules;
    if (timing.endsAtOpen() && timing.booksAtBarClose()) return broker.finalizeInLastBar(held, this.equity);
    for (const feed of held) broker.finalize(feed, this.equity);
  }

  /**
   * Replaces an order with one of changed terms at the current time. Returns the id of the new order, which is rejected
   * if the old order has ended.
   */
  replace(orderId: number, changes: OrderChanges): number {
    this.broker.submitter.replaceById(orderId, changes, this.equity);
    return this.broker.log.length;
  }

  /** Cancels an open order by its id. */
  cancel(orderId: number): void {
    this.broker.cancel(orderId);
  }

  /**
   * Time of the next expiry of an order if nothing happens before, or Infinity if no order expires. Orders that expire
   * by the current time have already ended.
   */
  get nextExpiry(): number {
    return this.broker.open.nextExpiry();
  }

  /**
   * Moves the current time to one between moments, so that the next order is submitted at it. Does nothing if `time`
   * has passed or the current moment is not finished.
   */
  wait(time: number): void {
    if (this.#phase === 7 && !(time <= this.time)) this.time = time;
  }

  /** Returns the current state as plain data that can be cloned and stored. */
  snapshot(): SimulationState {
    return {
      block: this.#block,
      place: this.#place,
      phase: this.#phase,
      time: this.time,
      begun: this.hasStarted,
      feeds: this.feeds.map(({ marks }) => marks),
      portfolio: this.portfolio.snapshot(),
      broker: this.broker.snapshot(),
      records: this.records.snapshot(),
      actions: this.#actions.snapshot(),
      expiries: this.#expiries.snapshot(),
    };
  }

  /** Restores the state of a simulation with the same plan. */
  restore(state: SimulationState): void {
    this.#block = state.block;
    this.#place = state.place;
    this.#phase = state.phase;
    this.time = state.time;
    this.hasStarted = state.begun;
    this.feeds.forEach((feed, i) => Object.assign(feed, state.feeds[i]));
    this.portfolio.restore(state.portfolio);
    this.broker.restore(state.broker, this.feeds);
    this.totals?.reset();
    this.records.restore(state.records);
    this.#actions.restore(state.actions, this.feeds);
    this.#expiries.restore(state.expiries);
    this.#conversion.update(state.time);
  }
}

/**
 * Expires orders before a moment, each at its own expiry time, which may lie between two moments. With `included`, also
 * expires orders at the time of `moment`, at which nothing else happens.
 */
function expireOrders(simulation: Simulation, moment: number, included = false): void {
  const { broker } = simulation;
  for (;;) {
    const end = broker.open.nextExpiry();
    if (included ? end > moment : end >= moment) return;
    if (!(end <= simulation.time)) simulation.time = end;
    broker.timePassed();
  }
}

import { Broker, type BrokerState } from "../broker/broker.ts";
import { equityOf } from "../broker/equity.ts";
import { FEW_HELD, HeldSums } from "../broker/held-sums.ts";
import type { FieldName } from "../broker/order-fields.ts";
import type { Order, OrderChanges } from "../broker/order.ts";
import { Money } from "../ledger/money.ts";
import { Portfolio, type PortfolioState } from "../ledger/portfolio.ts";
import type { Feed, FeedMarks } from "../market/feed.ts";
import { lastUpTo } from "../primitives/rising.ts";
import { BLOCK, type MomentBlock } from "../market/timeline.ts";
import { ActionQueue } from "./corporate-actions.ts";
import { CurrencyConversion } from "./currency-rates.ts";
import { ExpiryQueue } from "./endings.ts";
import { EquityTable, type EquityTableState } from "./equity-table.ts";
import { calendarName } from "./market-series.ts";
import { Moment } from "./moment.ts";
import { dividendRules, endedBars, type SimulationPlan } from "./simulation-plan.ts";

/** The phases of a moment, in the order in which they happen. */
export type Phase = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A place in the order of everything that happens: after all of `phase` at the moment of that number. */
export interface SimulationPosition {
  /** Counts moments from 0; -1 before the first. */
  readonly moment: number;
  /** Epoch milliseconds of that moment; NaN before the first. */
  readonly time: number;
  readonly phase: Phase;
}

/** A simulation that stands still, as plain data. */
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

/** Who is asked in phase 5, once at each moment at which a bar or a session closes. What it orders then is of that moment. */
export interface Observer {
  closed(moment: Moment): void;
  /** It sees nothing but closed bars, so that calm stretches can be lent to it. */
  readonly takesCalm: boolean;
  /**
   * Goes through moments of one shape at which nothing can fill and nothing else happens, from `start` to before `end` of a block: closes the bars of each,
   * decides, records equity, opens bars. Returns the place of the first that is left to the simulation.
   */
  calm(block: MomentBlock, start: number, end: number, moment: Moment): number;
  /** It ended the stretch by a decision: at the place that it returned the bars are closed, and `closed` is still to be called. */
  readonly decided: boolean;
}

/** The terms of an order. A term that is left out is that of a plain market order. */
type OrderTerms = Readonly<Pick<Order, "type" | "sign" | "size"> & Partial<Pick<Order, FieldName | "tag">>>;

/**
 * One machine that lets a market happen to one account. It can stop after any phase of a moment and go on. It knows of no strategy: a backtest observes
 * it, and a served account is driven by requests. It begins before all bars, or after a phase of any moment, where nothing that came before is gone through.
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
  /** Where many instruments are traded: what is held, at last prices. Every close and open of a bar is reported to it. */
  readonly marks: HeldSums | undefined;
  observer: Observer | undefined;
  /** A bar that is traded has closed, or its session: equity is recorded from then on. */
  begun = false;
  readonly #actions: ActionQueue;
  readonly #conversion: CurrencyConversion;
  readonly #expiries: ExpiryQueue;
  readonly #moments: Moment[] = [];
  /** Index of the first traded bar of each instrument. */
  readonly #firsts: Int32Array;
  /** Block of the timeline and place in it of the moment at hand. */
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
    this.marks = this.feeds.length > FEW_HELD ? new HeldSums(this.portfolio, this.feeds) : undefined;
    this.portfolio.marks = this.marks;
    this.broker = new Broker(this.portfolio, this.feeds, rules, this);
    if (this.broker.carry.applies) this.broker.carry.tradesBy(market.series.map(calendarName));
    const pays = dividendRules[settings.dividends].pays;
    const { settles } = endedBars[settings.barsEnd];
    const due = market.endings(settles);
    this.#expiries = new ExpiryQueue(due, market.series, this.feeds, this.portfolio, this.broker, settles);
    this.#conversion = new CurrencyConversion(market.rates, this.feeds, this.portfolio);
    this.#actions = new ActionQueue(market.series, this.feeds, this.portfolio, this.broker, plan.start, pays);
    this.#firsts = Int32Array.from(market.series, ({ first }) => first);
    // A run that begins before all bars is most often gone through to the end.
    this.records = new EquityTable(at === undefined ? market.closings.time.length : 0);
    this.portfolio.deposit(plan.start, settings.cash);
    if (at !== undefined) this.#begin(at);
  }

  /** Stands as it would if it had gone there without an order. What cash earns and holding costs begins there, as that of a run does with its start. */
  #begin({ time, phase }: Omit<SimulationPosition, "moment">): void {
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
      actions.meet(due);
      // The bar that opens then has its prices in the new units.
      if (due <= opened) actions.opened(this.feeds);
    }
    for (const feed of this.feeds) feed.seek(timeline, this.time, settled, opened);
    this.#conversion.update(this.time);
    this.#expiries.settle(settled);
    this.records.begin(lastUpTo(market.closings.time, recorded, -1) + 1, this.portfolio.cash);
    this.begun = this.records.length > 0;
  }

  /** Where it stands. */
  get position(): SimulationPosition {
    return { moment: this.#block * BLOCK + this.#place, time: this.time, phase: this.#phase };
  }

  /** Cash and everything held at its last price. */
  get equity(): number {
    return equityOf(this.portfolio, this.feeds);
  }

  /**
   * Goes on until after the given phase of the last moment that is not later than `time`, or to the end. Returns whether anything is
   * left. Everything that is later than that stays unknown.
   */
  advance(time = Infinity, phase: Phase = 7): boolean {
    // What has been done is not done again.
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
        // Only the first moment may have phases behind it, and only the last may have phases left.
        const whole = last === 7 ? end : end - 1;
        if (done > 0) this.#phases(block, start, start + 1, done, start < whole ? 7 : last);
        const from = done > 0 ? start + 1 : start;
        if (from < whole) this.#phases(block, from, whole, 0, 7);
        if (whole < end && from <= whole) this.#phases(block, whole, end, 0, last);
      }
      if (this.#phase !== 7) return true;
      const next = end < block.length ? undefined : timeline.block(this.#block + 1);
      if (next === undefined) {
        if (time < Infinity) endOrders(this, time, phase >= 3);
        return end < block.length;
      }
      block = next;
      this.#block++;
      this.#place = -1;
    }
    return false;
  }

  /**
   * The phases after `before` up to `until` of the moments from `start` up to `end` of a block. They exist here and nowhere else. Moments
   * of one shape, which follow each other by the thousand, are looked up once.
   */
  #phases(block: MomentBlock, start: number, end: number, before: number, until: Phase): void {
    const { broker, observer, portfolio, records, feeds, marks } = this;
    const { open, callable, watchesBars: watches } = broker;
    const actions = this.#actions;
    const acts = actions.nextTime < Infinity || actions.scaled;
    const expiries = this.#expiries;
    const expires = expiries.nextTime < Infinity;
    const conversion = this.#conversion;
    const converts = conversion.applies;
    const carries = broker.carry.applies;
    const lends = before === 0 && until === 7 && !acts && !expires && !converts && !carries;
    const calm = lends && observer !== undefined && observer.takesCalm;
    const alone = feeds.length === 1 && feeds[0]!.quotes === undefined;
    records.reserve(end - start);
    const { values } = records;
    const { time, shape } = block;
    let place = start;
    let { begun } = this;
    // The bars of the moment at hand have closed already.
    let closed = false;
    while (place < end) {
      const alike = shape[place]!;
      const moment = this.#moment(alike);
      const { closing, sessionsClosing, sessionsOpening, opening, longClosing, longOpening, closes } = moment;
      const quiet = calm && moment.quiet;
      const sessionCloses = sessionsClosing.length > 0;
      const safe = !callable || (portfolio.heldCount === 0 && portfolio.cash > 0);
      if (quiet && safe && begun && (open.count === 0 || alone) && open.waiting(sessionCloses)) {
        place = observer!.calm(block, place, end, moment);
        this.#place = place - 1;
        if (place === end || shape[place] !== alike) continue;
        closed = observer!.decided;
      }
      do {
        this.#place = place;
        if (before < 1 && open.timed > 0) endOrders(this, time[place]!);
        this.time = time[place]!;

        // 1. Bars close: all of them are revealed.
        if (before < 1 && !closed) {
          for (let i = 0; i < closing.length; i++) closing[i]!.closed++;
          if (marks !== undefined) marks.moved(closing);
          if (converts) conversion.update(this.time);
        }

        // 2. Resting orders match: instruments by their oldest triggered order, within one along the assumed path, ties by submission. What the
        //    bars call for margin inside them is liquidated there.
        if ((open.count > 0 || (watches && portfolio.heldCount > 0)) && before < 2 && until >= 2 && closing.length > 0)
          broker.barsClosed(closing, sessionsClosing);

        // 3. Sessions close: closing auctions, then day orders end. Interest and borrow accrue.
        if (before < 3 && until >= 3) {
          for (let i = 0; i < longClosing.length; i++) longClosing[i]!.longSession = false;
          if (open.count > 0) {
            if (sessionsClosing.length > 0) broker.sessionsClosed(sessionsClosing);
            if (open.timed > 0) broker.timePassed();
          }
          if (expires && expiries.nextTime <= this.time) expiries.settle(this.time);
          if (carries && sessionsClosing.length > 0) broker.carry.sessionsClosed(sessionsClosing, this.time);
        }

        // 4. Marks and margin: marks are read where they stand; what they do not cover then is liquidated at the next price.
        if (
          callable &&
          (portfolio.heldCount > 0 || portfolio.cash <= 0) &&
          before < 4 &&
          until >= 4 &&
          closes &&
          !broker.covered
        )
          broker.callMargin(equityOf(portfolio, feeds));

        // 5. The observer decides. Equity is recorded.
        if (before < 5 && until >= 5 && closes) {
          if (!begun) begun = this.begun = this.#begins(closing) || this.#begins(sessionsClosing);
          if (observer !== undefined) observer.closed(moment);
          closed = false;
          if (begun) {
            if (portfolio.cash !== records.lastCash) records.noteCash(portfolio.cash);
            values[records.length++] = equityOf(portfolio, feeds);
            if (portfolio.heldCount > 0) {
              if (closing.length > 0) records.inMarket++;
              else records.noteHeld();
            }
          }
        }

        // 6. Corporate actions of a session about to open: splits and dividends.
        if (acts && actions.nextTime <= this.time && before < 6 && until >= 6) actions.meet(this.time);

        // 7. Sessions open: queued orders become active. Bars open: all opens are revealed; then market orders fill, in submission
        //    order across symbols, so that sells pay for buys.
        if (until >= 7) {
          for (let i = 0; i < longOpening.length; i++) {
            const feed = longOpening[i]!;
            feed.longSession = true;
            feed.sessionFirst = feed.opened + 1;
          }
          if (open.count > 0 && sessionsOpening.length > 0) broker.sessionsOpened(sessionsOpening);
          if (moment.extendedOpening.length > 0) broker.extendedHoursOpened(moment.extendedOpening);
          for (let i = 0; i < opening.length; i++) opening[i]!.opened++;
          if (acts) actions.opened(opening);
          if (marks !== undefined) marks.moved(opening);
          if (open.count > 0 && opening.length > 0) broker.barsOpened(opening);
        }
        place++;
        if (quiet && (open.count === 0 || (alone && open.waiting(sessionCloses)))) break;
      } while (place < end && shape[place] === alike);
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

  /** Whether a bar that is traded is the last closed of one of these. */
  #begins(feeds: readonly Feed[]): boolean {
    for (let i = 0; i < feeds.length; i++) if (feeds[i]!.closed >= this.#firsts[feeds[i]!.index]!) return true;
    return false;
  }

  /** Enters an order, as of now. Returns its id. Throws `SYMBOL_UNKNOWN`. */
  submit(symbol: string, terms: OrderTerms): number {
    const { type, sign, size, ...rest } = terms;
    const order = this.broker.open.draft(this.plan.feedOf(symbol, this.feeds), type, sign, size);
    Object.assign(order, rest);
    this.broker.intake.submit(order, this.equity);
    return this.broker.log.length;
  }

  /**
   * The run is over. Orders of instruments without further bars end. As the settings say, what is held of the others is closed at its last price or the
   * open of its last bar, and the last record is stated anew.
   */
  finalize(): void {
    const { portfolio, feeds, records } = this;
    const closes = this.broker.rules.timing.closesAtEnd();
    const reached = this.time;
    // The last session may close later than the last bar, at whose end everything is closed.
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
    if (timing.endsAtOpen() && timing.booksLate()) return broker.finalizeAgain(held, this.equity);
    for (const feed of held) broker.finalize(feed, this.equity);
  }

  /** Puts other terms in the place of an order's, as of now. Returns the id of the new order, which is rejected where the old one has ended. */
  replace(orderId: number, changes: OrderChanges): number {
    this.broker.intake.replaceById(orderId, changes, this.equity);
    return this.broker.log.length;
  }

  /** Cancels an order that is open. */
  cancel(orderId: number): void {
    this.broker.cancel(orderId);
  }

  /** When an order ends next because its time has passed, if nothing happens before; Infinity when none does. All that end by now have. */
  get nextEnd(): number {
    return this.broker.open.nextEnd();
  }

  /**
   * Lets time pass up to a moment at which nothing happens: what is submitted next bears it. A time that lies behind, or one at which something
   * is still to come, changes nothing.
   */
  wait(time: number): void {
    if (this.#phase === 7 && !(time <= this.time)) this.time = time;
  }

  /** Everything that it has become so far, as plain data that can be cloned and stored. */
  snapshot(): SimulationState {
    return {
      block: this.#block,
      place: this.#place,
      phase: this.#phase,
      time: this.time,
      begun: this.begun,
      feeds: this.feeds.map(({ marks }) => marks),
      portfolio: this.portfolio.snapshot(),
      broker: this.broker.snapshot(),
      records: this.records.snapshot(),
      actions: this.#actions.snapshot(),
      expiries: this.#expiries.snapshot(),
    };
  }

  /** Goes on from the state of a simulation with the same plan. */
  restore(state: SimulationState): void {
    this.#block = state.block;
    this.#place = state.place;
    this.#phase = state.phase;
    this.time = state.time;
    this.begun = state.begun;
    this.feeds.forEach((feed, i) => Object.assign(feed, state.feeds[i]));
    this.portfolio.restore(state.portfolio);
    this.broker.restore(state.broker, this.feeds);
    this.marks?.begin();
    this.records.restore(state.records);
    this.#actions.restore(state.actions, this.feeds);
    this.#expiries.restore(state.expiries);
    this.#conversion.update(state.time);
  }
}

/**
 * Ends the orders whose time passes before a moment, each at its own time, though it lies between two moments; with `included` also those whose time
 * is that moment, at which nothing else happens.
 */
function endOrders(simulation: Simulation, moment: number, included = false): void {
  const { broker } = simulation;
  for (;;) {
    const end = broker.open.nextEnd();
    if (included ? end > moment : end >= moment) return;
    if (!(end <= simulation.time)) simulation.time = end;
    broker.timePassed();
  }
}

import { Broker } from "../broker/broker.ts";
import { OrderLog } from "../broker/order-log.ts";
import { equityOf } from "../broker/equity.ts";
import { Money } from "../ledger/money.ts";
import { Portfolio } from "../ledger/portfolio.ts";
import type { OrderTerms } from "../broker/order.ts";
import type { Feed } from "../market/feed.ts";
import { BLOCK, type MomentBlock } from "../market/timeline.ts";
import { ActionQueue } from "../simulation/action-queue.ts";
import { ExpiryQueue } from "../simulation/expiry-queue.ts";
import { CurrencyConversion } from "../simulation/currency-rates.ts";
import { CommandQueue } from "./command-queue.ts";
import type { DriverPosition, DriverState } from "./driver-state.ts";
import { EquityTable } from "../simulation/equity-table.ts";
import { Hooks } from "./hooks.ts";
import type { LiveColumns } from "./graph/live-columns.ts";
import { Moment } from "./moment.ts";
import { quietMoments } from "./quiet-moments.ts";
import type { RunPlan } from "./run-plan.ts";
import { calendarName } from "../simulation/market-series.ts";
import type { Running } from "./running.ts";

/** The phases of a moment, in the order in which they happen. */
export type Phase = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/**
 * The one loop of Hindcast, which can stop after any phase and go on. A batch run is `advance()` to the end; workers, served
 * sessions and forks only wrap it.
 */
export class Driver implements Running {
  readonly plan: RunPlan;
  readonly feeds: readonly Feed[];
  readonly portfolio: Portfolio;
  readonly broker: Broker;
  readonly equity: EquityTable;
  readonly hooks: Hooks;
  readonly #queue: CommandQueue;
  readonly #live: LiveColumns | undefined;
  readonly #actions: ActionQueue;
  readonly #conversion: CurrencyConversion;
  readonly #expiries: ExpiryQueue;
  readonly #moments: Moment[] = [];
  /** Block of the timeline and place in it of the moment at hand. */
  #block = 0;
  #place = -1;
  #phase: Phase = 7;
  time = NaN;

  constructor(plan: RunPlan) {
    const { market, settings, rules, memory } = plan;
    this.plan = plan;
    this.feeds = market.feeds();
    const instruments = this.feeds.map((feed) => feed.instrument);
    this.portfolio = new Portfolio(instruments, new Money(settings.moneyRounding, plan.currencyDecimals), memory);
    this.broker = new Broker(this.portfolio, this.feeds, rules, this, new OrderLog(memory));
    if (this.broker.carry.applies) this.broker.carry.tradesBy(market.series.map(calendarName));
    this.#queue = new CommandQueue(this.broker);
    const pays = settings.dividends === "pay";
    this.#expiries = new ExpiryQueue(
      market.series,
      this.feeds,
      this.portfolio,
      this.broker,
      settings.barsEnd === "settle",
    );
    this.#conversion = new CurrencyConversion(market.rates, this.feeds, this.portfolio);
    this.#actions = new ActionQueue(market.series, this.feeds, this.portfolio, this.broker, plan.start, pays);
    this.hooks = new Hooks(this, this.#queue);
    this.#live = this.hooks.live;
    this.#live?.warmUp();
    this.equity = new EquityTable(market.closings.time.length, memory);
    this.portfolio.deposit(plan.start, settings.cash);
  }

  /** Where the run stands. */
  get position(): DriverPosition {
    return { moment: this.#block * BLOCK + this.#place, time: this.time, phase: this.#phase };
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
    const { broker, hooks, portfolio, equity, feeds } = this;
    const { open, callable, watchesBars: watches } = broker;
    const actions = this.#actions;
    const acts = actions.nextTime < Infinity || actions.scaled;
    const expiries = this.#expiries;
    const expires = expiries.nextTime < Infinity;
    const conversion = this.#conversion;
    const converts = conversion.applies;
    const carries = broker.carry.applies;
    const { strategy, hasBefore, hasBar, hasAfter, someEarly } = hooks;
    const calm = before === 0 && until === 7 && !acts && !expires && !converts && !carries && hooks.onlyBars;
    const alone = feeds.length === 1 && feeds[0]!.quotes === undefined;
    const { values } = equity;
    const queue = this.#queue;
    const live = this.#live;
    const { time, shape } = block;
    let place = start;
    // The hooks of the moment at hand have been called, and what comes before them is behind it.
    let called = false;
    while (place < end) {
      const alike = shape[place]!;
      const moment = this.#moment(alike);
      const { closing, contexts, sessionsClosing, sessionsOpening, opening, longClosing, longOpening, hasHooks } =
        moment;
      const quiet = calm && moment.quiet;
      const closes = sessionsClosing.length > 0;
      const safe = !callable || (portfolio.heldCount === 0 && portfolio.cash > 0);
      if (quiet && safe && hooks.begun && (open.count === 0 || alone) && open.waiting(closes)) {
        place = quietMoments(this, queue, block, place, end, moment);
        this.#place = place - 1;
        if (place === end || shape[place] !== alike) continue;
        called = queue.count > 0;
      }
      do {
        this.#place = place;
        if (before < 1 && open.timed > 0) endOrders(this, time[place]!);
        this.time = time[place]!;

        // 1. Bars close: all of them are revealed.
        if (before < 1 && !called) {
          for (let i = 0; i < closing.length; i++) closing[i]!.closed++;
          if (converts) conversion.update(this.time);
          if (live !== undefined && closing.length > 0) live.take(moment.shape.closing);
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
          hasHooks &&
          !broker.covered
        )
          broker.callMargin(equityOf(portfolio, feeds));

        // 5. Hooks, then their commands. Equity is recorded.
        if (before < 5 && until >= 5 && hasHooks && (hooks.begun || hooks.begin(moment))) {
          if (hasBefore) hooks.beforeBars(sessionsClosing);
          if (hasBar && !called) {
            for (let i = 0; i < closing.length; i++) {
              queue.by = closing[i]!;
              if (!someEarly || !hooks.isEarly(closing[i]!)) strategy.onBar!(contexts[i]!);
            }
            queue.by = undefined;
          }
          if (hasAfter) hooks.afterBars(closing);
          if (queue.count > 0) queue.execute(equityOf(portfolio, feeds), portfolio.positions, feeds);
          if (portfolio.cash !== equity.lastCash) equity.noteCash(portfolio.cash);
          values[equity.length++] = equityOf(portfolio, feeds);
          if (portfolio.heldCount > 0) {
            if (closing.length > 0) equity.inMarket++;
            else equity.noteHeld();
          }
          called = false;
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
          if (open.count > 0 && opening.length > 0) broker.barsOpened(opening);
        }
        place++;
        if (quiet && (open.count === 0 || (alone && open.waiting(closes)))) break;
      } while (place < end && shape[place] === alike);
    }
    this.#phase = until;
  }

  #moment(shape: number): Moment {
    return this.#moments[shape] ?? this.#resolve(shape);
  }

  #resolve(number: number): Moment {
    const { shapes } = this.plan.market.timeline;
    for (let i = this.#moments.length; i <= number; i++)
      this.#moments.push(new Moment(shapes[i]!, this.feeds, this.hooks.contexts));
    return this.#moments[number]!;
  }

  /** Enters an order as if a hook had given it now. Returns its id. */
  submit(symbol: string, terms: OrderTerms): number {
    const { type, sign, size, ...rest } = terms;
    const order = this.broker.open.draft(this.plan.feedOf(symbol, this.feeds), type, sign, size);
    Object.assign(order, rest);
    this.broker.intake.submit(order, equityOf(this.portfolio, this.feeds));
    return this.broker.log.length;
  }

  /**
   * The run is over. Orders of instruments without further bars end. As the settings say, what is held of the others is closed at its last price or the
   * open of its last bar, and the last record is stated anew.
   */
  finalize(): void {
    const { portfolio, feeds, equity } = this;
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
    if (equity.length > 0 && (ended.length > 0 || closes))
      equity.restateLast(equityOf(portfolio, feeds), portfolio.cash);
  }

  /** Closes positions at the end of the run. */
  #close(held: readonly Feed[]): void {
    const { portfolio, broker, feeds } = this;
    const { timing } = broker.rules;
    if (timing.endsAtOpen() && timing.booksLate()) return broker.finalizeAgain(held, equityOf(portfolio, feeds));
    for (const feed of held) broker.finalize(feed, equityOf(portfolio, feeds));
  }

  cancel(orderId: number): void {
    this.broker.cancel(orderId);
  }

  /**
   * Lets time pass up to a moment at which nothing happens: what is submitted next bears it. A time that lies behind, or one at which something
   * is still to come, changes nothing.
   */
  wait(time: number): void {
    if (this.#phase === 7 && !(time <= this.time)) this.time = time;
  }

  /** Everything that the run has become so far, as plain data that can be cloned and stored. */
  snapshot(): DriverState {
    return {
      block: this.#block,
      place: this.#place,
      phase: this.#phase,
      time: this.time,
      feeds: this.feeds.map(({ marks }) => marks),
      portfolio: this.portfolio.snapshot(),
      broker: this.broker.snapshot(),
      equity: this.equity.snapshot(),
      hooks: this.hooks.snapshot(),
      actions: this.#actions.snapshot(),
      expiries: this.#expiries.snapshot(),
    };
  }

  /** Continues from a state of a run with the same plan. */
  restore(state: DriverState): void {
    if (this.#live !== undefined) throw new Error("a run that is evaluated bar by bar starts from its beginning");
    this.#block = state.block;
    this.#place = state.place;
    this.#phase = state.phase;
    this.time = state.time;
    this.feeds.forEach((feed, i) => Object.assign(feed, state.feeds[i]));
    this.portfolio.restore(state.portfolio);
    this.broker.restore(state.broker, this.feeds);
    this.equity.restore(state.equity);
    this.hooks.restore(state.hooks);
    this.#actions.restore(state.actions, this.feeds);
    this.#expiries.restore(state.expiries);
    this.#conversion.update(state.time);
  }
}

/**
 * Ends the orders whose time passes before a moment, each at its own time, though it lies between two moments; with `included` also those whose time
 * is that moment, at which nothing else happens.
 */
function endOrders(driver: Driver, moment: number, included = false): void {
  const { broker } = driver;
  for (;;) {
    const end = broker.open.nextEnd();
    if (included ? end > moment : end >= moment) return;
    if (!(end <= driver.time)) driver.time = end;
    broker.timePassed();
  }
}

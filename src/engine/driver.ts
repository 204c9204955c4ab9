import { Broker, type BrokerState } from "../broker/broker.ts";
import { Money } from "../ledger/money.ts";
import { Portfolio, type PortfolioState } from "../ledger/portfolio.ts";
import type { OrderRequest } from "../broker/order-request.ts";
import type { Feed } from "../market/feed.ts";
import { BLOCK, type MomentShape } from "../market/timeline.ts";
import { CommandQueue } from "./command-queue.ts";
import { EquityTable, type EquityTableState } from "./equity-table.ts";
import { Hooks, type HooksState } from "./hooks.ts";
import type { LiveColumns } from "./graph/live-columns.ts";
import { equityOf } from "./portfolio-view.ts";
import type { RunPlan } from "./run-plan.ts";

/** The phases of a moment, in the order in which they happen. */
export type Phase = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A place in the order of everything that happens: after all of `phase` at the moment of that number. */
export interface DriverPosition {
  /** Counts moments from 0; -1 before the first. */
  readonly moment: number;
  /** Epoch milliseconds of that moment; NaN before the first. */
  readonly time: number;
  readonly phase: Phase;
}

/** A moment's events, as the feeds of one run. */
interface Moment {
  readonly shape: MomentShape;
  readonly closing: readonly Feed[];
  readonly sessionsClosing: readonly Feed[];
  readonly sessionsOpening: readonly Feed[];
  readonly opening: readonly Feed[];
}

/**
 * The one loop of Hindcast, which can stop after any phase and go on. A batch run is `advance()` to the end; workers, served
 * sessions and forks only wrap it.
 */
export class Driver {
  readonly plan: RunPlan;
  readonly feeds: readonly Feed[];
  readonly portfolio: Portfolio;
  readonly broker: Broker;
  readonly equity = new EquityTable();
  readonly hooks: Hooks;
  readonly #queue: CommandQueue;
  readonly #live: LiveColumns | undefined;
  readonly #moments: Moment[] = [];
  /** Block of the timeline and place in it of the moment at hand. */
  #block = 0;
  #place = -1;
  #phase: Phase = 7;
  time = NaN;

  constructor(plan: RunPlan) {
    const { data, settings, rules } = plan;
    this.plan = plan;
    this.feeds = data.feeds();
    const instruments = this.feeds.map((feed) => feed.instrument);
    this.portfolio = new Portfolio(instruments, new Money(settings.moneyRounding, plan.currencyDecimals));
    this.broker = new Broker(this.portfolio, rules);
    this.#queue = new CommandQueue(this.broker);
    this.hooks = new Hooks(this, this.#queue);
    this.#live = this.hooks.live;
    this.#live?.warmUp();
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
    const { timeline } = this.plan.data;
    let block = timeline.block(this.#block);
    if (this.#phase !== 7) {
      if (this.time > time) return true;
      const last = this.time === time ? phase : 7;
      this.#phases(this.#moment(block!.shape[this.#place]!), this.#phase, last);
      if (last !== 7) return true;
    }
    while (block !== undefined) {
      const { length, shape } = block;
      const times = block.time;
      for (let place = this.#place + 1; place < length; place++) {
        const now = times[place]!;
        if (now > time) return true;
        this.#place = place;
        this.time = now;
        this.#phases(this.#moment(shape[place]!), 0, now === time ? phase : 7);
        if (this.#phase !== 7) return true;
      }
      const next = timeline.block(this.#block + 1);
      if (next === undefined) break;
      block = next;
      this.#block++;
      this.#place = -1;
    }
    return false;
  }

  /** The phases of the moment at hand after `done`, up to and with `last`. They exist here and nowhere else. */
  #phases(moment: Moment, done: number, last: Phase): void {
    const { closing, sessionsClosing, sessionsOpening, opening } = moment;
    const { broker } = this;

    // 1. Bars close: all of them are revealed.
    if (done < 1 && closing.length > 0) {
      for (let i = 0; i < closing.length; i++) closing[i]!.closed++;
      if (this.#live !== undefined) this.#live.take(moment.shape.closing);
    }

    // 2. Resting orders match: instruments in the order of their oldest triggered order, within one the intrabar policy along the
    //    assumed path, ties by submission.
    if (done < 2 && last >= 2 && broker.open.count > 0 && closing.length > 0) broker.barsClosed(closing, this.time);

    // 3. Sessions close: day orders end.
    if (done < 3 && last >= 3 && sessionsClosing.length > 0) {
      for (let i = 0; i < sessionsClosing.length; i++) sessionsClosing[i]!.inSession = false;
      if (broker.open.count > 0) broker.sessionsClosed(sessionsClosing, this.time);
    }

    // 4. Marks and margin: marks are read where they stand, and a cash account is never called.

    // 5. Hooks, then their commands. Equity is recorded.
    if (done < 5 && last >= 5 && (closing.length > 0 || sessionsClosing.length > 0)) {
      if (this.hooks.run(closing, sessionsClosing)) {
        if (this.#queue.count > 0) this.#queue.execute(this.time, equityOf(this.portfolio, this.feeds));
        this.#recordEquity();
      }
    }

    // 6. Corporate actions of a session about to open: none are recorded in a plain series.

    // 7. Sessions open: queued orders become active. Bars open: all opens are revealed; then market orders fill, in submission
    //    order across symbols, so that sells pay for buys.
    if (last >= 7) {
      if (sessionsOpening.length > 0) {
        for (let i = 0; i < sessionsOpening.length; i++) sessionsOpening[i]!.inSession = true;
        if (broker.open.count > 0) broker.sessionsOpened(sessionsOpening, this.time);
      }
      if (opening.length > 0) {
        for (let i = 0; i < opening.length; i++) opening[i]!.opened++;
        if (broker.open.count > 0) broker.barsOpened(opening, this.time);
      }
    }
    this.#phase = last;
  }

  /** Takes and hands on nothing: a number that crosses a call is put in a box, once a bar. */
  #recordEquity(): void {
    const { equity, portfolio } = this;
    if (portfolio.cash !== equity.lastCash) equity.noteCash(this.#block * BLOCK + this.#place, portfolio.cash);
    const at = equity.append();
    equity.rows[at] = equityOf(portfolio, this.feeds);
    if (portfolio.heldCount > 0) equity.inMarket++;
  }

  #moment(shape: number): Moment {
    return this.#moments[shape] ?? this.#resolve(shape);
  }

  #resolve(number: number): Moment {
    const { shapes } = this.plan.data.timeline;
    for (let i = this.#moments.length; i <= number; i++) {
      const shape = shapes[i]!;
      const feeds = (places: Int32Array) => Array.from(places, (place) => this.feeds[place]!);
      this.#moments.push({
        shape,
        closing: feeds(shape.closing),
        sessionsClosing: feeds(shape.sessionsClosing),
        sessionsOpening: feeds(shape.sessionsOpening),
        opening: feeds(shape.opening),
      });
    }
    return this.#moments[number]!;
  }

  /** Enters an order as if a hook had given it now. Returns its id. */
  submit(symbol: string, request: OrderRequest): number {
    const feed = this.plan.feedOf(symbol, this.feeds);
    return this.broker.submit(feed, request, this.time, equityOf(this.portfolio, this.feeds));
  }

  cancel(orderId: number): void {
    this.broker.cancel(orderId, this.time);
  }

  /** Everything that the run has become so far, as plain data that can be cloned and stored. */
  snapshot(): DriverState {
    return {
      block: this.#block,
      place: this.#place,
      phase: this.#phase,
      time: this.time,
      feeds: this.feeds.map(({ closed, opened, inSession }) => ({ closed, opened, inSession })),
      portfolio: this.portfolio.snapshot(),
      broker: this.broker.snapshot(),
      equity: this.equity.save(),
      hooks: this.hooks.snapshot(),
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
    this.equity.load(state.equity);
    this.hooks.restore(state.hooks);
  }
}

export interface DriverState {
  readonly block: number;
  readonly place: number;
  readonly phase: Phase;
  readonly time: number;
  readonly feeds: readonly Pick<Feed, "closed" | "opened" | "inSession">[];
  readonly portfolio: PortfolioState;
  readonly broker: BrokerState;
  readonly equity: EquityTableState;
  readonly hooks: HooksState;
}

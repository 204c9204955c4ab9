import { FINALIZE_TAG } from "../../broker/margin-call.ts";
import { SessionRecords } from "../../market/closings.ts";
import { equityOf } from "../../broker/equity.ts";
import { CurrencyConversion } from "../../simulation/currency-rates.ts";
import { GrowingRestatement } from "../../engine/graph/growing-restatement.ts";
import { type LogLine, StrategyRunner } from "../../engine/strategy-runner.ts";
import { modelOf } from "../../broker/models/execution-model.ts";
import type { RunSettings } from "../../engine/run-settings.ts";
import type { StrategyHost, HostPlan } from "../../engine/strategy-host.ts";
import type { AnyStrategy } from "../../engine/strategy.ts";
import { Money } from "../../ledger/money.ts";
import { Portfolio } from "../../ledger/portfolio.ts";
import { decimalsOf } from "../../market/currency-decimals.ts";
import type { Feed } from "../../market/feed.ts";
import { isTraded } from "../../market/instrument.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { AnyParamValues } from "../../primitives/param.ts";
import { type GrowingRate, type GrowingSeries, MAX_BARS } from "./growing-series.ts";
import { MirroredAccount } from "./mirrored-account.ts";
import { RemoteBroker } from "./remote-broker.ts";
import type { ClockMessage, EventMessage } from "./run-steps.ts";

/** Options of a remote run. */
export interface RemoteRunOptions {
  readonly strategy: AnyStrategy;
  readonly params: AnyParamValues;
  readonly settings: RunSettings;
  readonly series: readonly GrowingSeries[];
  /** Exchange rates of all currencies except the currency of the account. */
  readonly rates: readonly GrowingRate[];
}

/** Runs a strategy on a local copy of a server's account, which stream messages keep up to date. */
export class RemoteRun implements StrategyHost {
  readonly plan: HostPlan;
  readonly feeds: readonly Feed[];
  readonly portfolio: Portfolio;
  readonly broker: RemoteBroker;
  readonly account: MirroredAccount;
  readonly equity: { readonly time: number; readonly equity: number }[] = [];
  time = NaN;
  /** The service sends no step before the first traded bar, so the run has always started. */
  readonly hasStarted = true;
  readonly #records = new SessionRecords();
  /** Equity at the previous step, if no equity record was added at that step. */
  #unrecordedEquity: number | undefined;
  readonly #series: readonly GrowingSeries[];
  readonly #bySymbol: ReadonlyMap<string, GrowingSeries>;
  /** Series of which a bar closed at the time `#closedAt`, and which the runner has not read yet. */
  readonly #closed: GrowingSeries[] = [];
  #closedAt = -Infinity;
  readonly #rates: readonly GrowingRate[];
  readonly #conversion: CurrencyConversion;
  readonly #today: GrowingRestatement;
  #runner: StrategyRunner | undefined;

  constructor({ strategy, params, settings, series, rates }: RemoteRunOptions) {
    this.#series = series;
    this.#bySymbol = new Map(series.map((one) => [one.symbol, one]));
    this.feeds = series.map(({ feed }) => feed);
    const instruments = this.feeds.map(({ instrument }) => instrument);
    const decimals = decimalsOf(settings.currency, instruments.filter(isTraded));
    this.portfolio = new Portfolio(instruments, new Money(settings.moneyRounding, decimals));
    this.#rates = rates;
    this.#conversion = new CurrencyConversion(
      rates.map(({ rate }) => rate),
      this.feeds,
      this.portfolio,
    );
    this.broker = new RemoteBroker(modelOf(settings), this.portfolio, this.feeds, this);
    this.account = new MirroredAccount(this.portfolio, this.broker, this.feeds);
    const runs = series.map((one) => one.series);
    this.#today = new GrowingRestatement(runs, MAX_BARS);
    const symbols = Object.freeze(series.map(({ symbol }) => symbol));
    this.plan = {
      strategy,
      params,
      settings,
      seed: settings.seed,
      evaluation: "live",
      data: {
        series: runs,
        symbols,
        tradedSymbols: Object.freeze(
          series.filter(({ feed }) => isTraded(feed.instrument)).map(({ symbol }) => symbol),
        ),
        maxBars: MAX_BARS,
        columns: { column: () => noColumns() },
        restatementOf: (node, of) => this.#today.restatementOf(node, of),
      },
      feedOf: (symbol) => {
        const feed = this.#bySymbol.get(symbol)?.feed;
        if (feed !== undefined) return feed;
        const message = `symbol must be one of ${symbols.join(", ")}, was ${JSON.stringify(symbol)}`;
        throw new HindcastError("SYMBOL_UNKNOWN", message, { symbol, known: symbols });
      },
    };
  }

  get log(): readonly LogLine[] {
    return this.#runner?.log ?? [];
  }

  /** Applies the messages up to the point at which strategies decide, and runs the strategy. The broker queues the strategy's requests. */
  step(messages: readonly EventMessage[], clock: ClockMessage): void {
    const now = Date.parse(clock.now);
    this.#apply(messages, now);
    const closed = this.#takeClosed(now);
    this.#applyClock(clock);
    this.time = now;
    const runner = (this.#runner ??= this.#createRunner(closed));
    const feeds = closed.map(({ feed }) => feed).filter(({ instrument }) => isTraded(instrument));
    const { sessions = [] } = clock;
    const sessionsClosing = this.feeds.filter(({ instrument }) => sessions.includes(instrument.symbol));
    runner.closed({ closing: feeds, places: placesOf(closed), sessionsClosing });
    const forming = this.feeds.some((feed) => feed.forming);
    const adds = this.#records.addsRecord(
      feeds.map(({ index }) => index),
      sessionsClosing.map(({ index }) => index),
      forming,
    );
    const equity = equityOf(this.portfolio, this.feeds);
    this.#unrecordedEquity = adds || this.equity.length === 0 ? undefined : equity;
    if (this.#unrecordedEquity === undefined) this.equity.push({ time: now, equity });
  }

  /** Applies the messages that arrive after the last decision of the strategy. */
  end(messages: readonly EventMessage[], clock: ClockMessage): void {
    this.account.unrequestedTag = FINALIZE_TAG;
    this.#apply(messages, NaN, true);
    this.#applyClock(clock);
    this.#runner?.end();
    if (this.#unrecordedEquity !== undefined) this.#restate(this.#unrecordedEquity);
    if (this.broker.rules.timing.closesAtEnd()) this.#restate(equityOf(this.portfolio, this.feeds));
  }

  /** Applies messages up to `now`. Fills at this time are inside the bars that close now, or at their close. */
  #apply(messages: readonly EventMessage[], now: number, ends = false): void {
    const sameClose = this.broker.rules.timing.mayFillAtSubmission();
    for (const message of messages) {
      const time = Date.parse(message.timestamp);
      // Entries after a bar are booked at the exchange rates of their own time.
      if (message.type !== "bar" && this.#conversion.applies) this.#conversion.update(time);
      switch (message.type) {
        case "bar": {
          this.#rates.find(({ pair }) => pair.symbol === message.symbol)?.add(message.bar, time);
          // Bars of series that are only read may close between two decisions.
          if (time > this.#closedAt) this.#readClosed();
          this.#closedAt = time;
          const series = this.#bySymbol.get(message.symbol);
          if (series?.add(message.bar, time) === true) this.#closed.push(series);
          break;
        }
        case "order": {
          const atClose = ends || message.at_open !== true;
          this.account.order(message.event, message.order, message.fill, time);
          if (sameClose && atClose && time === this.time) this.#restateLast();
          break;
        }
        case "entry":
          this.account.entry(message.entry, time);
          break;
        case "corporate_action":
          if (message.kind === "split") this.account.split(message.symbol, message.ratio, time);
          break;
        default:
      }
    }
    if (!ends && this.#conversion.applies) this.#conversion.update(now);
  }

  /** Returns the series of which a bar closes now, by symbol. Bars that closed before are read. */
  #takeClosed(now: number): readonly GrowingSeries[] {
    if (this.#closedAt < now) this.#readClosed();
    const closed = this.#closed.toSorted((a, b) => a.feed.index - b.feed.index);
    this.#closed.length = 0;
    if (this.#runner !== undefined) for (const { series } of closed) this.#today.addBar(series);
    return closed;
  }

  /** Lets the runner read the bars that closed at an earlier time. Before the first decision they only warm up indicators. */
  #readClosed(): void {
    const closed = this.#takeClosed(this.#closedAt);
    if (closed.length > 0) this.#runner?.closed({ closing: [], places: placesOf(closed), sessionsClosing: [] });
  }

  /** Applies values that only the clock message contains: stop prices of trailing stops and the opens of forming bars. */
  #applyClock({ trails = [], opens = [] }: ClockMessage): void {
    this.account.updateTrails(trails);
    for (const one of this.#series) one.setFormingOpen(opens.find(({ symbol }) => symbol === one.symbol)?.open);
  }

  /** Creates the runner of the strategy at its first decision. Bars that closed before are warm-up. */
  #createRunner(closing: readonly GrowingSeries[]): StrategyRunner {
    for (const one of this.#series) one.begin(closing.includes(one) ? 1 : 0);
    const runner = new StrategyRunner(this.plan, this);
    runner.live!.warmUp();
    return runner;
  }

  /** Updates the equity record of the last close with the decisions made at that close. */
  #restateLast(): void {
    const equity = equityOf(this.portfolio, this.feeds);
    if (this.#unrecordedEquity === undefined) this.#restate(equity);
    else this.#unrecordedEquity = equity;
  }

  #restate(equity: number): void {
    const last = this.equity.pop();
    if (last !== undefined) this.equity.push({ time: last.time, equity });
  }
}

function placesOf(closed: readonly GrowingSeries[]): Int32Array {
  return Int32Array.from(closed, ({ feed }) => feed.index);
}

function noColumns(): never {
  throw new Error("a remote run cannot compute indicator columns in advance");
}

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
import { HindcastError } from "../../primitives/errors.ts";
import type { AnyParamValues } from "../../primitives/param.ts";
import { type GrowingRate, type GrowingSeries, MOST_BARS } from "./growing-series.ts";
import { MirroredAccount } from "./mirrored-account.ts";
import { RemoteBroker } from "./remote-broker.ts";
import type { ClockMessage, EventMessage } from "./run-steps.ts";

/** What a run elsewhere is of. */
export interface RemoteTerms {
  readonly strategy: AnyStrategy;
  readonly params: AnyParamValues;
  readonly settings: RunSettings;
  readonly series: readonly GrowingSeries[];
  /** Of currencies other than that of cash. */
  readonly rates: readonly GrowingRate[];
  /** Bars that start from then on are traded. */
  readonly start: number;
}

/** A strategy over the mirror of an account whose market is elsewhere: what came of it so far, told in messages. */
export class RemoteRun implements StrategyHost {
  readonly plan: HostPlan;
  readonly feeds: readonly Feed[];
  readonly portfolio: Portfolio;
  readonly broker: RemoteBroker;
  readonly account: MirroredAccount;
  readonly equity: { readonly time: number; readonly equity: number }[] = [];
  time = NaN;
  /** Steps begin with the first bar that is traded. */
  readonly hasStarted = true;
  readonly #records = new SessionRecords();
  /** Equity at the step before, where that added no record. */
  #between: number | undefined;
  readonly #series: readonly GrowingSeries[];
  readonly #bySymbol: ReadonlyMap<string, GrowingSeries>;
  readonly #start: number;
  readonly #rates: readonly GrowingRate[];
  readonly #conversion: CurrencyConversion;
  readonly #today: GrowingRestatement;
  #runner: StrategyRunner | undefined;

  constructor({ strategy, params, settings, series, rates, start }: RemoteTerms) {
    this.#series = series;
    this.#start = start;
    this.#bySymbol = new Map(series.map((one) => [one.symbol, one]));
    this.feeds = series.map(({ feed }) => feed);
    const instruments = this.feeds.map(({ instrument }) => instrument);
    const decimals = decimalsOf(settings.currency, instruments);
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
    this.#today = new GrowingRestatement(runs, MOST_BARS);
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
        maxBars: MOST_BARS,
        columns: { column: () => unused() },
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

  /** Takes what was told from one hooks phase to the next, which the clock tells of: runs the strategy, and has the broker hold what it asks for. */
  step(messages: readonly EventMessage[], clock: ClockMessage): void {
    const now = Date.parse(clock.now);
    const closing = this.#take(messages, now);
    this.#look(clock);
    this.time = now;
    const first = this.#runner === undefined;
    const runner = (this.#runner ??= this.#begin(closing));
    if (!first) for (const { series } of closing) this.#today.addBar(series);
    const feeds = closing.map(({ feed }) => feed);
    const { sessions = [] } = clock;
    const sessionsClosing = this.feeds.filter(({ instrument }) => sessions.includes(instrument.symbol));
    runner.closed({ closing: feeds, places: Int32Array.from(feeds, ({ index }) => index), sessionsClosing });
    const forming = this.feeds.some((feed) => feed.forming);
    const adds = this.#records.addsRecord(
      feeds.map(({ index }) => index),
      sessionsClosing.map(({ index }) => index),
      forming,
    );
    const equity = equityOf(this.portfolio, this.feeds);
    this.#between = adds || this.equity.length === 0 ? undefined : equity;
    if (this.#between === undefined) this.equity.push({ time: now, equity });
  }

  /** Takes what was told after the last hooks phase. */
  end(messages: readonly EventMessage[], clock: ClockMessage): void {
    this.account.unasked = FINALIZE_TAG;
    this.#take(messages, NaN, true);
    this.#look(clock);
    this.#runner?.end();
    if (this.#between !== undefined) this.#restate(this.#between);
    if (this.broker.rules.timing.closesAtEnd()) this.#restate(equityOf(this.portfolio, this.feeds));
  }

  /** Returns the series of which a bar closes now, in order. What fills then fills inside that bar, or at its close. */
  #take(messages: readonly EventMessage[], now: number, ends = false): GrowingSeries[] {
    const closing: GrowingSeries[] = [];
    const sameClose = this.broker.rules.timing.mayFillAtSubmission();
    for (const message of messages) {
      const time = Date.parse(message.timestamp);
      // What is booked from then on is at the rates of then.
      if (message.type !== "bar" && this.#conversion.applies) this.#conversion.update(time);
      switch (message.type) {
        case "bar": {
          this.#rates.find(({ pair }) => pair.symbol === message.symbol)?.add(message.bar, time);
          const series = this.#bySymbol.get(message.symbol);
          if (series?.add(message.bar, time) !== true) break;
          if (Date.parse(message.bar.timestamp) < this.#start) break;
          closing.push(series);
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
    return closing.toSorted((a, b) => a.feed.index - b.feed.index);
  }

  /** What no event tells: the stops that followed, and the opens of bars that are forming. */
  #look({ trails = [], opens = [] }: ClockMessage): void {
    this.account.follow(trails);
    for (const one of this.#series) one.forms(opens.find(({ symbol }) => symbol === one.symbol)?.open);
  }

  /** The first hooks phase: all bars that are no news by then are for warming up. */
  #begin(closing: readonly GrowingSeries[]): StrategyRunner {
    for (const one of this.#series) {
      const news = closing.includes(one) ? 1 : 0;
      const { warmupBars } = this.plan.settings;
      if (warmupBars >= 0) one.keepLast(warmupBars + news);
      one.series.first = one.series.begin = one.length - news;
    }
    const runner = new StrategyRunner(this.plan, this);
    runner.live!.warmUp();
    return runner;
  }

  /** The record of the last close counts what was decided at it. */
  #restateLast(): void {
    const equity = equityOf(this.portfolio, this.feeds);
    if (this.#between === undefined) this.#restate(equity);
    else this.#between = equity;
  }

  #restate(equity: number): void {
    const last = this.equity.pop();
    if (last !== undefined) this.equity.push({ time: last.time, equity });
  }
}

function unused(): never {
  throw new Error("a run elsewhere computes no columns beforehand");
}

import { needsFiner } from "../../broker/models/sequence.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { plainData } from "../../research/executors/shared-data.ts";
import type { MarketHistory } from "../../data/view/market-history.ts";
import type { Interval } from "../../time/interval.ts";
import type { ReplaySession } from "../sessions/session.ts";
import type { StateStore } from "../store/state-store.ts";
import { backtestData } from "./backtest-data.ts";
import type { RequestedBacktest, BacktestSpec, BacktestThreads, ServedStrategy } from "./backtest-spec.ts";
import { type BacktestLimits, MIB } from "./backtest-limits.ts";
import { type Backtest, Backtests } from "./backtests.ts";

/** The recording over which backtests run. */
interface BacktestSource {
  readonly market: RecordedMarket;
  readonly marketHistory: MarketHistory;
  readonly checksum: string;
}

/** Accepts backtests: it knows the strategies, ends the data at the current market time and queues the backtests. */
export class BacktestService {
  readonly strategies: readonly ServedStrategy[];
  readonly jobs: Backtests;
  readonly #source: BacktestSource;

  constructor(
    source: BacktestSource,
    store: StateStore,
    strategies: readonly ServedStrategy[],
    threads: BacktestThreads,
    limits: BacktestLimits,
    wallClock: () => number,
  ) {
    this.#source = source;
    this.strategies = strategies;
    this.jobs = new Backtests(threads, store, limits, wallClock);
  }

  /** Checksum of the recording. */
  get recording(): string {
    return this.#source.checksum;
  }

  /**
   * Returns the bars that have closed by the view's current time. Throws SYMBOL_UNKNOWN, and INVALID_PARAMETERS for an interval that is not
   * recorded for all symbols.
   */
  data(
    view: MarketView,
    symbols: readonly string[],
    interval: Interval | undefined,
    settings: Readonly<Record<string, unknown>>,
  ): { readonly data: MarketData; readonly interval: Interval } {
    return backtestData(this.#source.market, view, symbols, interval, needsFiner(settings));
  }

  /** Queues a backtest. Its data are prepared only when it starts, since the data of many queued backtests would fill the memory. */
  add(request: RequestedBacktest, clock: () => number): Backtest {
    return this.jobs.add(request, () => this.#spec(request), clock);
  }

  /**
   * Restores the backtests of an earlier process. Only the main session survives a restart, so backtests of other sessions keep the market
   * time at which they were requested.
   */
  resume(main: ReplaySession): void {
    this.jobs.resume((request) => ({
      spec: () => this.#spec(request),
      // After a kill, the restored clock of the main session can be slightly behind times that clients already know.
      clock: () => (request.session === main.id ? Math.max(request.createdAt, main.now) : request.createdAt),
    }));
  }

  /**
   * Returns what a thread needs: the bars that had closed when the backtest was requested, and the strategy's file with its hash at that
   * time.
   */
  #spec(request: RequestedBacktest): BacktestSpec {
    const { terms, recording, createdAt, phase, settings, sourceHash } = request;
    if (recording !== this.recording) {
      const message = `the backtest was queued for the recording ${shortChecksum(recording)}, but the server has ${shortChecksum(this.recording)}`;
      throw new HindcastError("STATE_INVALID", message, { recording, served: this.recording });
    }
    const found = this.strategies.find(({ strategy }) => strategy.name === terms.strategy);
    if (found === undefined) {
      const message = `the server no longer has the strategy of the backtest, ${terms.strategy}`;
      throw new HindcastError("STRATEGY_NOT_FOUND", message, { name: terms.strategy });
    }
    const view = this.#source.marketHistory.at(createdAt, phase as ViewPhase);
    const { data } = this.data(view, terms.symbols, terms.interval as Interval, terms.settings);
    const { loader } = this.jobs.threads;
    const { strategy, params } = terms;
    const maxBytes = this.jobs.limits.resultMb * MIB;
    return {
      strategy,
      file: found.file,
      sourceHash,
      loader,
      params,
      settings,
      data: plainData(data),
      maxBytes: maxBytes,
    };
  }
}

function shortChecksum(checksum: string): string {
  return checksum.slice(0, 12);
}

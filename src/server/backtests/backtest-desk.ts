import { needsFiner } from "../../broker/models/sequence.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { plainData } from "../../research/executors/shared-data.ts";
import type { MarketTape } from "../../data/view/market-tape.ts";
import type { Interval } from "../../time/interval.ts";
import type { ReplaySession } from "../sessions/session.ts";
import type { StateStore } from "../store/state-store.ts";
import { backtestData } from "./backtest-data.ts";
import type { AskedBacktest, BacktestSpec, BacktestThreads, ServedStrategy } from "./backtest-spec.ts";
import { type BacktestLimits, MIB } from "./backtest-limits.ts";
import { type Backtest, Backtests } from "./backtests.ts";

/** What backtests run over. */
interface BacktestSource {
  readonly market: RecordedMarket;
  readonly tape: MarketTape;
  readonly checksum: string;
}

/** Where backtests are given: the strategies that may be named, what was recorded up to a view's now, and the line of jobs. */
export class BacktestDesk {
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

  /** Bars that are over by the view's now. Throws SYMBOL_UNKNOWN, and INVALID_PARAMETERS for an interval that is not recorded of all symbols. */
  data(
    view: MarketView,
    symbols: readonly string[],
    interval: Interval | undefined,
    settings: Readonly<Record<string, unknown>>,
  ): { readonly data: MarketData; readonly interval: Interval } {
    return backtestData(this.#source.market, view, symbols, interval, needsFiner(settings));
  }

  /** Puts one in line. Its data are cut when its turn comes: those of many that wait would fill the memory. */
  add(asked: AskedBacktest, clock: () => number): Backtest {
    return this.jobs.add(asked, () => this.#spec(asked), clock);
  }

  /**
   * Takes over what an earlier process has kept. Sessions beside the main one are gone with it: for backtests of theirs the clock stands where it
   * stood when they were put in line.
   */
  resume(main: ReplaySession): void {
    this.jobs.resume((asked) => ({
      spec: () => this.#spec(asked),
      // After a kill the clock of the main session may stand a little before what it has told.
      clock: () => (asked.session === main.id ? Math.max(asked.createdAt, main.now) : asked.createdAt),
    }));
  }

  /** What a thread is given: the bars that were over when it was put in line, and the strategy as its file was. */
  #spec(asked: AskedBacktest): BacktestSpec {
    const { terms, recording, createdAt, phase, settings, sourceHash } = asked;
    if (recording !== this.recording) {
      const message = `the backtest was queued for another recording (${short(recording)}) than the server has (${short(this.recording)})`;
      throw new HindcastError("STATE_INVALID", message, { recording, served: this.recording });
    }
    const found = this.strategies.find(({ strategy }) => strategy.name === terms.strategy);
    if (found === undefined) {
      const message = `the server no longer has the strategy of the backtest, ${terms.strategy}`;
      throw new HindcastError("STRATEGY_NOT_FOUND", message, { name: terms.strategy });
    }
    const view = this.#source.tape.at(createdAt, phase as ViewPhase);
    const { data } = this.data(view, terms.symbols, terms.interval as Interval, terms.settings);
    const { loader } = this.jobs.threads;
    const { strategy, params } = terms;
    const mostBytes = this.jobs.limits.resultMb * MIB;
    return { strategy, file: found.file, sourceHash, loader, params, settings, data: plainData(data), mostBytes };
  }
}

function short(checksum: string): string {
  return checksum.slice(0, 12);
}

import type { MarketData } from "../../market/market-data.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { Interval } from "../../time/interval.ts";
import { backtestData } from "./backtest-data.ts";
import type { BacktestThreads, ServedStrategy } from "./backtest-spec.ts";
import { Backtests } from "./backtests.ts";

/** Where backtests are given: the strategies that may be named, what was recorded up to a view's now, and the line of jobs. */
export class BacktestDesk {
  readonly strategies: readonly ServedStrategy[];
  readonly jobs: Backtests;
  readonly #market: RecordedMarket;

  constructor(market: RecordedMarket, strategies: readonly ServedStrategy[], threads: BacktestThreads) {
    this.#market = market;
    this.strategies = strategies;
    this.jobs = new Backtests(threads);
  }

  /** Bars that are over by the view's now. Throws SYMBOL_UNKNOWN, and INVALID_PARAMETERS for an interval that is not recorded of all symbols. */
  data(
    view: MarketView,
    symbols: readonly string[],
    interval: Interval | undefined,
    withFiner: boolean,
  ): { readonly data: MarketData; readonly interval: Interval } {
    return backtestData(this.#market, view, symbols, interval, withFiner);
  }
}

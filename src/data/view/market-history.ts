import { formatValue } from "../../primitives/check.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { BarFactors } from "../../market/forward-factors.ts";
import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import type { Interval } from "../../time/interval.ts";
import { BoundView } from "./bound-view.ts";
import { forwardFactorsOf } from "./recorded-history.ts";
import { PreparedMarket } from "./prepared-market.ts";
import { unknownSymbolError } from "./symbol-suggestion.ts";

/**
 * A recorded market that can be read as of any time. The method `at` creates a view that shows only what was known at an instant. All views share
 * the data that are prepared for an instrument.
 *
 * Throws `CALENDAR_UNKNOWN` for an instrument whose calendar is neither recorded nor built in.
 *
 * @example
 * const marketHistory = new MarketHistory(market);
 * marketHistory.at(Date.UTC(2020, 1, 28, 21)).quote("AAPL").price;
 */
export class MarketHistory {
  readonly #prepared: PreparedMarket;
  /** Last created view, reused for the same instant and phase. */
  #last: BoundView | undefined;

  constructor(market: RecordedMarket) {
    this.#prepared = new PreparedMarket(market);
  }

  /**
   * Returns the market as known at an instant (epoch milliseconds): after all events of the instant, or after those up to `phase`. Creating a
   * view is cheap. Throws `DATE_INVALID` if `now` is not a number, such as text or a `Date`.
   */
  at(now: number, phase: ViewPhase = 7): MarketView {
    if (typeof now !== "number" || Number.isNaN(now)) {
      throw new HindcastError("DATE_INVALID", `now must be an instant in milliseconds, was ${formatValue(now)}`, {
        now,
      });
    }
    const last = this.#last;
    if (last?.now === now && last.phase === phase) return last;
    return (this.#last = new BoundView(this.#prepared, now, phase));
  }

  /**
   * Returns the forward adjustment factors of recorded bars, which later actions do not change; see `forwardFactors`. Factors are 1 at the first
   * daily bar, or at the first bar if that is earlier. Throws `SYMBOL_UNKNOWN`, and `INTERVAL_UNAVAILABLE` for bars that are not recorded.
   */
  forwardFactors(symbol: string, interval: Interval, dividends = false): BarFactors {
    const data = this.#prepared.instruments.get(symbol);
    if (data === undefined) throw unknownSymbolError(symbol, undefined);
    return forwardFactorsOf(data, interval, dividends);
  }
}

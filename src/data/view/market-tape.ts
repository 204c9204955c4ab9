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
 * A recorded market as a tape that can be read at any moment. It holds the whole recording and gives it to nobody: `at` binds a view to
 * a moment. What many questions need of an instrument is prepared when the first of them comes, and shared by all views.
 *
 * Throws CALENDAR_UNKNOWN for an instrument of a calendar that is neither recorded nor built in.
 *
 * @example
 * const tape = new MarketTape(market);
 * tape.at(Date.UTC(2020, 1, 28, 21)).quote("AAPL").price;
 */
export class MarketTape {
  readonly #prepared: PreparedMarket;
  /** The view that was given last: many ask at one moment. */
  #last: BoundView | undefined;

  constructor(market: RecordedMarket) {
    this.#prepared = new PreparedMarket(market);
  }

  /**
   * The market as it was known at an instant, after all its events, or after those of its phases up to `phase`. Cheap: a view is one small
   * object, and the same one while the moment stays. Throws DATE_INVALID for what is no number, such as a text or a `Date`.
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
   * The factors that turn recorded bars into columns that only go on, for what computes over a whole recording bar by bar; see
   * `forwardFactors`. They begin at the first recorded day, whatever the interval, or with the bars where these reach further back.
   * Throws SYMBOL_UNKNOWN and INTERVAL_UNAVAILABLE for bars that are not recorded.
   */
  forwardFactors(symbol: string, interval: Interval, dividends = false): BarFactors {
    const data = this.#prepared.instruments.get(symbol);
    if (data === undefined) throw unknownSymbolError(symbol, undefined);
    return forwardFactorsOf(data, interval, dividends);
  }
}

import type { Bars } from "./bars.ts";
import type { Calendar } from "../time/calendar.ts";
import type { CorporateAction, PriceBasis } from "./corporate-action.ts";
import type { Instrument } from "./instrument.ts";

/** The bars of one instrument. */
export interface Series {
  readonly instrument: Instrument;
  readonly bars: Bars;
  /** The calendar of its exchange; without one a bar of a day or longer is its own session, and intraday sessions are UTC days. */
  readonly calendar?: Calendar | undefined;
  /** Splits and dividends, in any order. */
  readonly actions?: readonly CorporateAction[] | undefined;
  /** What its prices are stated in; `raw` when left out. */
  readonly priceBasis?: PriceBasis | undefined;
  /** The bars whose first session anchors its factors and whose closes measure its dividends; its own when left out. */
  readonly reference?: Bars | undefined;
  /** Bars of a finer interval over the same time, for runs that look inside bars. */
  readonly finer?: Bars | undefined;
}

/** Recorded series of one market and what must be said about them. */
export interface MarketData {
  /** One series an instrument, in any order. */
  readonly series: readonly Series[];
  /** Currency pairs that are not traded, for runs whose symbols trade in other currencies than their cash. */
  readonly rates?: readonly Series[] | undefined;
  /** Where the data come from and how they were read, one sentence each, for the summary and the report. */
  readonly notes: readonly string[];
}

import type { Bars } from "./bars.ts";
import type { Instrument } from "./instrument.ts";

/** The bars of one instrument. */
export interface Series {
  readonly instrument: Instrument;
  readonly bars: Bars;
}

/** Recorded series of one market and what must be said about them. */
export interface MarketData {
  /** One series an instrument, in any order. */
  readonly series: readonly Series[];
  /** Where the data come from and how they were read, one sentence each, for the summary and the report. */
  readonly notes: readonly string[];
}

import type { Bars } from "../market/bars.ts";
import type { Instrument } from "../market/instrument.ts";
import type { Schedule } from "../market/schedule.ts";

/** The part of a series that a run sees: warm-up bars, then from `first` on the bars that it trades. */
export interface RunSeries {
  readonly instrument: Instrument;
  readonly bars: Bars;
  readonly schedule: Schedule;
  /** Index of the first bar that starts at or after the run's start. */
  readonly first: number;
  /** Index of the first bar that closes after the run's start: the one before `first` when that is still forming then. */
  readonly begin: number;
}

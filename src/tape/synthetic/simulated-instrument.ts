import type { Bars } from "../../market/bars.ts";
import type { CorporateAction } from "../../market/corporate-action.ts";
import type { SessionColumns } from "../../time/calendar.ts";
import type { InstrumentModel } from "./models/model.ts";

/** What became of one instrument. */
export interface SimulatedInstrument {
  readonly model: InstrumentModel;
  /** Its sessions, from its first on; `daily` has one bar for each. */
  readonly sessions: SessionColumns;
  readonly daily: Bars;
  /** Bars of its own steps, from the date on since which they are recorded; they add up to those of `daily`. */
  readonly fine: Bars | undefined;
  readonly actions: readonly CorporateAction[];
  /** Annual volatility as it stood at the end of each session, a fraction. */
  readonly volatility: Float64Array;
}

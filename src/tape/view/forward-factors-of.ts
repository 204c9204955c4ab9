import { actionFactors, factorReference } from "../../market/action-factors.ts";
import { type BarFactors, factorsOfBars } from "../../market/forward-factors.ts";
import { HindcastError } from "../../primitives/errors.ts";
import type { Interval } from "../../time/interval.ts";
import type { InstrumentTape } from "./instrument-tape.ts";

/** The forward factors of recorded bars of an instrument; see `forwardFactors`. Throws INTERVAL_UNAVAILABLE for bars that are not recorded. */
export function forwardFactorsOf(tape: InstrumentTape, interval: Interval, dividends: boolean): BarFactors {
  const bars = tape.recorded.find((one) => one.bars.interval === interval)?.bars;
  if (bars === undefined) {
    throw notRecorded(
      tape,
      interval,
      tape.recorded.map((one) => one.bars.interval),
    );
  }
  const { calendar } = tape.days;
  const days = tape.recorded.find((one) => one.bars.interval === "1d")?.bars;
  const reference = factorReference(bars, days, calendar);
  const options = { calendar, dividends, basis: tape.instrument.priceBasis, reference };
  return factorsOfBars(bars, actionFactors(tape.actions, bars, options), options);
}

/** The error of bars that are not among those that are recorded. */
export function notRecorded(tape: InstrumentTape, interval: Interval, available: readonly Interval[]): HindcastError {
  const { symbol } = tape.instrument;
  const message = `interval must be a recorded one (${available.join(", ") || "none"}), was ${interval}`;
  return new HindcastError("INTERVAL_UNAVAILABLE", message, { symbol, interval, available });
}

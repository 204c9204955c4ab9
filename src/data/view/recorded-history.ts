import { actionFactors, factorReference } from "../../market/action-factors.ts";
import { Bars } from "../../market/bars.ts";
import { type BarFactors, factorsOfBars } from "../../market/forward-factors.ts";
import { sliceColumns } from "../../market/market-data.ts";
import type { RecordedHistory } from "../../market/market-view.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { getOrCreate } from "../../primitives/map-helpers.ts";
import { type Interval, isSameInterval } from "../../time/interval.ts";
import type { InstrumentData } from "./instrument-data.ts";
import type { ViewPosition } from "./view-position.ts";

/** Caches of adjustment factors by instrument and interval: one without dividends, one with dividends. */
const cachedFactors = {
  splits: new WeakMap<InstrumentData, FactorsByInterval>(),
  dividends: new WeakMap<InstrumentData, FactorsByInterval>(),
};
type FactorsByInterval = Map<Interval, BarFactors>;

/** Returns completed bars as recorded, with forward factors. Throws `INTERVAL_UNAVAILABLE` if the interval has no bar up to the requested time. */
export function recordedHistoryOf(
  data: InstrumentData,
  at: ViewPosition,
  interval: Interval,
  dividends: boolean,
): RecordedHistory {
  const startedTracks = data.tracks
    .slice(0, data.recorded.length)
    .filter(({ series }) => series.openTime[0]! <= at.openBound);
  const track = startedTracks.find(({ series }) => isSameInterval(series.bars.interval, interval));
  if (track === undefined) {
    throw notRecorded(
      data,
      interval,
      startedTracks.map(({ series }) => series.bars.interval),
    );
  }
  const { series, now } = track;
  series.seek(at, now);
  const { time, open, high, low, close, volume } = series.bars;
  const factors = factorsOf(data, interval, dividends);
  const end = now.closed + 1;
  const { columns } = data.recorded.find(({ bars }) => isSameInterval(bars.interval, interval))!;
  return {
    instrument: data.instrumentAt(at),
    // A recorded adjusted close depends on later splits and dividends, so it is left out.
    bars: new Bars(interval, { time, open, high, low, close, volume }).slice(0, end),
    priceFactor: factors.price.subarray(0, end),
    splitFactor: factors.split.subarray(0, end),
    columns: sliceColumns(columns, 0, end),
  };
}

function factorsOf(data: InstrumentData, interval: Interval, dividends: boolean): BarFactors {
  const known = dividends ? cachedFactors.dividends : cachedFactors.splits;
  const byInterval = getOrCreate(known, data, () => new Map<Interval, BarFactors>());
  return getOrCreate(byInterval, interval, () => forwardFactorsOf(data, interval, dividends));
}

/** Returns the forward factors of an instrument's recorded bars; see `forwardFactors`. Throws `INTERVAL_UNAVAILABLE` if there are none. */
export function forwardFactorsOf(data: InstrumentData, interval: Interval, dividends: boolean): BarFactors {
  const bars = data.recorded.find((one) => isSameInterval(one.bars.interval, interval))?.bars;
  if (bars === undefined) {
    throw notRecorded(
      data,
      interval,
      data.recorded.map((one) => one.bars.interval),
    );
  }
  const { calendar } = data.days;
  const days = data.recorded.find((one) => one.bars.interval === "1d")?.bars;
  const reference = factorReference(bars, days, calendar);
  const options = { calendar, dividends, basis: data.instrument.priceBasis, reference };
  return factorsOfBars(bars, actionFactors(data.actions, bars, options), options);
}

/** Creates the error for an interval that is not recorded. */
function notRecorded(data: InstrumentData, interval: Interval, available: readonly Interval[]): HindcastError {
  const { symbol } = data.instrument;
  const message = `interval must be a recorded interval (${available.join(", ") || "none"}), was ${interval}`;
  return new HindcastError("INTERVAL_UNAVAILABLE", message, { symbol, interval, available });
}

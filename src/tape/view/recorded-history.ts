import { Bars } from "../../market/bars.ts";
import type { BarFactors } from "../../market/forward-factors.ts";
import type { RecordedHistory } from "../../market/market-view.ts";
import type { Interval } from "../../time/interval.ts";
import { forwardFactorsOf, notRecorded } from "./forward-factors-of.ts";
import type { InstrumentTape } from "./instrument-tape.ts";
import type { Position } from "./position.ts";

/** Factors of the bars of instruments by interval, without and with dividends, made when they are first asked for. */
const made = { splits: new WeakMap<InstrumentTape, Made>(), dividends: new WeakMap<InstrumentTape, Made>() };
type Made = Map<Interval, BarFactors>;

/** Completed bars as they are recorded. Throws INTERVAL_UNAVAILABLE for bars of which none is recorded up to now. */
export function recordedHistoryOf(
  tape: InstrumentTape,
  at: Position,
  interval: Interval,
  dividends: boolean,
): RecordedHistory {
  const begun = tape.tracks.slice(0, tape.recorded.length).filter(({ series }) => series.openTime[0]! <= at.opens);
  const track = begun.find(({ series }) => series.bars.interval === interval);
  if (track === undefined) {
    throw notRecorded(
      tape,
      interval,
      begun.map(({ series }) => series.bars.interval),
    );
  }
  const { series, now } = track;
  series.seek(at, now);
  const { time, open, high, low, close, volume } = series.bars;
  const factors = factorsOf(tape, interval, dividends);
  const end = now.closed + 1;
  return {
    instrument: tape.named(at),
    // A recorded adjusted close knows what came later.
    bars: new Bars(interval, { time, open, high, low, close, volume }).slice(0, end),
    priceFactor: factors.price.subarray(0, end),
    splitFactor: factors.split.subarray(0, end),
  };
}

function factorsOf(tape: InstrumentTape, interval: Interval, dividends: boolean): BarFactors {
  const known = dividends ? made.dividends : made.splits;
  let byInterval = known.get(tape);
  if (byInterval === undefined) known.set(tape, (byInterval = new Map()));
  let factors = byInterval.get(interval);
  if (factors === undefined) {
    factors = forwardFactorsOf(tape, interval, dividends);
    byInterval.set(interval, factors);
  }
  return factors;
}

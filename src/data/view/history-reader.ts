import { adjust } from "../../market/adjust.ts";
import { actionFactors, type FactorOptions } from "../../market/action-factors.ts";
import { Bars } from "../../market/bars.ts";
import { coarseGroups, coarserIntervals, isResampleable } from "../../market/coarse-groups.ts";
import type { History, HistoryRequest } from "../../market/market-view.ts";
import { barsOfGroups } from "../../market/resample.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { getOrCreate } from "../../primitives/map-helpers.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { compareIntervals, type Interval, isSameInterval } from "../../time/interval.ts";
import { periodStart } from "../../time/period.ts";
import type { LastPrice, InstrumentData } from "./instrument-data.ts";
import { before, type ViewPosition } from "./view-position.ts";
import type { PriceSeries } from "./price-series.ts";

/** Bars of one interval with the time at which each bar is complete, prepared for fast requests. */
interface PreparedBars extends SlicedBars {
  readonly closeTime: Column;
  /** Cache of adjusted bars by number of actions and reference bars, most recently used first. */
  readonly adjusted: AdjustedBars[];
  /** Index of the last completed bar at the last request, from which the next search starts. */
  closed: number;
}

interface AdjustedBars extends SlicedBars {
  readonly actions: number;
  readonly reference: Bars;
  readonly close: Column;
}

/** Bars with a cache of their last requested slices. */
interface SlicedBars {
  readonly bars: Bars;
  readonly slices: BarSlice[];
}

interface BarSlice {
  readonly start: number;
  readonly end: number;
  readonly bars: Bars;
}

/** Number of cached slices of the same bars. */
const KEPT_SLICES = 4;

/** Returns a slice of bars, from the cache if possible. */
function sliceOf({ bars, slices }: SlicedBars, start: number, end: number): Bars {
  for (const slice of slices) if (slice.start === start && slice.end === end) return slice.bars;
  const created = { start, end, bars: bars.slice(start, end) };
  if (slices.length === KEPT_SLICES) slices.shift();
  slices.push(created);
  return created.bars;
}

/** Smallest and largest number of adjusted copies cached per interval. A clock that only moves forward needs one copy, other requests several. */
const MIN_KEPT = 2;
const MAX_KEPT = 16;
/** Limit of all numbers in cached adjusted copies, unless only `MIN_KEPT` copies are cached. */
const KEPT_NUMBERS = 2 ** 18;
const COLUMNS = 6;

const lastPrice: LastPrice = { price: NaN, time: -Infinity, day: 0 };

/** Reads the history of one instrument in every interval to which its recorded bars can be joined. Joined bars and adjusted columns are cached. */
export class HistoryReader {
  readonly #data: InstrumentData;
  readonly #prepared = new Map<string, PreparedBars>();

  constructor(data: InstrumentData) {
    this.#data = data;
  }

  /** Returns the requested bars that are complete at a point in time. Throws `INTERVAL_UNAVAILABLE` and `RAW_UNAVAILABLE`. */
  read(at: ViewPosition, request: HistoryRequest): History {
    const data = this.#data;
    const { instrument, days } = data;
    if (!request.adjust && instrument.priceBasis !== "raw")
      throw rawUnavailable(instrument.symbol, instrument.priceBasis);
    data.last(at, lastPrice);
    const today = data.today(at, lastPrice);
    const source = this.#source(at, request.interval);
    const prepared = this.#prepare(source, request.interval, request.hours ?? "regular");
    prepared.closed = lastAtOrBefore(prepared.closeTime, at.now, prepared.closed);
    const { time } = prepared.bars;
    let end = prepared.closed + 1;
    if (request.to !== undefined) end = Math.min(end, lastAtOrBefore(time, before(request.to), -1) + 1);
    let start = 0;
    if (request.from !== undefined) start = lastAtOrBefore(time, before(request.from), -1) + 1;
    if (request.period !== undefined) {
      const begin = periodStart(request.period, at.sessionBound, days.calendar, at.now);
      start = Math.max(start, lastAtOrBefore(time, before(begin), -1) + 1);
    }
    start = Math.min(start, end);
    if (request.limit !== undefined) start = Math.max(start, end - request.limit);
    const adjusted = this.#adjusted(source, prepared, today);
    const bars = sliceOf(request.adjust ? adjusted : prepared, start, end);
    return { instrument: data.instrumentAt(at), bars, adjustedClose: adjusted.close.subarray(start, end) };
  }

  /** Returns the recorded bars from which bars of an interval are made: of the interval itself, else of the coarsest that can be joined to it. */
  #source(at: ViewPosition, interval: Interval): PriceSeries {
    const known = this.#data.tracks
      .slice(0, this.#data.recorded.length)
      .map(({ series }) => series)
      .filter(({ openTime }) => openTime[0]! <= at.openBound);
    const source =
      known.find(({ bars }) => isSameInterval(bars.interval, interval)) ??
      known.findLast(({ bars }) => isResampleable(interval, bars.interval));
    if (source !== undefined) return source;
    const { symbol } = this.#data.instrument;
    const possible = new Set(known.flatMap(({ bars }) => coarserIntervals(bars.interval)));
    const available = [...possible].toSorted(compareIntervals);
    throw new HindcastError(
      "INTERVAL_UNAVAILABLE",
      `interval must be one that the bars of ${symbol} can be joined to (${available.join(", ") || "none"}), was ${interval}`,
      { symbol, interval, available },
    );
  }

  #prepare({ bars }: PriceSeries, interval: Interval, hours: "regular" | "extended"): PreparedBars {
    const key = `${bars.interval} ${interval} ${hours}`;
    return getOrCreate(this.#prepared, key, () => {
      const { calendar } = this.#data.days;
      const groups = coarseGroups(bars, interval, { calendar, hours });
      const splits = this.#data.actions.filter(({ kind }) => kind === "split");
      const joined = barsOfGroups(groups, actionFactors(splits, bars, this.#factors(bars)), { calendar });
      // A recorded adjusted close depends on later splits and dividends, so it is left out.
      return { bars: withoutAdjClose(joined), closeTime: groups.closeTime, adjusted: [], slices: [], closed: -1 };
    });
  }

  #adjusted(source: PriceSeries, prepared: PreparedBars, today: number): AdjustedBars {
    const data = this.#data;
    const actions = data.countActionsUpTo(today);
    const reference = this.#reference(source);
    const { adjusted } = prepared;
    const place = adjusted.findIndex((one) => one.actions === actions && one.reference === reference);
    if (place === 0) return adjusted[0]!;
    if (place > 0) {
      const [found] = adjusted.splice(place, 1);
      adjusted.unshift(found!);
      return found!;
    }
    const { bars } = prepared;
    const options = this.#factors(reference);
    const created: AdjustedBars =
      actions === 0 || bars.length === 0
        ? { actions, reference, bars, slices: [], close: bars.close }
        : { actions, reference, slices: [], ...adjustedOf(bars, data, today, options) };
    adjusted.unshift(created);
    const room = Math.floor(KEPT_NUMBERS / (COLUMNS * Math.max(1, bars.length)));
    adjusted.length = Math.min(adjusted.length, Math.max(MIN_KEPT, Math.min(MAX_KEPT, room)));
    return created;
  }

  /** Returns the bars whose closes give the size of dividends: daily bars if they start as early, else the bars themselves. */
  #reference(source: PriceSeries): Bars {
    const daily = this.#data.tracks.find(({ series }) => series.bars.interval === "1d")?.series;
    return daily !== undefined && daily.openDay[0]! <= source.openDay[0]! ? daily.bars : source.bars;
  }

  #factors(reference: Bars): FactorOptions {
    return { calendar: this.#data.days.calendar, basis: this.#data.instrument.priceBasis, reference };
  }
}

/** Returns bars without adjusted closes, which a history returns separately. */
function withoutAdjClose(bars: Bars): Bars {
  const { interval, time, open, high, low, close, volume } = bars;
  return bars.adjClose === undefined ? bars : new Bars(interval, { time, open, high, low, close, volume });
}

function adjustedOf(
  bars: Bars,
  data: InstrumentData,
  today: number,
  options: FactorOptions,
): { bars: Bars; close: Column } {
  const adjusted = adjust(bars, data.actions, today, options);
  return { bars: withoutAdjClose(adjusted), close: adjusted.close };
}

function rawUnavailable(symbol: string, basis: string): HindcastError {
  return new HindcastError(
    "RAW_UNAVAILABLE",
    `the recording has no prices of ${symbol} as traded: they are ${basis.replace("_", " ")}`,
    { symbol, priceBasis: basis },
  );
}

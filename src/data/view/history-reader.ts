import { adjust } from "../../market/adjust.ts";
import { actionFactors, type FactorOptions } from "../../market/action-factors.ts";
import { Bars } from "../../market/bars.ts";
import { coarseGroups, coarserIntervals } from "../../market/coarse-groups.ts";
import type { History, HistoryRequest } from "../../market/market-view.ts";
import { barsOfGroups } from "../../market/resample.ts";
import type { Column } from "../../primitives/column.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { getOrCreate } from "../../primitives/map-helpers.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import { INTERVALS, type Interval } from "../../time/interval.ts";
import { periodStart } from "../../time/period.ts";
import type { Datum, InstrumentData } from "./instrument-data.ts";
import { before, type Position } from "./view-position.ts";
import type { PriceSeries } from "./price-series.ts";

/** Bars of one interval and when each is complete. */
interface PreparedBars extends Cuttable {
  readonly closeTime: Column;
  /** Adjusted for so many actions, by the bars from which dividends are measured; the last asked for first. */
  readonly adjusted: AdjustedBars[];
  closed: number;
}

interface AdjustedBars extends Cuttable {
  readonly actions: number;
  readonly reference: Bars;
  readonly close: Column;
}

/** Bars of which stretches are asked for, most often those that were asked for last. */
interface Cuttable {
  readonly bars: Bars;
  readonly cuts: Cut[];
}

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly bars: Bars;
}

/** Stretches of the same bars that are kept. */
const KEPT_CUTS = 4;

/** Bars from a place to another. */
function cutOf({ bars, cuts }: Cuttable, start: number, end: number): Bars {
  for (const cut of cuts) if (cut.start === start && cut.end === end) return cut.bars;
  const made = { start, end, bars: bars.slice(start, end) };
  if (cuts.length === KEPT_CUTS) cuts.shift();
  cuts.push(made);
  return made.bars;
}

/** States of adjustment that are kept of one interval: a clock meets them one after another, and who asks for earlier moments goes to and fro between some. */
const FEWEST_KEPT = 2;
const MOST_KEPT = 16;
/** Numbers in all of them, where there are more than the fewest. */
const KEPT_NUMBERS = 2 ** 18;
const COLUMNS = 6;

const datum: Datum = { price: NaN, time: -Infinity, day: 0 };

/** History of one instrument in all intervals that its recorded bars can answer. Coarser bars and adjusted columns are made once and kept. */
export class HistoryReader {
  readonly #tape: InstrumentData;
  readonly #prepared = new Map<string, PreparedBars>();

  constructor(tape: InstrumentData) {
    this.#tape = tape;
  }

  /** Throws INTERVAL_UNAVAILABLE and RAW_UNAVAILABLE. */
  answer(at: Position, request: HistoryRequest): History {
    const tape = this.#tape;
    const { instrument, days } = tape;
    if (!request.adjust && instrument.priceBasis !== "raw")
      throw rawUnavailable(instrument.symbol, instrument.priceBasis);
    tape.last(at, datum);
    const today = tape.today(at, datum);
    const source = this.#source(at, request.interval);
    const prepared = this.#prepare(source, request.interval, request.hours ?? "regular");
    prepared.closed = lastAtOrBefore(prepared.closeTime, at.now, prepared.closed);
    const { time } = prepared.bars;
    let end = prepared.closed + 1;
    if (request.to !== undefined) end = Math.min(end, lastAtOrBefore(time, before(request.to), -1) + 1);
    let start = 0;
    if (request.from !== undefined) start = lastAtOrBefore(time, before(request.from), -1) + 1;
    if (request.period !== undefined) {
      const begin = periodStart(request.period, at.begins, days.calendar, at.now);
      start = Math.max(start, lastAtOrBefore(time, before(begin), -1) + 1);
    }
    start = Math.min(start, end);
    if (request.limit !== undefined) start = Math.max(start, end - request.limit);
    const adjusted = this.#adjusted(source, prepared, today);
    const bars = cutOf(request.adjust ? adjusted : prepared, start, end);
    return { instrument: tape.named(at), bars, adjustedClose: adjusted.close.subarray(start, end) };
  }

  /** The recorded bars from which an interval is answered: itself, else the coarsest that join to it. */
  #source(at: Position, interval: Interval): PriceSeries {
    const known = this.#tape.tracks
      .slice(0, this.#tape.recorded.length)
      .map(({ series }) => series)
      .filter(({ openTime }) => openTime[0]! <= at.opens);
    const source =
      known.find(({ bars }) => bars.interval === interval) ??
      known.findLast(({ bars }) => coarserIntervals(bars.interval).includes(interval));
    if (source !== undefined) return source;
    const { symbol } = this.#tape.instrument;
    const possible = new Set(known.flatMap(({ bars }) => coarserIntervals(bars.interval)));
    const available = INTERVALS.filter((one) => possible.has(one));
    throw new HindcastError(
      "INTERVAL_UNAVAILABLE",
      `interval must be one that the bars of ${symbol} can answer (${available.join(", ") || "none"}), was ${interval}`,
      { symbol, interval, available },
    );
  }

  #prepare({ bars }: PriceSeries, interval: Interval, hours: "regular" | "extended"): PreparedBars {
    const key = `${bars.interval} ${interval} ${hours}`;
    return getOrCreate(this.#prepared, key, () => {
      const { calendar } = this.#tape.days;
      const groups = coarseGroups(bars, interval, { calendar, hours });
      const splits = this.#tape.actions.filter(({ kind }) => kind === "split");
      const joined = barsOfGroups(groups, actionFactors(splits, bars, this.#factors(bars)), { calendar });
      // An adjusted close of the source knows what came later.
      return { bars: withoutAdjClose(joined), closeTime: groups.closeTime, adjusted: [], cuts: [], closed: -1 };
    });
  }

  #adjusted(source: PriceSeries, prepared: PreparedBars, today: number): AdjustedBars {
    const tape = this.#tape;
    const actions = tape.actionsUpTo(today);
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
    const made: AdjustedBars =
      actions === 0 || bars.length === 0
        ? { actions, reference, bars, cuts: [], close: bars.close }
        : { actions, reference, cuts: [], ...adjustedOf(bars, tape, today, options) };
    adjusted.unshift(made);
    const room = Math.floor(KEPT_NUMBERS / (COLUMNS * Math.max(1, bars.length)));
    adjusted.length = Math.min(adjusted.length, Math.max(FEWEST_KEPT, Math.min(MOST_KEPT, room)));
    return made;
  }

  /** Dividends are measured by daily bars, where those reach as far back; by the bars themselves where not. */
  #reference(source: PriceSeries): Bars {
    const daily = this.#tape.tracks.find(({ series }) => series.bars.interval === "1d")?.series;
    return daily !== undefined && daily.openDay[0]! <= source.openDay[0]! ? daily.bars : source.bars;
  }

  #factors(reference: Bars): FactorOptions {
    return { calendar: this.#tape.days.calendar, basis: this.#tape.instrument.priceBasis, reference };
  }
}

/** The adjusted closes of a history stand beside its bars, whether or not there are any yet. */
function withoutAdjClose(bars: Bars): Bars {
  const { interval, time, open, high, low, close, volume } = bars;
  return bars.adjClose === undefined ? bars : new Bars(interval, { time, open, high, low, close, volume });
}

function adjustedOf(
  bars: Bars,
  tape: InstrumentData,
  today: number,
  options: FactorOptions,
): { bars: Bars; close: Column } {
  const adjusted = adjust(bars, tape.actions, today, options);
  return { bars: withoutAdjClose(adjusted), close: adjusted.close };
}

function rawUnavailable(symbol: string, basis: string): HindcastError {
  return new HindcastError(
    "RAW_UNAVAILABLE",
    `the recording has no prices of ${symbol} as traded: they are ${basis.replace("_", " ")}`,
    { symbol, priceBasis: basis },
  );
}

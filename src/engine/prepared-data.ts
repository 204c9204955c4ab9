import { ownDays } from "../market/every-day.ts";
import { Feed } from "../market/feed.ts";
import type { MarketData, Series } from "../market/market-data.ts";
import { regularBars } from "../market/bar-sessions.ts";
import { closingsOf, type Closings } from "../market/closings.ts";
import type { Column } from "../primitives/column.ts";
import { buyAndHold } from "./buy-and-hold.ts";
import {
  endOf,
  goingOn,
  inSessions,
  quotedSchedule,
  quotesFrom,
  scheduleOf,
  withExtendedHours,
} from "../market/schedule.ts";
import { barDates, type BarDates, closingDates, dateOfStart, datesOfClosings } from "../market/session-dates.ts";
import { doubtsOfSymbols } from "../market/time-doubt.ts";
import { Timeline } from "../market/timeline.ts";
import { HindcastError } from "../primitives/errors.ts";
import { DAY_MS, isDailyOrLonger } from "../time/interval.ts";
import { zoneOf } from "../time/zone.ts";
import type { RunSeries } from "./run-series.ts";
import { convertible, type CurrencyRate, currencyRates } from "./currency-rates.ts";
import { BatchColumns } from "./graph/batch-columns.ts";
import { cutInputs, graphInputs } from "./graph-inputs.ts";
import { seriesActions } from "./series-actions.ts";

/** Which part of the data a run is over, in epoch milliseconds; `end` is exclusive. */
export interface DataRange {
  readonly start: number;
  readonly end: number;
  /** The first and the last date of a range that dates name, in days since 1970-01-01: bars of a day or longer take part by their own dates. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Bars before `start` that indicators see; -1 for all. */
  readonly warmupBars: number;
  /** Whether bars before the open and after the close take part. */
  readonly hours: "regular" | "extended";
  /** Whether dividends count in what graphs read, besides splits. */
  readonly dividendsInGraph: boolean;
  /** Currency of cash. */
  readonly currency: string;
  /** Zone of the dates that messages name; UTC when left out. */
  readonly zone?: string;
}

/** The dates of sessions in a run. */
export interface RunDates {
  /** Of the bars of each series, in the order of the series. */
  readonly bars: readonly BarDates[];
  readonly closings: BarDates;
}

/**
 * Data made ready for runs over one range: symbols sorted, timeline, and the columns of indicators that runs share.
 */
export class PreparedData {
  /** In sorted order of symbols. */
  readonly series: readonly RunSeries[];
  readonly symbols: readonly string[];
  readonly timeline: Timeline;
  readonly columns: BatchColumns;
  readonly notes: readonly string[];
  /** Of currencies other than that of cash. */
  readonly rates: readonly CurrencyRate[];
  readonly currency: string;
  /** Bars that are traded, of all symbols together. */
  readonly tradedBars: number;
  readonly #given: MarketData;
  #doubts: readonly string[] | undefined;
  #closings: Closings | undefined;
  #dates: RunDates | undefined;
  #datesOfBars: readonly BarDates[] | undefined;
  #buyAndHold: { readonly cash: number; readonly dividends: boolean; readonly worth: Column } | undefined;

  constructor(data: MarketData, range: DataRange) {
    const cuts = untilTheLastEnds(
      data.series.map((one) => cut(one, range)),
      range,
    );
    this.rates = currencyRates(
      range.currency,
      cuts.map((one) => ({ instrument: one.instrument, firstClose: firstCloseOf(one) })),
      data,
      Math.max(range.end, ...cuts.map(({ schedule }) => schedule.closeTime.at(-1) ?? -Infinity)),
    );
    const rateOf = ({ instrument }: RunSeries) => this.rates.find(({ currency }) => currency === instrument.currency);
    const series = cuts.map((one) => ({ ...one, rate: rateOf(one) }));
    series.sort((a, b) => (a.instrument.symbol < b.instrument.symbol ? -1 : 1));
    this.series = series;
    this.symbols = Object.freeze(series.map(({ instrument }) => instrument.symbol));
    this.timeline = new Timeline(
      series.map((one) => ({
        schedule: one.schedule,
        start: one.begin,
        end: one.bars.length,
        since: Math.max(range.start, one.schedule.closeTime[one.begin - 1] ?? -Infinity),
      })),
    );
    this.columns = new BatchColumns(series);
    this.#given = data;
    this.notes = data.notes;
    this.currency = range.currency;
    this.tradedBars = series.reduce((sum, one) => sum + one.bars.length - one.first, 0);
    if (this.tradedBars === 0) throw emptyRange(data, range);
  }

  /** What makes the times of bars doubtful, before those outside of regular hours are cut off. */
  get doubts(): readonly string[] {
    return (this.#doubts ??= doubtsOfSymbols(this.#given));
  }

  /** The moments at which a run records, the same for all runs: from the first close of a bar that is traded. */
  get closings(): Closings {
    const long = this.series.every(({ bars }) => isDailyOrLonger(bars.interval) && bars.interval !== "1d");
    return (this.#closings ??= closingsOf(
      this.timeline,
      this.#firstMoment(),
      closingDates(this.series, this.#barDates),
      long,
      (series) => this.series[series]!.quotes !== undefined,
    ));
  }

  /** The dates of the bars of each series, and of the closings; the same for all runs. */
  get dates(): RunDates {
    if (this.#dates === undefined) {
      const bars = this.#barDates;
      this.#dates = { bars, closings: datesOfClosings(this.series, bars, this.closings.time) };
    }
    return this.#dates;
  }

  get #barDates(): readonly BarDates[] {
    return (this.#datesOfBars ??= this.series.map(barDates));
  }

  /** Worth of that much cash, bought and held, at the closings; the same column for runs with the same cash and dividends. */
  buyAndHold(cash: number, dividends: boolean): Column {
    if (this.#buyAndHold?.cash !== cash || this.#buyAndHold.dividends !== dividends)
      this.#buyAndHold = { cash, dividends, worth: buyAndHold(this.series, cash, this.closings.time, dividends) };
    return this.#buyAndHold.worth;
  }

  #firstMoment(): number {
    const { timeline } = this;
    const closed = this.series.map(({ begin }) => begin - 1);
    let number = 0;
    for (let b = 0, block = timeline.block(0); block !== undefined; block = timeline.block(++b)) {
      for (let place = 0; place < block.length; place++, number++) {
        const { closing, sessionsClosing } = timeline.shapes[block.shape[place]!]!;
        for (const at of closing) closed[at]!++;
        const traded = (at: number) => closed[at]! >= this.series[at]!.first;
        if (closing.some(traded) || sessionsClosing.some(traded)) return number;
      }
    }
    return number;
  }

  /** Fresh feeds, standing just before the range: bars that had closed by then are known. */
  feeds(): Feed[] {
    return this.series.map(({ instrument, bars, begin, schedule, finer, quotes }, index) => {
      const feed = new Feed(convertible(instrument, this.currency), index, bars, schedule, finer, quotes);
      feed.opened = feed.closed = begin - 1;
      return feed;
    });
  }
}

function cut(recorded: Series, range: DataRange): RunSeries {
  const { instrument, calendar, zone = recorded.bars.zone } = recorded;
  const { warmupBars } = range;
  const bars =
    calendar === undefined || range.hours === "extended" ? recorded.bars : regularBars(recorded.bars, calendar);
  const isDated = isDailyOrLonger(bars.interval) && recorded.quotes === undefined;
  const dateOf = dateOfStart({ bars, calendar, zone });
  const [firstDate, lastDate] = isDated ? [range.from, range.to] : [];
  const begun = firstWhere(
    bars.time,
    lastDate === undefined ? (time) => time >= range.end : (time) => dateOf(time) > lastDate,
  );
  const last = begun > 0 && endsAfter({ ...recorded, bars }, begun - 1, range) ? begun - 1 : begun;
  const first = Math.min(
    firstWhere(
      bars.time,
      firstDate === undefined ? (time) => time >= range.start : (time) => dateOf(time) >= firstDate,
    ),
    last,
  );
  // A day begins with itself, wherever the clocks of the range are.
  const start = firstDate !== undefined && bars.interval === "1d" ? (bars.time[first] ?? range.start) : range.start;
  const from = warmupBars < 0 ? 0 : Math.max(0, first - warmupBars);
  const part = from === 0 && last === bars.length ? bars : bars.slice(from, last);
  const quotes = recorded.quotes === undefined ? undefined : quotesFrom(recorded.quotes, from, last);
  const own = quotes === undefined ? scheduleOf(part, calendar, zone) : quotedSchedule(part, quotes);
  const schedule = recorded.sessions === undefined ? own : inSessions(own, recorded.sessions);
  const series: Series = { ...recorded, bars };
  const place = first - from;
  const forming = place > 0 && schedule.closeTime[place - 1]! > start;
  return {
    instrument,
    bars: part,
    calendar,
    zone,
    schedule,
    finer: recorded.finer,
    quotes,
    inputs: cutInputs(graphInputs(series, range.dividendsInGraph), part, from, last),
    rate: undefined,
    actions: seriesActions(series, part, schedule),
    delisting: recorded.actions?.find(({ kind }) => kind === "delisting"),
    first: place,
    begin: forming ? place - 1 : place,
  };
}

/**
 * Whether a bar that begins before the end of the range ends after it, so that its prices are not known then. Where the range ends with a date, a bar of
 * one day belongs to the day on which it begins; without a calendar a longer one ends with its last weekday. A stretch between quotes ends with its quote.
 */
function endsAfter(series: Series, at: number, { end, to }: DataRange): boolean {
  const { bars, calendar, quotes, zone = bars.zone } = series;
  if (quotes !== undefined) return quotes.time[at]! >= end;
  if (bars.interval === "1d" && to !== undefined) return false;
  const bar = bars.slice(at, at + 1);
  const schedule = scheduleOf(bar, calendar, zone);
  if (!isDailyOrLonger(bar.interval)) return schedule.closeTime[0]! > end;
  const lastDay = barDates({ bars: bar, schedule, calendar, zone }).lastDate[0]! / DAY_MS;
  if (to !== undefined) return lastDay > to;
  if (calendar !== undefined) return schedule.closeTime[0]! > end;
  const midnight = ownDays(zone).midnight(lastDay + 1, bar.time[0]!);
  // Where clocks change, the next bar may begin before a day of 24 hours is over.
  return Math.min(midnight, bars.time[at + 1] ?? Infinity) > end;
}

/**
 * Sessions of series that end before others go on until all of the run is over; of options those of what they are on. Where they are recorded, they are
 * as recorded. Where all hours take part, so do those outside sessions.
 */
function untilTheLastEnds(series: readonly RunSeries[], { hours }: DataRange): RunSeries[] {
  const end = Math.max(...series.map(({ schedule }) => endOf(schedule)));
  return series.map((one) => {
    const { bars, schedule, quotes, instrument } = one;
    const by = quotes === undefined ? one : series.find((of) => of.instrument.symbol === instrument.option?.underlying);
    if (by?.calendar === undefined || schedule.goesOn === true || bars.length === 0) return one;
    const own = goingOn(schedule, by.bars, by.calendar, end);
    return { ...one, schedule: hours === "regular" ? own : withExtendedHours(own, by.calendar, end) };
  });
}

/** Close of the first bar that is traded; Infinity when none is. */
function firstCloseOf({ bars, first, schedule }: RunSeries): number {
  return first < bars.length ? schedule.closeTime[first]! : Infinity;
}

/** Index of the first value that passes, in a sorted column of which all behind it do. */
function firstWhere(sorted: Float64Array, passes: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function emptyRange(data: MarketData, { start, end, zone = "UTC" }: DataRange): HindcastError {
  const bars = data.series.map((series) => series.bars).filter((one) => one.length > 0);
  if (bars.length === 0) return new HindcastError("DATA_EMPTY", "the data must hold at least one bar, there was none");
  const first = Math.min(...bars.map((one) => one.time[0]!));
  const last = Math.max(...bars.map((one) => one.time[one.length - 1]!));
  const at = (time: number) => zoneOf(zone).date(time);
  const range = [
    Number.isFinite(start) ? `from ${at(start)} on` : "",
    Number.isFinite(end) ? `up to, not including, ${at(end)}` : "",
  ];
  return new HindcastError(
    "DATE_RANGE_EMPTY",
    `the range must hold at least one bar: the data go from ${at(first)} to ${at(last)}, the range goes ${range.filter((part) => part !== "").join(" and ")}`,
    { start, end, first, last },
  );
}

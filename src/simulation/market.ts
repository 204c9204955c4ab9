import type { Bars } from "../market/bars.ts";
import { closingsOf, type Closings } from "../market/closings.ts";
import { defaultCalendar } from "../market/default-calendar.ts";
import { Feed } from "../market/feed.ts";
import { isTraded } from "../market/instrument.ts";
import {
  type ColumnSeries,
  type MarketData,
  type OwnColumns,
  type Series,
  sliceColumns,
} from "../market/market-data.ts";
import {
  scheduleEnd,
  continueSessions,
  withSessions,
  quotedSchedule,
  sliceQuotes,
  scheduleOf,
  barHours,
} from "../market/schedule.ts";
import { barDates, type BarDates, SessionCloseDates, dateOfStart, closingDates } from "../market/session-dates.ts";
import { suspiciousTimesBySymbol } from "../market/suspicious-times.ts";
import { Timeline } from "../market/timeline.ts";
import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { getOrCreate } from "../primitives/map-helpers.ts";
import { mapValues } from "../primitives/record-helpers.ts";
import { listNames } from "../primitives/words.ts";
import { parseDate, parseInstant } from "../time/instant.ts";
import { DAY_MS, isDailyOrLonger } from "../time/interval.ts";
import { endOfNamed, isDateText, namedTime } from "../time/named-time.ts";
import { zoneOf } from "../time/zone.ts";
import { checkedSeries } from "./check-series.ts";
import { convertible, type CurrencyRate, currencyRates } from "./currency-rates.ts";
import { type Ending, endingsInTime } from "./endings.ts";
import type { CutSeries } from "./market-series.ts";
import { seriesActions } from "./corporate-actions.ts";

/** Range of data that a market covers, as given by the settings of a run. */
export interface MarketRange {
  /** First and last date or instant, both inclusive; an empty text for no bound. */
  readonly from: string;
  readonly to: string;
  /** Time zone of the dates `from` and `to`, and of dates in messages. */
  readonly zone: string;
  /** Number of bars before `from` with which indicators warm up, or -1 for all. */
  readonly warmupBars: number;
  /** Whether bars of extended hours are used. */
  readonly hours: "regular" | "extended";
  /** Currency of the account. */
  readonly currency: string;
}

/** Range in epoch milliseconds, of which `end` is exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
  /**
   * First and last date, in days since 1970-01-01, if the range is given by dates. Bars of a day or longer count by
   * their own dates.
   */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Session dates of the bars and equity records of a market. */
export interface MarketDates {
  /** Session dates of the bars, in the sequence of the series. */
  readonly bars: readonly BarDates[];
  readonly closings: BarDates;
}

/**
 * Market: recorded series, sorted by symbol and cut to a range on one timeline. Any number of simulations can use a
 * market. Without series, no moment happens in it. Throws `DATA_EMPTY`, `DATE_RANGE_EMPTY`, `BARS_INVALID`,
 * `SYMBOL_UNKNOWN` and `SETTING_INVALID`.
 */
export class Market {
  readonly source: MarketData;
  readonly series: readonly CutSeries[];
  /** Series that strategies may trade, as opposed to those with the role `data`. */
  readonly traded: readonly CutSeries[];
  readonly symbols: readonly string[];
  readonly tradedSymbols: readonly string[];
  /** Index of the series of each symbol. */
  readonly places: ReadonlyMap<string, number>;
  readonly timeline: Timeline;
  /** Exchange rates of all currencies other than the account's. */
  readonly rates: readonly CurrencyRate[];
  readonly currency: string;
  /** Number of traded bars of all traded symbols. */
  readonly tradedBars: number;
  /**
   * Start of the first traded bar and end of the last one, in epoch milliseconds. Without traded series both are the
   * start of the range.
   */
  readonly start: number;
  readonly end: number;
  #doubts: readonly string[] | undefined;
  #closings: Closings | undefined;
  #dates: MarketDates | undefined;
  #datesOfBars: readonly BarDates[] | undefined;
  readonly #endings = new Map<boolean, readonly Ending[]>();

  /** Creates a market of the given symbols, or of all if `symbols` is undefined. */
  constructor(data: MarketData, symbols: readonly string[] | undefined, settings: MarketRange) {
    const chosen = chosenData(data, symbols);
    const columns = chosen.series.map(checkedSeries);
    this.source = { ...chosen, series: columns };
    const range = rangeOf(settings);
    const cuts = extendToLastEnd(
      columns.map((one) => cut(one, settings, range)),
      settings,
    );
    this.currency = settings.currency;
    const tradedCuts = cuts.filter(isTradedSeries);
    this.rates = currencyRates(
      settings.currency,
      tradedCuts.map((one) => ({ instrument: one.instrument, firstClose: firstCloseOf(one) })),
      this.source,
      Math.max(range.end, ...tradedCuts.map(({ schedule }) => schedule.closeTime.at(-1) ?? -Infinity)),
    );
    const rateOf = ({ instrument }: CutSeries) => this.rates.find(({ currency }) => currency === instrument.currency);
    const series = cuts.map((one) => ({ ...one, rate: rateOf(one) }));
    series.sort((a, b) => (a.instrument.symbol < b.instrument.symbol ? -1 : 1));
    this.series = series;
    const traded = series.filter(isTradedSeries);
    this.traded = traded;
    this.symbols = Object.freeze(series.map(({ instrument }) => instrument.symbol));
    this.tradedSymbols = Object.freeze(traded.map(({ instrument }) => instrument.symbol));
    this.places = new Map(this.symbols.map((symbol, place) => [symbol, place]));
    this.timeline = new Timeline(
      series.map((one) => ({
        schedule: one.schedule,
        start: one.begin,
        end: one.bars.length,
        since: Math.max(range.start, one.schedule.closeTime[one.begin - 1] ?? -Infinity),
        onlyData: !isTraded(one.instrument),
      })),
    );
    this.tradedBars = traded.reduce((sum, one) => sum + one.bars.length - one.first, 0);
    if (this.tradedBars === 0 && traded.length > 0)
      throw emptyRange(
        traded.map(({ recorded }) => recorded),
        range,
        settings.zone,
      );
    const starts = traded.filter(({ bars, first }) => first < bars.length).map(({ bars, first }) => bars.time[first]!);
    const ends = traded
      .filter(({ bars }) => bars.length > 0)
      .map(({ bars, schedule }) => schedule.closeTime[bars.length - 1]!);
    this.start = starts.length === 0 ? range.start : Math.min(...starts);
    this.end = ends.length === 0 ? range.start : Math.max(...ends);
  }

  get notes(): readonly string[] {
    return this.source.notes;
  }

  /** Sentences about bars whose times seem wrong, found before bars outside regular hours are removed. */
  get doubts(): readonly string[] {
    return (this.#doubts ??= suspiciousTimesBySymbol({
      series: this.source.series.filter(isTradedSeries),
    }));
  }

  /**
   * Moments at which a simulation records equity, from the close of the first traded bar on. They are the same for all
   * simulations.
   */
  get closings(): Closings {
    return (this.#closings ??= closingsOf(
      this.timeline,
      this.#firstMoment(),
      new SessionCloseDates(this.series, this.#barDates),
      this.traded.every(({ bars }) => isDailyOrLonger(bars.interval) && bars.interval !== "1d"),
      (series) => this.series[series]!.quotes !== undefined,
    ));
  }

  /** Session dates of the bars of each series and of the equity records. */
  get dates(): MarketDates {
    if (this.#dates === undefined) {
      const bars = this.#barDates;
      this.#dates = { bars, closings: closingDates(this.series, bars, this.closings.time) };
    }
    return this.#dates;
  }

  /**
   * Returns the ends of instruments, sorted by time. With `gaps` an instrument also ends after 31 days without a bar.
   */
  endings(gaps: boolean): readonly Ending[] {
    return getOrCreate(this.#endings, gaps, () => endingsInTime(this.series, gaps));
  }

  get #barDates(): readonly BarDates[] {
    return (this.#datesOfBars ??= this.series.map(barDates));
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

  /** Returns new feeds at the start of the range, at which all bars that closed before are known. */
  feeds(): Feed[] {
    return this.series.map(({ instrument, bars, begin, schedule: recorded, finer, quotes }, index) => {
      // Of an instrument that is only read, a bar is known when it closes, and not at its open.
      const schedule = isTraded(instrument) ? recorded : { ...recorded, openTime: recorded.closeTime };
      const feed = new Feed(convertible(instrument, this.currency), index, bars, schedule, finer, quotes);
      feed.opened = feed.closed = begin - 1;
      return feed;
    });
  }
}

function rangeOf({ from, to, zone }: MarketRange): Range {
  return {
    start: from === "" ? -Infinity : namedTime("from", () => parseInstant(from, zone)),
    end: to === "" ? Infinity : namedTime("to", () => endOfNamed(to, zone)),
    from: isDateText(from) ? parseDate(from) / DAY_MS : undefined,
    to: isDateText(to) ? parseDate(to) / DAY_MS : undefined,
  };
}

function cut(recorded: ColumnSeries, { warmupBars, hours }: MarketRange, range: Range): CutSeries {
  const { instrument, calendar, zone = recorded.bars.zone } = recorded;
  const bars = calendar === undefined ? recorded.bars : barHours[hours].barsOf(recorded.bars, calendar);
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
  // A daily bar starts at its own time, whatever time zone the range has.
  const start = firstDate !== undefined && bars.interval === "1d" ? (bars.time[first] ?? range.start) : range.start;
  const from = warmupBars < 0 ? 0 : Math.max(0, first - warmupBars);
  const part = from === 0 && last === bars.length ? bars : bars.slice(from, last);
  const quotes = recorded.quotes === undefined ? undefined : sliceQuotes(recorded.quotes, from, last);
  const own = quotes === undefined ? scheduleOf(part, calendar, zone) : quotedSchedule(part, quotes);
  const schedule = recorded.sessions === undefined ? own : withSessions(own, recorded.sessions);
  const columns = recorded.columns && columnsOf(recorded.columns, recorded.bars, bars);
  const series = { ...recorded, bars, columns };
  const place = first - from;
  const forming = place > 0 && schedule.closeTime[place - 1]! > start;
  return {
    instrument,
    bars: part,
    columns: sliceColumns(columns, from, last),
    calendar,
    zone,
    schedule,
    finer: recorded.finer,
    quotes,
    rate: undefined,
    actions: seriesActions(series, part, schedule),
    delisting: recorded.actions?.find(({ kind }) => kind === "delisting"),
    first: place,
    begin: forming ? place - 1 : place,
    recorded: series,
    from,
  };
}

/** Returns the own columns of the bars that remain after bars outside regular hours are removed. */
function columnsOf(columns: OwnColumns, bars: Bars, left: Bars): OwnColumns {
  if (bars === left) return columns;
  const kept = new Set(left.time);
  return mapValues(columns, (column) => column.filter((_, bar) => kept.has(bars.time[bar]!)));
}

/**
 * Whether a bar that begins in the range ends after it, so that its prices are unknown at its end. If the range ends
 * with a date, a daily bar belongs to the day on which it begins, and without a calendar a longer bar ends with its
 * last weekday. A bar between quotes ends with its quote.
 */
function endsAfter(series: Series, at: number, { end, to }: Range): boolean {
  const { bars, calendar, quotes, zone = bars.zone } = series;
  if (quotes !== undefined) return quotes.time[at]! >= end;
  if (bars.interval === "1d" && to !== undefined) return false;
  const bar = bars.slice(at, at + 1);
  const schedule = scheduleOf(bar, calendar, zone);
  if (!isDailyOrLonger(bar.interval)) return schedule.closeTime[0]! > end;
  const lastDay = barDates({ bars: bar, schedule, calendar, zone }).lastDate[0]! / DAY_MS;
  if (to !== undefined) return lastDay > to;
  if (calendar !== undefined) return schedule.closeTime[0]! > end;
  const midnight = defaultCalendar(zone).midnight(lastDay + 1, bar.time[0]!);
  // When clocks change, the next bar may begin before 24 hours are over.
  return Math.min(midnight, bars.time[at + 1] ?? Infinity) > end;
}

/**
 * Extends the sessions of series that end early to the end of the last traded series. Options use the sessions of their
 * underlying. Recorded sessions stay as recorded. If extended hours are used, they are extended too.
 */
function extendToLastEnd(series: readonly CutSeries[], { hours }: MarketRange): CutSeries[] {
  const end = Math.max(...series.filter(isTradedSeries).map(({ schedule }) => scheduleEnd(schedule)));
  return series.map((one) => {
    const { bars, schedule, quotes, instrument } = one;
    const by =
      quotes === undefined
        ? one
        : series.find((candidate) => candidate.instrument.symbol === instrument.option?.underlying);
    if (by?.calendar === undefined || schedule.continues === true || bars.length === 0 || !isTradedSeries(one))
      return one;
    const own = continueSessions(schedule, by.bars, by.calendar, end);
    return { ...one, schedule: barHours[hours].scheduleOf(own, by.calendar, end) };
  });
}

/** Returns the close of the first traded bar of a series, or Infinity if it has none. */
function firstCloseOf({ bars, first, schedule }: CutSeries): number {
  return first < bars.length ? schedule.closeTime[first]! : Infinity;
}

/** Returns the index of the first value that passes a test, in a sorted column in which all later values pass too. */
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

function emptyRange(recorded: readonly Series[], { start, end }: Range, zone: string): HindcastError {
  const bars = recorded.map((series) => series.bars).filter((one) => one.length > 0);
  if (bars.length === 0) return new HindcastError("DATA_EMPTY", "the data have no bars");
  const first = Math.min(...bars.map((one) => one.time[0]!));
  const last = Math.max(...bars.map((one) => one.time[one.length - 1]!));
  const at = (time: number) => zoneOf(zone).date(time);
  const range = [
    Number.isFinite(start) ? `from ${at(start)} on` : "",
    Number.isFinite(end) ? `up to, not including, ${at(end)}` : "",
  ];
  return new HindcastError(
    "DATE_RANGE_EMPTY",
    `the range has no bar: the data go from ${at(first)} to ${at(last)}, the range goes ${range.filter((part) => part !== "").join(" and ")}`,
    { start, end, first, last },
  );
}

/**
 * Returns the data of the symbols to trade, or of all symbols if none are given. Series with the role `data` always
 * stay. Throws `DATA_EMPTY`, `BARS_INVALID` and `SYMBOL_UNKNOWN`.
 */
export function chosenData(data: MarketData, symbols: readonly string[] | undefined): MarketData {
  const series: unknown = (data as Partial<MarketData> | undefined)?.series;
  // A recorded market also has series, but has its instruments in a separate list.
  if (!Array.isArray(series) || !series.every((one?: Partial<Series>) => one?.instrument?.symbol !== undefined)) {
    throw new HindcastError(
      "DATA_EMPTY",
      `data must be market data, as returned by readBars, marketOf or the marketData() of a recording, was ${formatValue(data)}`,
    );
  }
  const known = data.series.map(({ instrument }) => instrument.symbol);
  const all = new Set(known);
  const duplicate = all.size === known.length ? undefined : known.find((symbol, i) => known.indexOf(symbol) !== i);
  if (duplicate !== undefined) {
    throw new HindcastError("BARS_INVALID", `the data have ${duplicate} twice`, {
      symbol: duplicate,
    });
  }
  if (symbols === undefined || symbols.length === 0) return data;
  for (const symbol of symbols) if (!all.has(symbol)) throw unknownSymbol(symbol, known);
  const asked = new Set(symbols);
  const chosen = data.series.filter((one) => asked.has(one.instrument.symbol) || !isTradedSeries(one));
  // A series that is not traded may still be the pair that converts a currency.
  return { ...data, series: chosen, rates: [...(data.rates ?? []), ...data.series] };
}

/** Whether strategies may trade the instrument of a series. */
function isTradedSeries({ instrument }: Pick<Series, "instrument">): boolean {
  return isTraded(instrument);
}

/** Throws `DATA_EMPTY` for a market without a symbol that strategies may trade. */
export function checkTraded({ symbols, traded }: Pick<Market, "symbols" | "traded">): void {
  if (traded.length > 0) return;
  if (symbols.length === 0) throw new HindcastError("DATA_EMPTY", "the data have no bars");
  const have = `${listNames(symbols)} ${symbols.length === 1 ? "has" : "have"} the role "data"`;
  const message = `no symbol can be traded: ${have}. Add bars of a symbol to trade, or leave out the role`;
  throw new HindcastError("DATA_EMPTY", message, { symbols });
}

/** Returns the error for an unknown symbol, which lists the known ones. */
export function unknownSymbol(symbol: string, known: readonly string[]): HindcastError {
  return new HindcastError(
    "SYMBOL_UNKNOWN",
    `symbol must be one of ${known.toSorted().join(", ")}, was ${JSON.stringify(symbol)}`,
    { symbol, known },
  );
}

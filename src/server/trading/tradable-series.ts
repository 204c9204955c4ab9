import { barSessions } from "../../market/bar-sessions.ts";
import { Bars } from "../../market/bars.ts";
import { extendedHours } from "../../market/extended-hours.ts";
import type { MarketData, Series, SeriesSessions } from "../../market/market-data.ts";
import { isTraded } from "../../market/instrument.ts";
import { optionSeries } from "../../market/option-series.ts";
import type { RecordedInstrument, RecordedMarket } from "../../market/recorded-market.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import type { Calendar, SessionColumns } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { compareIntervals, fixedLength, isDailyOrLonger } from "../../time/interval.ts";
import { lastMoment } from "../sessions/recorded-range.ts";

/** Length of the bars before the start that are included, in milliseconds, so that each instrument has a price at the start. */
export const LEAD_MS = 7 * DAY_MS;

/** Number of days after the end of the recording for which sessions are known, for orders that expire later. */
const EXTRA_SESSION_DAYS = 366;

/**
 * Returns the data for trading on a recording from an instant on. Each instrument has its shortest bars that cover the time until `end`.
 * Bars long before `start` are left out. Options have the snapshots of their chains.
 */
export function tradableSeries(market: RecordedMarket, start: number, currency: string, end = Infinity): MarketData {
  const series = market.instruments
    .filter((instrument) => whyUntradable(instrument, currency) === undefined)
    .map((instrument) => seriesOf(market, instrument, start, end))
    .filter((one) => one !== undefined);
  const withBars = new Set(series.map(({ instrument }) => instrument.symbol));
  const rest = market.instruments.filter(({ symbol }) => !withBars.has(symbol));
  const instruments = new Map(rest.map((instrument) => [instrument.symbol, instrument]));
  const options = market.chains.flatMap((chain) => {
    const underlying = series.find(({ instrument }) => instrument.symbol === chain.symbol);
    return underlying === undefined ? [] : optionSeries(chain, underlying, instruments, start - LEAD_MS);
  });
  const lastDay = Math.ceil(lastMoment(market) / DAY_MS) + EXTRA_SESSION_DAYS;
  const withSessions = (one: Series): Series => {
    const { calendar } = one.instrument as RecordedInstrument;
    const sessions = calendarOf(calendar, market.calendars).sessions(
      Math.floor(one.bars.time[0]! / DAY_MS) - 1,
      lastDay,
    );
    // An instrument with quotes only has no extended hours.
    return { ...one, sessions: sessionsOf(sessions, one.quotes === undefined) };
  };
  return { series: [...series, ...options].map(withSessions), notes: [] };
}

/** Returns all sessions, including those without bars, since at an open it is not known whether any bars will follow. */
function sessionsOf(sessions: SessionColumns, allHours: boolean): SeriesSessions {
  const { open, close } = sessions;
  return { open, close, ...(allHours ? extendedHours(sessions) : {}) };
}

/** Returns the reason why an account in a currency cannot trade an instrument; undefined if it can. */
export function whyUntradable(
  { symbol, assetClass, currency, role }: RecordedInstrument,
  accountCurrency: string,
): string | undefined {
  if (!isTraded({ role })) return `${symbol} has the role "data" and can only be read`;
  if (assetClass === "index") return `${symbol} is an index, which cannot be traded`;
  if (currency === accountCurrency) return undefined;
  return `${symbol} is traded in ${currency}, but the account uses ${accountCurrency}`;
}

function seriesOf(
  market: RecordedMarket,
  instrument: RecordedInstrument,
  start: number,
  end: number,
): Series | undefined {
  const { symbol } = instrument;
  const recorded = market.series
    .filter((one) => one.symbol === symbol && one.bars.length > 0)
    .map(({ bars }) => bars)
    .toSorted((a, b) => compareIntervals(a.interval, b.interval));
  if (recorded.length === 0) return undefined;
  const calendar = calendarOf(instrument.calendar, market.calendars);
  const finest = recorded.find((bars) => recorded.every((other) => covers(bars, other, { start, end }, calendar)));
  const bars = finest ?? recorded.at(-1)!;
  const before = lastAtOrBefore(bars.time, start - LEAD_MS, -1);
  return {
    instrument,
    bars: before > 0 ? bars.slice(before) : withPriceBefore(bars, recorded, start, calendar),
    calendar,
    actions: market.actions.filter((action) => action.symbol === symbol),
    priceBasis: instrument.priceBasis,
    reference: recorded.find(({ interval }) => interval === "1d"),
  };
}

/** Whether bars cover as much of the range as other bars do. At each end, one of the other bars may be missing. */
function covers(
  bars: Bars,
  other: Bars,
  { start, end }: { readonly start: number; readonly end: number },
  calendar: Calendar,
): boolean {
  if (bars === other) return true;
  const ownSessions = barSessions(bars, calendar);
  const otherSessions = barSessions(other, calendar);
  const first = otherSessions.closeTime.findIndex((close) => close > start);
  const last = lastAtOrBefore(otherSessions.openTime, end, -1);
  return (
    (first < 0 || ownSessions.openTime[0]! < otherSessions.closeTime[first]!) &&
    (last < 0 || ownSessions.closeTime.at(-1)! > otherSessions.openTime[last]!)
  );
}

/**
 * Adds a bar before the first one if no bar has started by `start`. The added bar has the last known price from other bars of the
 * instrument, and no volume. Orders are checked at its price, but never fill in it.
 */
function withPriceBefore(bars: Bars, others: readonly Bars[], start: number, calendar: Calendar): Bars {
  if (isDailyOrLonger(bars.interval) || barSessions(bars, calendar).openTime[0]! <= start) return bars;
  let close = NaN;
  let time = -Infinity;
  for (const other of others) {
    const { closeTime } = barSessions(other, calendar);
    const last = lastAtOrBefore(closeTime, start, -1);
    if (last < 0 || closeTime[last]! <= time) continue;
    close = other.close[last]!;
    time = closeTime[last]!;
  }
  if (time === -Infinity) return bars;
  const before = (value: number, column: Float64Array): Float64Array => {
    const extended = new Float64Array(column.length + 1);
    extended[0] = value;
    extended.set(column, 1);
    return extended;
  };
  return new Bars(bars.interval, {
    time: before(time - fixedLength(bars.interval)!, bars.time),
    open: before(close, bars.open),
    high: before(close, bars.high),
    low: before(close, bars.low),
    close: before(close, bars.close),
    volume: before(0, bars.volume),
  });
}

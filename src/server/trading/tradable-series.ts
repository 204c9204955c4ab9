import { barSessions } from "../../market/bar-sessions.ts";
import { Bars } from "../../market/bars.ts";
import { extendedHours } from "../../market/extended-hours.ts";
import type { MarketData, Series, SeriesSessions } from "../../market/market-data.ts";
import { optionSeries } from "../../market/option-series.ts";
import type { RecordedInstrument, RecordedMarket } from "../../market/recorded-market.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import type { Calendar, SessionColumns } from "../../time/calendar.ts";
import { calendarOf } from "../../time/calendars/catalog.ts";
import { DAY_MS } from "../../time/civil-date.ts";
import { fixedLength, INTERVALS, isDailyOrLonger } from "../../time/interval.ts";
import { lastMoment } from "../sessions/recorded-range.ts";

/** Bars are kept from so long before their session on, so that there is a bar to begin with. */
export const LEAD = 7 * DAY_MS;

/** Sessions go on for so long behind all that was recorded: longer than anybody waits there. */
const ALWAYS_DAYS = 366;

/**
 * What can be ordered on a recording from a moment on: each instrument by its finest bars that cover the time from then to `end`, and of what
 * came long before the last bar; options by the snapshots of their chains.
 */
export function tradableSeries(market: RecordedMarket, start: number, currency: string, end = Infinity): MarketData {
  const series = market.instruments
    .filter((instrument) => whyUntradable(instrument, currency) === undefined)
    .map((instrument) => seriesOf(market, instrument, start, end))
    .filter((one) => one !== undefined);
  const barred = new Set(series.map(({ instrument }) => instrument.symbol));
  const rest = market.instruments.filter(({ symbol }) => !barred.has(symbol));
  const instruments = new Map(rest.map((instrument) => [instrument.symbol, instrument]));
  const options = market.chains.flatMap((chain) => {
    const underlying = series.find(({ instrument }) => instrument.symbol === chain.symbol);
    return underlying === undefined ? [] : optionSeries(chain, underlying, instruments, start - LEAD);
  });
  const lastDay = Math.ceil(lastMoment(market) / DAY_MS) + ALWAYS_DAYS;
  const goOn = (one: Series): Series => {
    const { calendar } = one.instrument as RecordedInstrument;
    const sessions = calendarOf(calendar, market.calendars).sessions(
      Math.floor(one.bars.time[0]! / DAY_MS) - 1,
      lastDay,
    );
    // What is known by quotes alone takes no order for all hours.
    return { ...one, sessions: sessionsOf(sessions, one.quotes === undefined) };
  };
  return { series: [...series, ...options].map(goOn), notes: [] };
}

/** All sessions, also those in which no bar comes: whether one will come nobody knows when a session opens. */
function sessionsOf(sessions: SessionColumns, allHours: boolean): SeriesSessions {
  const { open, close } = sessions;
  return { open, close, ...(allHours ? extendedHours(sessions) : {}) };
}

/** Why nobody can order an instrument by an account in a currency; undefined when one can. */
export function whyUntradable(
  { symbol, assetClass, currency }: RecordedInstrument,
  accountCurrency: string,
): string | undefined {
  if (assetClass === "index") return `${symbol} is an index: it is quoted and cannot be traded`;
  if (currency === accountCurrency) return undefined;
  return `${symbol} is traded in ${currency}, the account is in ${accountCurrency}`;
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
    .toSorted((a, b) => INTERVALS.indexOf(a.interval) - INTERVALS.indexOf(b.interval));
  if (recorded.length === 0) return undefined;
  const calendar = calendarOf(instrument.calendar, market.calendars);
  const finest = recorded.find((bars) => recorded.every((other) => covers(bars, other, { start, end }, calendar)));
  const bars = finest ?? recorded.at(-1)!;
  const before = lastAtOrBefore(bars.time, start - LEAD, -1);
  return {
    instrument,
    bars: before > 0 ? bars.slice(before) : withPriceBefore(bars, recorded, start, calendar),
    calendar,
    actions: market.actions.filter((action) => action.symbol === symbol),
    priceBasis: instrument.priceBasis,
    reference: recorded.find(({ interval }) => interval === "1d"),
  };
}

/** Whether bars begin no later after a moment than others, and end no earlier up to another, but for the bar in which they do. */
function covers(
  bars: Bars,
  other: Bars,
  { start, end }: { readonly start: number; readonly end: number },
  calendar: Calendar,
): boolean {
  if (bars === other) return true;
  const own = barSessions(bars, calendar);
  const theirs = barSessions(other, calendar);
  const first = theirs.closeTime.findIndex((close) => close > start);
  const last = lastAtOrBefore(theirs.openTime, end, -1);
  return (
    (first < 0 || own.openTime[0]! < theirs.closeTime[first]!) &&
    (last < 0 || own.closeTime.at(-1)! > theirs.openTime[last]!)
  );
}

/**
 * Bars with a first one before a moment at which none of them has begun: the last price that was known then, of the other bars of the same instrument, as a
 * bar in which nothing was traded. Orders are admitted at it, and none is as old as to meet it.
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
    const longer = new Float64Array(column.length + 1);
    longer[0] = value;
    longer.set(column, 1);
    return longer;
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

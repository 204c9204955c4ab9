import type { Quote } from "../../market/market-view.ts";
import { lastAtOrBefore } from "../../primitives/sorted-search.ts";
import type { MarketStatus } from "../../time/calendar.ts";
import { dateOfDays, DAY_MS, daysInMonth, daysOfDate } from "../../time/civil-date.ts";
import type { LastPrice, InstrumentData } from "./instrument-data.ts";
import { type ViewPosition, positionOf } from "./view-position.ts";
import type { PriceSeries, BarPositions } from "./price-series.ts";

/** Reused objects for the last price and the last price a day before, overwritten by each request. */
const last: LastPrice = { price: NaN, time: -Infinity, day: 0 };
const dayAgo: LastPrice = { price: NaN, time: -Infinity, day: 0 };

/** Creates the quote of an instrument as known at a point in time, adjusted for splits up to the session of that time. */
export function quoteOf(data: InstrumentData, at: ViewPosition, status: MarketStatus): Quote {
  const { instrument, splits } = data;
  const { symbol } = instrument;
  data.last(at, last);
  const today = data.today(at, last);
  const price = splits.price(last.price, last.day, today);
  const session = sessionSoFar(data, today);
  const ranges = rangesOf(data, at, today);
  data.last(positionOf(at.now - DAY_MS, 7), dayAgo, "dayAgo");
  const eps = earningsOf(data, at, today);
  const row = quoteRow(data, at);
  const quoted = row < 0 ? undefined : data.quotes;
  const quoteDay = quoted === undefined || splits.none ? today : data.days.of(quoted.time[row]!);
  return {
    symbol,
    price,
    bid: quoted === undefined ? NaN : splits.price(quoted.bid[row]!, quoteDay, today),
    ask: quoted === undefined ? NaN : splits.price(quoted.ask[row]!, quoteDay, today),
    previousClose: previousCloseOf(data, today),
    sessionOpen: session.open,
    sessionHigh: session.high,
    sessionLow: session.low,
    volume: session.volume,
    week52High: ranges.high,
    week52Low: ranges.low,
    allTimeHigh: ranges.allTimeHigh,
    allTimeHighTime: ranges.allTimeHighTime,
    price24hAgo: dayAgo.time > -Infinity ? splits.price(dayAgo.price, dayAgo.day, today) : NaN,
    volume24h: volumeOfDay(data, today),
    marketCap: price * unitsOutstanding(data, at, today),
    peRatio: eps > 0 ? price / eps : NaN,
    status,
    time: last.time,
  };
}

/** Returns the volume of bars that closed within 24 hours, from the finest series with such bars. Call `data.last` first. */
function volumeOfDay(data: InstrumentData, today: number): number {
  for (const { series, now, dayAgo: previous } of data.barTracks) {
    if (now.closed > previous.closed) return series.volume(previous.closed + 1, now.closed + 1, today);
  }
  return 0;
}

/** Returns the row of the last quote known at a point in time; -1 if there is none. */
function quoteRow(data: InstrumentData, at: ViewPosition): number {
  const time = data.quotes?.time;
  return time === undefined ? -1 : lastAtOrBefore(time, at.openBound, time.length - 1);
}

/** Returns the shares outstanding known at a point in time, adjusted for later splits, or the circulating supply; NaN if neither is known. */
function unitsOutstanding({ shares, supply, splits, days }: InstrumentData, at: ViewPosition, today: number): number {
  if (shares?.seek(at.openBound) === true) {
    return splits.none ? shares.number : splits.shares(shares.number, shares.day(days), today);
  }
  return supply?.seek(at.openBound) === true ? supply.number : NaN;
}

/** Returns the earnings per share known at a point in time, adjusted for later splits; NaN if none are known. */
function earningsOf({ earnings, splits, days }: InstrumentData, at: ViewPosition, today: number): number {
  if (earnings?.seek(at.openBound) !== true) return NaN;
  return splits.none ? earnings.number : splits.price(earnings.number, earnings.day(days), today);
}

/** The 52-week range and the all-time high, adjusted for splits up to the current session; NaN if no price is known. */
interface PriceRanges {
  readonly high: number;
  readonly low: number;
  readonly allTimeHigh: number;
  /** Start of the bar in which the high was reached. */
  readonly allTimeHighTime: number;
}

/**
 * Returns the ranges of all bars up to a point in time; of an incomplete bar only the open is used. A bar belongs to the year if it opens in the
 * year. Call `data.last` first.
 */
function rangesOf(data: InstrumentData, at: ViewPosition, today: number): PriceRanges {
  const { splits } = data;
  const since = yearBefore(at.now);
  let high = NaN;
  let low = NaN;
  let allTimeHigh = NaN;
  let allTimeHighTime = NaN;
  for (const track of data.barTracks) {
    const { series, now } = track;
    const { bars, openTime, closeDay } = series;
    track.yearAgo = lastAtOrBefore(openTime, since, track.yearAgo);
    const from = track.yearAgo + 1;
    const to = now.closed + 1;
    const { allTime, highest, lowest } = series.range(from, to);
    if (allTime >= 0) {
      const price = splits.price(bars.high[allTime]!, closeDay[allTime]!, today);
      if (!(price <= allTimeHigh)) {
        allTimeHigh = price;
        allTimeHighTime = openTime[allTime]!;
      }
    }
    if (highest >= 0) {
      high = higher(splits.price(bars.high[highest]!, closeDay[highest]!, today), high);
      low = lower(splits.price(bars.low[lowest]!, closeDay[lowest]!, today), low);
    }
    if (now.opened <= now.closed) continue;
    const price = splits.price(bars.open[now.opened]!, series.openDay[now.opened]!, today);
    if (!(price <= allTimeHigh)) {
      allTimeHigh = price;
      allTimeHighTime = openTime[now.opened]!;
    }
    if (now.opened < from) continue;
    high = higher(price, high);
    low = lower(price, low);
  }
  return { high, low, allTimeHigh, allTimeHighTime };
}

function higher(price: number, other: number): number {
  return price <= other ? other : price;
}

function lower(price: number, other: number): number {
  return price >= other ? other : price;
}

let lastDay = NaN;
let lastYear = 0;

/** Returns the same UTC time on the same date of the year before; 28 February for a leap day. */
function yearBefore(instant: number): number {
  const days = Math.floor(instant / DAY_MS);
  if (days !== lastDay) {
    const { year, month, day } = dateOfDays(days);
    lastYear = (days - daysOfDate(year - 1, month, Math.min(day, daysInMonth(year - 1, month)))) * DAY_MS;
    lastDay = days;
  }
  return instant - lastYear;
}

/** Prices and volume of the current session so far, or of the last session, adjusted for splits up to the current session. */
interface SessionSoFar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly volume: number;
}

const UNKNOWN: SessionSoFar = { open: NaN, high: NaN, low: NaN, volume: 0 };

/**
 * Returns prices and volume of the last session with a known regular price, from the finest bars that have one. If only the open of a bar is known,
 * all prices are that open and the volume is 0. Without a regular session, prices are NaN. Call `data.last` first.
 */
function sessionSoFar(data: InstrumentData, today: number): SessionSoFar {
  let best: PriceSeries | undefined;
  let positions: BarPositions | undefined;
  let session = -1;
  let day = -Infinity;
  for (const { series, now } of data.barTracks) {
    if (now.opened < 0) continue;
    const { of, first, end } = series.sessions;
    let latest = of[now.opened]!;
    while (latest >= 0 && (first[latest]! > now.opened || first[latest]! >= end[latest]!)) latest--;
    if (latest < 0) continue;
    const date = dateOfSession(series, now, latest);
    if (date <= day) continue;
    best = series;
    positions = now;
    session = latest;
    day = date;
  }
  if (best === undefined || positions === undefined) return UNKNOWN;
  const { bars, sessions } = best;
  const { splits } = data;
  const first = sessions.first[session]!;
  const end = sessions.end[session]!;
  const closed = Math.min(end, positions.closed + 1) - 1;
  // The open of a bar in a lunch break or in extended hours is not a regular price.
  const isForming = positions.opened > positions.closed && sessions.extended?.[positions.opened] !== 1;
  const forming = isForming && positions.opened < end ? positions.opened : -1;
  const open = bars.open[first]!;
  let high = closed < first ? open : sessions.high[closed]!;
  let low = closed < first ? open : sessions.low[closed]!;
  if (forming >= 0) {
    high = Math.max(high, bars.open[forming]!);
    low = Math.min(low, bars.open[forming]!);
  }
  return {
    open: splits.price(open, day, today),
    high: splits.price(high, day, today),
    low: splits.price(low, day, today),
    volume: closed < first ? 0 : splits.shares(sessions.volume[closed]!, day, today),
  };
}

/** Returns the date of a session; for an incomplete bar, the date of the session in which the bar opened. */
function dateOfSession(series: PriceSeries, now: BarPositions, session: number): number {
  const forming = now.opened > now.closed && series.sessions.of[now.opened] === session;
  return forming ? series.openDay[now.opened]! : series.sessions.day[session]!;
}

/** Returns the last regular close before the current session, adjusted for splits. At equal times the finest series is used. */
function previousCloseOf(data: InstrumentData, today: number): number {
  let price = NaN;
  let time = -Infinity;
  let day = today;
  for (const { series, now } of data.barTracks) {
    if (now.closed < 0) continue;
    const { of, first, end, day: days } = series.sessions;
    let session = of[now.closed]!;
    while (
      session >= 0 &&
      (days[session]! >= today || first[session]! >= end[session]! || first[session]! > now.closed)
    ) {
      session--;
    }
    if (session < 0) continue;
    const bar = Math.min(end[session]! - 1, now.closed);
    if (series.closeTime[bar]! <= time) continue;
    time = series.closeTime[bar]!;
    price = series.bars.close[bar]!;
    day = days[session]!;
  }
  return data.splits.price(price, day, today);
}

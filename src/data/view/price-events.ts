import { barSessions } from "../../market/bar-sessions.ts";
import { Bars } from "../../market/bars.ts";
import type { RecordedQuotes } from "../../market/recorded-market.ts";
import type { Column } from "../../primitives/column.ts";
import type { Calendar } from "../../time/calendar.ts";
import type { SessionDays } from "./session-days.ts";

/** Times at which the prices of a series are known, and the sessions to which they belong. */
export interface PriceEvents {
  readonly openTime: Column;
  readonly closeTime: Column;
  /** Dates of the sessions in which each bar opens and closes, in days since 1970-01-01. */
  readonly openDay: Column;
  readonly closeDay: Column;
  /** For each row, 1 if its price is outside regular hours; undefined if all prices are inside. */
  readonly extended: Uint8Array | undefined;
  /** Whether each row is a price of a single instant, such as a mid price, which is known at once as open and close. */
  readonly isMomentary: boolean;
}

/** Returns when the prices of bars are known, and in which sessions, by the calendar of their instrument. */
export function eventsOfBars(bars: Bars, calendar: Calendar): PriceEvents {
  const { sessions, first, last, openTime, closeTime, extended } = barSessions(bars, calendar);
  const openDay = datesOf(first, sessions.date);
  const closeDay = first === last ? openDay : datesOf(last, sessions.date);
  return { openTime, closeTime, openDay, closeDay, extended, isMomentary: false };
}

function datesOf(places: Int32Array, date: Column): Column {
  const dates = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) dates[i] = date[places[i]!]!;
  return dates;
}

/** Returns when mid prices of quotes are known, and in which sessions. */
export function eventsOfMidpoints(prices: Bars, days: SessionDays): PriceEvents {
  const { time } = prices;
  const day = time.map((instant) => days.of(instant));
  const extended = Uint8Array.from(time, (instant) => (days.isRegular(instant) ? 0 : 1));
  return { openTime: time, closeTime: time, openDay: day, closeDay: day, extended, isMomentary: true };
}

/** Returns the mid prices of quotes with both bid and ask as bars of one instant each; undefined if there are none. */
export function midpointsOf(quotes: RecordedQuotes): Bars | undefined {
  const { time, bid, ask } = quotes;
  const both: number[] = [];
  for (let i = 0; i < time.length; i++) if (Number.isFinite(bid[i]! + ask[i]!)) both.push(i);
  if (both.length === 0) return undefined;
  const midpoint = Float64Array.from(both, (i) => (bid[i]! + ask[i]!) / 2);
  return new Bars("1m", {
    time: Float64Array.from(both, (i) => time[i]!),
    open: midpoint,
    high: midpoint,
    low: midpoint,
    close: midpoint,
    volume: new Float64Array(both.length),
  });
}

/** Returns the time of the first quote with both bid and ask; Infinity if there is none. */
export function firstMidpointTime({ time, bid, ask }: RecordedQuotes): number {
  const first = time.findIndex((_, i) => Number.isFinite(bid[i]! + ask[i]!));
  return first < 0 ? Infinity : time[first]!;
}

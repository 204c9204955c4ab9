import * as fc from "fast-check";
import { backtest, Bars, defineStrategy, type Entry, type MarketData, marketOf } from "hindcast";
import { expect } from "vitest";
import { scheduleOf } from "../../src/market/schedule.ts";
import type { Calendar } from "../../src/time/calendar.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { FIRST_DAY } from "../support/market.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Days of a leap year, which has both changes of clocks. */
const YEAR_DAYS = 366;

/** Symbol with a calendar and some missing sessions, or with days that start at some hour, on time or late. */
const someSymbol = fc.record({
  calendar: fc.constantFrom(undefined, undefined, "XNYS", "XLON", "XTKS", "24/7"),
  hour: fc.integer({ min: 0, max: 23 }),
  late: fc.constantFrom(0, 0, 5, 13),
  begin: fc.integer({ min: 0, max: 60 }),
  traded: fc.array(fc.boolean(), { minLength: 6, maxLength: 10 }).map((days) => [true, ...days]),
});

type SomeSymbol = typeof someSymbol extends fc.Arbitrary<infer T> ? T : never;

function barsOf(starts: readonly number[]): Bars {
  const flat = new Float64Array(starts.length).fill(100);
  const columns = { open: flat, high: flat, low: flat, close: flat, volume: flat.map(() => 1e9) };
  return new Bars("1d", { time: Float64Array.from(starts), ...columns });
}

function startsOf(calendar: Calendar | undefined, hour: number, late: number): readonly number[] {
  const first = FIRST_DAY / DAY;
  if (calendar === undefined)
    return Array.from({ length: YEAR_DAYS }, (_, i) => (first + i) * DAY + (hour + (i % 3 === 1 ? late : 0)) * HOUR);
  const zone = zoneOf(calendar.zone);
  return Array.from(calendar.sessions(first, first + YEAR_DAYS - 1).date, (day) => zone.toInstant(day * DAY));
}

function mixOf(symbols: readonly SomeSymbol[]): MarketData {
  const calendars = symbols.map(({ calendar }) => (calendar === undefined ? undefined : calendarOf(calendar)));
  const market = marketOf(
    Object.fromEntries(
      symbols.map(({ hour, late, begin, traded }, i) => {
        const starts = startsOf(calendars[i], hour, late).slice(begin);
        return ["ABCDE"[i]!, barsOf(starts.filter((_, day) => traded[day % traded.length]))];
      }),
    ),
  );
  return { ...market, series: market.series.map((one, i) => ({ ...one, calendar: calendars[i] })) };
}

/** Bookings of a kind, each with the days that it covers at a thousandth a day. Interest also earns interest. */
function bookingsOf(entries: readonly Entry[], kind: Entry["kind"], worth: number, symbol: string, compounds: boolean) {
  let on = worth;
  return entries
    .filter((entry) => entry.kind === kind && entry.symbol === symbol)
    .map(({ time, amount }) => {
      const days = Math.abs(amount) / (on * 0.001);
      expect(days).toBeCloseTo(Math.round(days), 4);
      if (compounds) on += amount;
      return { time, days: Math.round(days) };
    });
}

/** Largest difference between the days booked and the days passed since a given time. */
function mostApart(bookings: readonly { readonly time: number; readonly days: number }[], since: number): number {
  let booked = 0;
  return Math.max(0, ...bookings.map(({ time, days }) => Math.abs((booked += days) - (time - since) / DAY)));
}

property([fc.array(someSymbol, { minLength: 1, maxLength: 5 })], runs(40))(
  "interest and borrow fees cover exactly the days that passed, for any mix of markets",
  (symbols) => {
    const market = mixOf(symbols);
    const idle = defineStrategy({ name: "idle", onBar: () => undefined });
    const earned = backtest(idle, market, { cash: 1e6, creditRate: 0.365 });
    const firstCloses = market.series.map(({ bars, calendar }) => scheduleOf(bars, calendar).sessionClose[0]!);
    const interest = bookingsOf(earned.entries, "interest", 1e6, "", true);
    // Interest counts from the first close, which books nothing.
    expect(mostApart(interest, Math.min(...firstCloses))).toBeLessThanOrEqual(0.5);

    const short = defineStrategy({
      name: "short",
      onBar: ({ bar, orders }) => void (bar.index === 0 && orders.sell({ quantity: 10 })),
    });
    const lent = backtest(short, market, { cash: 1e6, account: "margin", borrowRate: 0.365 });
    for (const { instrument } of market.series) {
      const [first, ...rest] = bookingsOf(lent.entries, "borrow", 1000, instrument.symbol, false);
      expect(rest.length).toBeGreaterThan(20);
      // Borrow fees may be off by half a day at either end.
      expect(mostApart(rest, first!.time)).toBeLessThanOrEqual(1);
    }
  },
);

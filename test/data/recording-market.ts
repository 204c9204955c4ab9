import * as fc from "fast-check";
import { Bars } from "../../src/market/bars.ts";
import type { DatedFact, RecordedInstrument, RecordedMarket } from "../../src/market/recorded-market.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import type { Interval } from "../../src/time/interval.ts";
import { arbitraryBars } from "../support/arbitrary-bars.ts";

/** An instrument with default values for every field that is not given. */
export function recordedInstrument(symbol: string, given: Partial<RecordedInstrument> = {}): RecordedInstrument {
  return {
    symbol,
    name: `${symbol} of the test`,
    assetClass: "stock",
    exchange: "Test",
    zone: "UTC",
    calendar: "24/7",
    currency: "USD",
    currencyDecimals: 2,
    decimals: 2,
    tick: 0.01,
    lot: 1,
    multiplier: 1,
    priceBasis: "raw",
    base: symbol,
    unit: "",
    contractMonth: "",
    continuous: false,
    ...given,
  };
}

/** `count` bars from the time `start` whose closes are 1, 2, 3 and so on. */
export function countingBars(interval: Interval, start: number, stepMs: number, count: number): Bars {
  const close = Float64Array.from({ length: count }, (_, row) => row + 1);
  return new Bars(interval, {
    time: close.map((_, row) => start + row * stepMs),
    open: close.slice(),
    high: close.map((value) => value + 0.5),
    low: close.map((value) => value - 0.5),
    close,
    volume: close.map((value) => value * 10),
  });
}

/** A recorded market that contains only the given parts. */
export function recordedMarket(given: Partial<RecordedMarket> = {}): RecordedMarket {
  return {
    name: "Test market",
    description: "Made up for a test.",
    licence: "CC0-1.0",
    provenance: "synthetic",
    notes: ["These prices were never paid."],
    calendars: [calendarOf("24/7"), calendarOf("XNYS")],
    mainCalendar: "XNYS",
    instruments: [recordedInstrument("AAA")],
    series: [],
    actions: [],
    quotes: [],
    chains: [],
    facts: [],
    ...given,
  };
}

const symbol = fc.oneof(
  fc.constantFrom("^GSPC", "GC=F", "BRK.B", "BRK=B", "../x", "a/b", "CON", "..", "aa", "AA", "日経", " ", "__proto__"),
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }),
);
const present = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
const missing = fc.oneof({ weight: 3, arbitrary: present }, { weight: 1, arbitrary: fc.constant(NaN) });
const instant = fc.integer({ min: -2e12, max: 4e12 });

function quotesOf(of: string) {
  return fc.array(fc.tuple(instant, missing, missing, missing, missing), { maxLength: 10 }).map((rows) => {
    const sorted = rows.toSorted((a, b) => a[0] - b[0]);
    const column = (at: number) => Float64Array.from(sorted, (row) => row[at]!);
    return { symbol: of, time: column(0), bid: column(1), ask: column(2), bidSize: column(3), askSize: column(4) };
  });
}

function chainOf(of: string) {
  const place = fc.tuple(instant, fc.integer({ min: -1000, max: 40_000 }), fc.integer({ min: 1, max: 9 }));
  const row = fc.tuple(place, fc.constantFrom(1, -1), fc.array(missing, { minLength: 10, maxLength: 10 }));
  return fc
    .uniqueArray(row, { maxLength: 10, selector: ([where, right]) => `${where.join()},${right}` })
    .map((rows) => {
      const sorted = rows.toSorted(([a, x], [b, y]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || y - x);
      const where = (at: number) => Float64Array.from(sorted, ([place]) => place[at]!);
      const value = (at: number) => Float64Array.from(sorted, ([, , values]) => values[at]!);
      return {
        symbol: of,
        time: where(0),
        expiration: where(1),
        strike: where(2),
        right: Float64Array.from(sorted, ([, right]) => right),
        last: value(0),
        bid: value(1),
        ask: value(2),
        volume: value(3),
        openInterest: value(4),
        impliedVolatility: value(5),
        delta: value(6),
        gamma: value(7),
        theta: value(8),
        vega: value(9),
      };
    });
}

const fact = (of: string): fc.Arbitrary<DatedFact> =>
  fc.oneof(
    fc.record({ symbol: fc.constant(of), kind: fc.constant("name" as const), value: fc.string(), knownAt: instant }),
    fc.record({
      symbol: fc.constantFrom(of, "USD"),
      kind: fc.constantFrom("interest_rate" as const, "shares_outstanding" as const),
      value: present.map((value) => value + 0),
      knownAt: instant,
    }),
  );

const action = (of: string) =>
  fc.oneof(
    fc.record({
      symbol: fc.constant(of),
      kind: fc.constant("split" as const),
      exDate: fc.integer({ min: -30_000, max: 30_000 }),
      ratio: fc.double({ min: 0.001, max: 1000, noNaN: true }),
      cash: fc.constant(0),
      currency: fc.constant("USD"),
    }),
    fc.record({
      symbol: fc.constant(of),
      kind: fc.constant("dividend" as const),
      exDate: fc.integer({ min: -30_000, max: 30_000 }),
      ratio: fc.constant(1),
      cash: fc.double({ min: 0, max: 1000, noNaN: true }).map((cash) => cash + 0),
      currency: fc.constant("JPY"),
    }),
  );

/** Random markets with unusual symbols, bars of several intervals, empty series, quotes, option chains, actions and facts. */
export const arbitraryRecordedMarket: fc.Arbitrary<RecordedMarket> = fc
  .uniqueArray(symbol, { minLength: 1, maxLength: 4 })
  .chain((symbols) =>
    fc
      .tuple(
        fc.array(
          fc.record({
            symbol: fc.constantFrom(...symbols),
            interval: fc.constantFrom<Interval>("1m", "30m", "1h", "1d", "1mo"),
            bars: arbitraryBars,
          }),
          { maxLength: 6 },
        ),
        fc.tuple(...symbols.map(quotesOf)),
        fc.tuple(...symbols.map(chainOf)),
        fc.array(fc.oneof(...symbols.map(action)), { maxLength: 5 }),
        fc.array(fc.oneof(...symbols.map(fact)), { maxLength: 5 }),
        fc.string(),
      )
      .map(([series, quotes, chains, actions, facts, text]) => {
        const once = new Map(series.map((one) => [`${one.symbol} ${one.interval}`, one]));
        return recordedMarket({
          description: text,
          notes: [text],
          instruments: symbols.map((of) => recordedInstrument(of)),
          series: [...once.values()].map(({ symbol: of, interval, bars }) => ({
            symbol: of,
            bars: new Bars(interval, bars),
          })),
          quotes,
          chains,
          actions,
          facts,
        });
      }),
  );

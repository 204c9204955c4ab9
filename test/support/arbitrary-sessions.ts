import * as fc from "fast-check";
import { Bars } from "../../src/market/bars.ts";
import type { CorporateAction } from "../../src/market/corporate-action.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { dayOf, newYork } from "./hand-calendar.ts";

const NY = zoneOf("America/New_York");

/** Forty sessions in New York that include Thanksgiving, Christmas and New Year, two of them with early closes. */
const SESSIONS = newYork.sessions(dayOf("2015-11-16"), dayOf("2016-01-13"));

/** Random prices: whole cents between 1 and 1000, and numbers that use all bits of a double. */
const price = fc.oneof(
  fc.integer({ min: 100, max: 100_000 }).map((cents) => cents / 100),
  fc.double({ min: 1, max: 1000, noNaN: true }),
);
const row = fc.tuple(price, price, price, price, fc.nat({ max: 1_000_000 }));

/** Bars at the given starts, with some missing. */
function barsOn(interval: "1d" | "5m", starts: readonly number[]): fc.Arbitrary<Bars> {
  const rows = fc.array(row, { minLength: starts.length, maxLength: starts.length });
  const kept = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: starts.length, maxLength: starts.length });
  return fc.tuple(rows, kept).map(([values, keep]) => {
    const places = starts.map((_, i) => i).filter((i) => keep[i] !== 0);
    const sorted = values.map((one) => one.slice(0, 4).toSorted((a, b) => a - b));
    const column = (at: number) => Float64Array.from(places, (i) => sorted[i]![at]!);
    return new Bars(interval, {
      time: Float64Array.from(places, (i) => starts[i]!),
      open: column(1),
      high: column(3),
      low: column(0),
      close: column(2),
      volume: Float64Array.from(places, (i) => values[i]![4]),
    });
  });
}

/** Daily bars of New York over 40 sessions, with some missing. */
export const sessionDays: fc.Arbitrary<Bars> = barsOn(
  "1d",
  Array.from(SESSIONS.date, (day) => NY.toInstant(day * 86_400_000)),
);

/** Five-minute bars from 08:00 to 17:00 around Christmas Eve, an early close, with some missing. */
export const sessionMinutes: fc.Arbitrary<Bars> = barsOn(
  "5m",
  [dayOf("2015-12-23"), dayOf("2015-12-24"), dayOf("2015-12-28")].flatMap((day) =>
    Array.from({ length: 108 }, (_, i) => NY.toInstant(day * 86_400_000 + (96 + i) * 300_000)),
  ),
);

const exDate = fc.constantFrom(...SESSIONS.date);
const action = (kind: CorporateAction["kind"], ratio: number, cash: number, date: number): CorporateAction => ({
  symbol: "A",
  kind,
  exDate: date,
  ratio,
  cash,
  currency: "USD",
});

/** Random list of a few splits by powers of two, which are exact in binary. */
export const dyadicSplits: fc.Arbitrary<readonly CorporateAction[]> = fc.array(
  fc.tuple(exDate, fc.constantFrom(2, 4, 0.5, 0.125)).map(([date, ratio]) => action("split", ratio, 0, date)),
  { maxLength: 4 },
);

/** Random list of a few splits and dividends. All dividends of one day together stay below any price. */
export const anyActions: fc.Arbitrary<readonly CorporateAction[]> = fc
  .array(
    fc.oneof(
      fc.tuple(exDate, fc.constantFrom(2, 3, 7, 1.5, 0.1)).map(([date, ratio]) => action("split", ratio, 0, date)),
      fc
        .tuple(exDate, fc.double({ min: 0.01, max: 0.9, noNaN: true }))
        .map(([date, cash]) => action("dividend", 1, cash, date)),
    ),
    { maxLength: 5 },
  )
  .map((list) =>
    list.map((one) => ({ ...one, cash: one.cash / list.filter(({ exDate: date }) => date === one.exDate).length })),
  );

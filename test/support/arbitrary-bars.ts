import * as fc from "fast-check";
import { Bars } from "../../src/market/bars.ts";
import { DAY_MS } from "../../src/time/interval.ts";

const FIRST_DAY = Date.UTC(1950, 0, 2) / DAY_MS;

/** Random prices: with two decimals as in files, with all bits of a double as after arithmetic, huge, and tiny. */
const price = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1_000_000, max: 100_000_000 }).map((cents) => cents / 100) },
  { weight: 4, arbitrary: fc.double({ min: 0.0001, max: 100_000, noNaN: true }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const volume = fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e12, noNaN: true }));

/** Up to 40 valid daily bars with gaps, with or without an adjusted close. */
export const arbitraryBars: fc.Arbitrary<Bars> = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), price, price, price, price, volume, price), { maxLength: 40 }),
    fc.boolean(),
  )
  .map(([rows, adjusted]) => {
    let day = FIRST_DAY;
    const time = Float64Array.from(rows, ([step]) => (day += step) * DAY_MS);
    // Turns a price of −0 into 0, since text has only one zero.
    const sorted = rows.map((row) =>
      row
        .slice(1, 5)
        .map((value) => value + 0)
        .toSorted((a, b) => a - b),
    );
    const column = (at: number): Float64Array => Float64Array.from(sorted, (prices) => prices[at]!);
    return new Bars("1d", {
      time,
      open: column(1),
      high: column(3),
      low: column(0),
      close: column(2),
      volume: Float64Array.from(rows, (row) => row[5] + 0),
      adjClose: adjusted && rows.length > 0 ? Float64Array.from(rows, (row) => row[6] + 0) : undefined,
    });
  });

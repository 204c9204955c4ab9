import * as fc from "fast-check";
import { Bars, type Instrument, instrument, type Interval, type MarketData } from "hindcast";
import { FIRST_DAY } from "./market.ts";

const DAY = 86_400_000;
const HOUR = DAY / 24;

/** One random bar in whole price steps: gap from the previous close, move to its own close, and reach beyond both. */
interface Step {
  readonly traded: boolean;
  readonly gap: number;
  readonly move: number;
  readonly up: number;
  readonly down: number;
}

/** Random market with prices in steps around 100, so that prices often touch each other, are equal, or gap. */
export interface MarketShape {
  readonly intraday: boolean;
  /** Size of one price step. */
  readonly step: number;
  readonly series: readonly {
    readonly late: boolean;
    /** Number of intervals before the symbol's first bar. */
    readonly begin: number;
    readonly lot: number;
    readonly multiplier: number;
    readonly steps: readonly Step[];
  }[];
}

const step: fc.Arbitrary<Step> = fc.record({
  traded: fc.integer({ min: 0, max: 4 }).map((k) => k > 0),
  gap: fc.integer({ min: -4, max: 4 }),
  move: fc.integer({ min: -6, max: 6 }),
  up: fc.integer({ min: 0, max: 6 }),
  down: fc.integer({ min: 0, max: 6 }),
});

/** One to four symbols with some bars missing: daily bars, or hourly bars that start at half past for some symbols. */
export const arbitraryMarket: fc.Arbitrary<MarketShape> = fc.record({
  intraday: fc.boolean(),
  step: fc.constantFrom(1, 0.5, 0.07, 1 / 3),
  series: fc.array(
    fc.record({
      late: fc.boolean(),
      begin: fc.constantFrom(0, 0, 0, 2),
      lot: fc.constantFrom(1, 1, 0.1, 0.0001, 5),
      multiplier: fc.constantFrom(1, 1, 1, 5),
      steps: fc.array(step, { minLength: 1, maxLength: 14, size: "max" }),
    }),
    { minLength: 1, maxLength: 4, size: "max" },
  ),
});

/** Creates the market for random parameters. Its symbols are A, B, C and D. */
export function marketFrom(shape: MarketShape): MarketData {
  const interval: Interval = shape.intraday ? "1h" : "1d";
  const length = shape.intraday ? HOUR : DAY;
  const start = FIRST_DAY + (shape.intraday ? 20 * HOUR : 0);
  const series = shape.series.map(({ late, begin, lot, multiplier, steps }, s) => {
    const rows: number[][] = [];
    let price = 100;
    steps.forEach(({ traded, gap, move, up, down }, i) => {
      const open = Math.max(2, price + gap * shape.step);
      const close = Math.max(2, open + move * shape.step);
      price = close;
      if (!traded && (rows.length > 0 || i + 1 < steps.length)) return;
      const time = start + (begin + i) * length + (late && shape.intraday ? length / 2 : 0);
      const high = Math.max(open, close) + up * shape.step;
      const low = Math.max(1, Math.min(open, close) - down * shape.step);
      rows.push([time, open, high, low, close, 1000]);
    });
    return { instrument: instrument("ABCD"[s]!, { lot, multiplier }), bars: barsOfRows(interval, rows) };
  });
  return { series, notes: [] };
}

/** Bars of rows `[time, open, high, low, close, volume]`. */
export function barsOfRows(interval: Interval, rows: readonly (readonly number[])[]): Bars {
  const column = (field: number) => Float64Array.from(rows, (row) => row[field]!);
  return new Bars(interval, {
    time: column(0),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  });
}

/** Returns bars as rows that `barsOfRows` accepts. */
export function rowsOf({ time, open, high, low, close, volume }: Bars): number[][] {
  return Array.from(time, (at, i) => [at, open[i]!, high[i]!, low[i]!, close[i]!, volume[i]!]);
}

/** Returns a copy of a market with its bars changed. */
export function mapMarket(data: MarketData, change: (bars: Bars, instrument: Instrument) => Bars): MarketData {
  return { ...data, series: data.series.map((one) => ({ ...one, bars: change(one.bars, one.instrument) })) };
}

/** Market whose series have a column `own`, without a value at some bars. */
export function withOwnColumn(data: MarketData): MarketData {
  const valueAt = (close: number, bar: number): number => (bar % 3 === 1 ? NaN : Math.sin(close + bar));
  const series = data.series.map((one) => ({ ...one, columns: { own: one.bars.close.map(valueAt) } }));
  return { ...data, series };
}

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indicators } from "../../src/indicators/catalog.ts";
import type { AnyIndicator } from "../../src/indicators/define.ts";
import { adx, cci, cross, doji, kvo, mfi, typicalPrice, zigzag } from "../../src/indicators/index.ts";
import { property } from "../support/property.ts";

type Columns = Readonly<Record<string, Float64Array>>;

/** Bars priced in whole ticks with small steps at a high level, so that equal sums, bodies, shadows and moves are common. */
const ticks = fc
  .record({
    level: fc.integer({ min: 500, max: 50_000 }),
    steps: fc.array(
      fc.tuple(...[0, 1, 2, 3].map(() => fc.integer({ min: 0, max: 4 })), fc.integer({ min: 1, max: 9 })),
      {
        minLength: 60,
        maxLength: 200,
      },
    ),
  })
  .map(({ level, steps }): Columns => {
    const rows = steps.map(([a, b, c, d, volume]) => {
      const low = level + a!;
      const [open, close] = [low + b!, low + c!];
      return { open, close, low, high: Math.max(open, close) + d!, volume: volume! };
    });
    const column = (name: "open" | "high" | "low" | "close" | "volume") => Float64Array.from(rows, (row) => row[name]);
    return {
      open: column("open"),
      high: column("high"),
      low: column("low"),
      close: column("close"),
      volume: column("volume"),
    };
  });

/** The price given to an indicator that reads a single series. */
type Source = "close" | "typical";

/** Returns the inputs of an indicator, with prices in ticks divided by the number of ticks per currency unit. */
function inputsOf({ spec }: AnyIndicator, bars: Columns, perUnit: number, source: Source): Float64Array[] {
  const prices = (name: string) => bars[name]!.map((price) => price / perUnit);
  return (spec.inputs as readonly string[]).map((name) => {
    if (name === "volume") return bars["volume"]!;
    if (name === "anchor") return bars["close"]!.map((_, i) => Math.floor(i / 50));
    if (name === "source" && source === "typical") return typicalPrice(prices("high"), prices("low"), prices("close"));
    return prices({ source: "close", other: "open" }[name] ?? name);
  });
}

/** Returns the factor by which an output changes if all prices are multiplied by `perUnit`. */
function factorOf(scale: Readonly<Record<string, number>> | "none", perUnit: number): number {
  if (scale === "none") return 1;
  return perUnit ** ((scale["price"] ?? 0) + (scale["source"] ?? 0) + (scale["other"] ?? 0));
}

function outputsOf(indicator: AnyIndicator, inputs: readonly Float64Array[]): Columns {
  const result: unknown = indicator(...inputs);
  return result instanceof Float64Array ? { value: result } : (result as Columns);
}

/** Whether an indicator returns equal values, apart from the unit, for prices in ticks and for decimal prices. */
function agrees(indicator: AnyIndicator, bars: Columns, perUnit: number, source: Source): boolean {
  const whole = outputsOf(indicator, inputsOf(indicator, bars, 1, source));
  const decimal = outputsOf(indicator, inputsOf(indicator, bars, perUnit, source));
  const outputs = indicator.spec.outputs as Record<string, { scale: Readonly<Record<string, number>> | "none" }>;
  return Object.entries(outputs).every(([name, { scale }]) => {
    const factor = factorOf(scale, perUnit);
    const size = Math.max(1e-9, ...whole[name]!.filter((value) => value === value).map(Math.abs));
    return whole[name]!.every((value, i) => {
      const other = decimal[name]![i]! * factor;
      return Object.is(value, other) || Math.abs(value - other) <= 1e-6 * size;
    });
  });
}

// Sums of whole ticks are exact in binary, sums of cents are not. The rounding of cents must not change a result.
property([ticks, fc.constantFrom(100, 1000, 10_000), fc.constantFrom<Source>("close", "typical")], { numRuns: 20 })(
  "every indicator returns equal values for decimal prices and for these prices in whole ticks",
  (bars, perUnit, source) => {
    const differing = Object.entries(indicators).filter(([, indicator]) => !agrees(indicator, bars, perUnit, source));
    expect(differing.map(([name]) => name)).toEqual([]);
  },
);

describe("two typical prices that are equal as decimals", () => {
  // 10.01 + 9.98 + 10 is 29.990000000000002 as a double, and 10.03 + 9.98 + 9.98 is 29.99.
  const high = Float64Array.of(10, 10.01, 10.03, 10.03);
  const low = Float64Array.of(9.9, 9.98, 9.98, 10);
  const close = Float64Array.of(9.95, 10, 9.98, 10.02);
  const volume = Float64Array.of(1, 1, 8, 1);

  test("differ when summed as doubles", () => {
    expect(high[1]! + low[1]! + close[1]!).toBeGreaterThan(high[2]! + low[2]! + close[2]!);
  });

  test("count as unchanged in mfi", () => {
    expect(mfi(high, low, close, volume, 3)[3]).toBe(100);
  });

  test("leave the trend of kvo unchanged", () => {
    const ticksOf = (column: Float64Array) => column.map((price) => Math.round(price * 100));
    const whole = kvo(ticksOf(high), ticksOf(low), ticksOf(close), volume, 1, 2).kvo;
    const decimal = kvo(high, low, close, volume, 1, 2).kvo;
    expect(decimal[2]).toBeCloseTo(whole[2]!, 9);
    expect(decimal[3]).toBeCloseTo(whole[3]!, 9);
  });

  test("give a cci of 0", () => {
    expect(cci(high.subarray(1, 3), low.subarray(1, 3), close.subarray(1, 3), 2)[1]).toBe(0);
  });
});

test("adx counts no directional movement for equal moves of one cent in both directions", () => {
  // In doubles, 10.05 - 10.04 is 0.010000000000001563 and 9 - 8.99 is 0.009999999999999787.
  const high = Float64Array.of(10.04, 10.05, 10.05);
  const low = Float64Array.of(9, 8.99, 8.99);
  const { plusDi, minusDi } = adx(high, low, Float64Array.of(9.5, 9.5, 9.5), 2);
  expect([plusDi[2], minusDi[2]]).toEqual([0, 0]);
});

test("doji accepts a body of exactly a tenth of the mean range in cents", () => {
  // In doubles, 90.12 - 90.02 is 0.10000000000000853.
  const bars = { open: 90.02, high: 90.72, low: 89.72, close: 90.12 };
  const column = (price: number) => new Float64Array(11).fill(price);
  expect(doji(column(bars.open), column(bars.high), column(bars.low), column(bars.close))[10]).toBe(100);
});

test("zigzag confirms a reversal of exactly five percent", () => {
  // In doubles, 10.2 - 9.69 is 0.5099999999999998, slightly less than five percent of 10.2, which is 0.51.
  const price = Float64Array.of(10.1, 10.2, 9.69);
  expect(zigzag(price, price, 5).point[2]).toBe(10.2);
});

test("cross counts a price equal to its average as a touch, even if the average is rounded", () => {
  // In doubles, the sum of ten times 0.1 divided by 10 is 0.09999999999999999.
  const price = new Float64Array(10).fill(0.1);
  const mean = price.reduce((sum, value) => sum + value, 0) / 10;
  expect(cross(Float64Array.of(0.05, 0.1), Float64Array.of(0.1, mean))[1]).toBe(0);
});

import { expect, test } from "vitest";
import { rsi } from "../../src/indicators/rsi.ts";

test("rsi of 14 days matches the example published by StockCharts", () => {
  const close = Float64Array.of(
    44.3389,
    44.0902,
    44.1497,
    43.6124,
    44.3278,
    44.8264,
    45.0955,
    45.4245,
    45.8433,
    46.0826,
    45.8931,
    46.0328,
    45.614,
    46.282,
    46.282,
    46.0028,
    46.0328,
    46.4116,
    46.2222,
    45.6439,
    46.2122,
    46.2521,
    45.7137,
    46.4515,
    45.7835,
    45.3548,
    44.0288,
    44.1783,
    44.2181,
    44.5672,
    43.4205,
    42.6628,
    43.1314,
  );
  expect([...rsi(close, 14).subarray(14)].map((value) => value.toFixed(2)).join(" ")).toBe(
    "70.53 66.32 66.55 69.41 66.36 57.97 62.93 63.26 56.06 62.38 54.71 50.42 39.99 41.46 41.87 45.46 37.30 33.08 37.77",
  );
});

test("rsi matches values computed by hand", () => {
  // The first averages of gains and losses are 0.5 and 0.25. The gain of 1.5 on the last bar changes them to 1 and 0.125.
  const values = rsi(Float64Array.of(10, 11, 10.5, 12), 2);
  expect([...values]).toEqual([NaN, NaN, expect.closeTo(200 / 3, 12), expect.closeTo(800 / 9, 12)]);
});

test("rsi is 100 without losses, 0 without gains, and 50 without either", () => {
  expect(rsi(Float64Array.of(1, 2, 3, 4), 2)).toEqual(Float64Array.of(NaN, NaN, 100, 100));
  expect(rsi(Float64Array.of(4, 3, 2, 1), 2)).toEqual(Float64Array.of(NaN, NaN, 0, 0));
  expect(rsi(Float64Array.of(0.1, 0.1, 0.1, 0.1), 2)).toEqual(Float64Array.of(NaN, NaN, 50, 50));
});

test("rsi leaves out the changes to and from a missing value", () => {
  const values = rsi(Float64Array.of(10, 11, 10.5, 12, NaN, 40, 41), 2);
  expect(values.subarray(4, 6)).toEqual(Float64Array.of(NaN, NaN));
  // The average gain is 1 and the average loss 0.125 before the gap. The next change is a gain of 1.
  expect(values[6]).toBeCloseTo((100 * 1) / (1 + 0.0625), 12);
});

test("rsi keeps its value over thousands of bars with constant prices, and then continues", () => {
  const close = Float64Array.from({ length: 20_100 }, (_, i) => (i < 30 || i >= 20_000 ? 100 + Math.sin(i) : 100));
  for (const period of [2, 3, 14]) {
    const values = rsi(close, period);
    expect(values[30]).toBeGreaterThan(1);
    expect(values[30]).toBeLessThan(99);
    expect(values[19_999]).toBeCloseTo(values[30]!, 9);
    const stream = rsi.stream(period);
    expect(close.map((price) => stream.update(price))).toEqual(values);
    // After thousands of bars without a change, the first new change decides the value alone.
    expect(values[20_000]).toBe(100 * Number(Math.sin(20_000) > 0));
  }
});

test("rsi returns equal values in batch, stream and peek when its averages are tiny", () => {
  const waved = Array.from({ length: 30 }, (_, i) => 100 + Math.sin(i));
  const fallen = Array.from({ length: 380 }, (_, i) => 100 - i / 4);
  const close = Float64Array.of(...waved, ...fallen, ...Array<number>(2_300).fill(5));
  for (const period of [2, 3]) {
    const values = rsi(close, period);
    const stream = rsi.stream(period);
    for (const [i, price] of close.entries()) {
      expect(stream.peek(price)).toBe(values[i]);
      expect(stream.update(price)).toBe(values[i]);
    }
  }
});

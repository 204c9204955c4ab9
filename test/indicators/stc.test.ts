import { expect, test } from "vitest";
import { stc } from "../../src/indicators/stc.ts";

// By hand: slow averages of 1, 5/3, 23/9 and 41/27 give macd lines of 0, 1/3, 4/9 and -14/27. Their stochastic is 100, 100 and 0.
const source = Float64Array.of(1, 1, 2, 3, 1);

test("stc matches values computed by hand", () => {
  // The stochastic of the values 100 and 100 is 50, as their range is flat. Of 100 and 0 it is 0.
  expect(stc(source, 2, 1, 2, { factor: 1 })).toEqual(Float64Array.of(NaN, NaN, NaN, 50, 0));
});

test("stc smooths both of its stochastics", () => {
  // The first stochastic is smoothed to 100, 100 and 50. The second stochastic of 50 and 0 is smoothed to 50 and 25.
  expect(stc(source, 2, 1, 2)).toEqual(Float64Array.of(NaN, NaN, NaN, 50, 25));
});

test("stc repeats its last value while the range of its first stochastic is flat", () => {
  // The macd line falls once and then only rises, so that its stochastic is 0, then 100 on every bar, which is a flat range.
  const rising = Float64Array.of(8, 8, 4, 8, 16, 32, 64);
  expect(stc(rising, 2, 1, 2, { factor: 1 })).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100, 100, 100));
});

test("stc has a first stochastic of exactly 100 on each bar of a rising macd line", () => {
  // By hand: slow averages of 7/2, 19/6, 55/18, 235/54 and 991/162 give macd lines of 5/2, -1/6, -1/18, 35/54 and 143/162. Their
  // stochastic is 0, then 100 on each bar.
  const rising = Float64Array.of(1, 6, 3, 3, 5, 7);
  expect(stc(rising, 2, 1, 2, { factor: 1 })).toEqual(Float64Array.of(NaN, NaN, NaN, 100, 100, 100));
});

test("stc is exactly 50 if the price never changed", () => {
  expect(stc(new Float64Array(100).fill(0.1))[99]).toBe(50);
});

test("stc has no value while its window contains a missing bar", () => {
  const values = stc(Float64Array.of(8, 8, 4, 8, NaN, 16, 32, 64), 2, 1, 2, { factor: 1 });
  expect(values).toEqual(Float64Array.of(NaN, NaN, NaN, 100, NaN, NaN, NaN, 100));
});

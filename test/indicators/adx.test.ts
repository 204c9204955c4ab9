import { expect, test } from "vitest";
import { adx } from "../../src/indicators/adx.ts";

/*
 * By hand: the true ranges are 3, 2, 3, 4, the upward moves 2, 1, 0, 2 and the downward moves 0, 0, 2, 0. With a period of 2, from
 * index 2 on, the averages are 2.5, 2.75, 3.375 for ranges, 1.5, 0.75, 1.375 for upward and 0, 1, 0.5 for downward moves.
 */
const high = Float64Array.of(10, 12, 13, 12, 14);
const low = Float64Array.of(8, 9, 11, 9, 10);
const close = Float64Array.of(9, 11, 12, 10, 13);

const rounded = (column: Float64Array) => column.map((value) => Number(value.toFixed(9)));

test("adx matches values computed by hand", () => {
  const { plusDi, minusDi, adx: average } = adx(high, low, close, 2);
  expect(rounded(plusDi)).toEqual(rounded(Float64Array.of(NaN, NaN, 60, 300 / 11, 1100 / 27)));
  expect(rounded(minusDi)).toEqual(rounded(Float64Array.of(NaN, NaN, 0, 400 / 11, 400 / 27)));
  expect(rounded(average)).toEqual(rounded(Float64Array.of(NaN, NaN, NaN, 400 / 7, (400 / 7 + 140 / 3) / 2)));
});

test("adx with `init: talib` matches values computed by hand", () => {
  // The averages of range, upward and downward moves are 3 / 2, 2 / 2 and 0 at index 1, then 1.75, 1 and 0, then 2.375, 0.5 and 1.
  const { plusDi, adx: average } = adx(high, low, close, 2, { init: "talib" });
  expect(rounded(plusDi.subarray(0, 4))).toEqual(rounded(Float64Array.of(NaN, NaN, 400 / 7, 400 / 19)));
  expect(rounded(average.subarray(0, 4))).toEqual(rounded(Float64Array.of(NaN, NaN, NaN, 200 / 3)));
});

test("adx is 0 if the price never changed", () => {
  const flat = new Float64Array(6).fill(0.1);
  const { plusDi, minusDi, adx: average } = adx(flat, flat, flat, 2);
  expect([plusDi[5], minusDi[5], average[5]]).toEqual([0, 0, 0]);
});

test("adx counts no directional move for a bar that exceeds the previous high and low by the same amount", () => {
  const { plusDi, minusDi } = adx(Float64Array.of(10, 11), Float64Array.of(9, 8), Float64Array.of(10, 9), 1);
  expect([plusDi[1], minusDi[1]]).toEqual([0, 0]);
});

test("adx keeps its values while prices are constant", () => {
  const length = 40_000;
  const still = (column: Float64Array) => Float64Array.from({ length }, (_, i) => (i < 5 ? column[i]! : 13));
  const { plusDi, minusDi, adx: average } = adx(still(high), still(low), still(close), 2);
  const share = plusDi[20]! / minusDi[20]!;
  expect(plusDi[length - 1]! / minusDi[length - 1]!).toBeCloseTo(share, 9);
  expect(average[length - 1]).toBeCloseTo(average[200]!, 9);
});

test("adx has no values on a missing bar and the next one", () => {
  const { plusDi } = adx(high, low, close.with(1, NaN), 1);
  expect([...plusDi].map(Number.isNaN)).toEqual([true, true, true, false, false]);
});

test("adx continues after a bar whose high lies far below its low", () => {
  const close = Float64Array.from({ length: 120 }, (_, i) => (i < 60 ? 100 : 100 + Math.sin(i)));
  const high = close.map((price, i) => (i === 20 ? 1 : price + Number(i >= 60)));
  const low = close.map((price, i) => price - Number(i >= 60));
  const values = adx(high, low, close, 7);
  const stream = adx.stream(7);
  for (const [i, price] of close.entries()) {
    expect(stream.update(high[i]!, low[i]!, price)).toEqual({
      plusDi: values.plusDi[i],
      minusDi: values.minusDi[i],
      adx: values.adx[i],
    });
  }
  expect(values.adx[119]).toBeGreaterThan(0);
});

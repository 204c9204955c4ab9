import * as fc from "fast-check";
import { expect, test } from "vitest";
import { packColumn, packTimes, significantDecimals } from "../../src/report/packed-column.ts";
import { unpacked } from "./unpacked.ts";
import { property } from "../support/property.ts";

test("prices are packed into steps between neighbors, in units of the last decimal", () => {
  expect(packColumn([1455.219971, 1399.420044, 1402.109985], 2)).toEqual({
    times: 1,
    over: 100,
    steps: [145522, -5580, 269],
  });
});

test("a missing price is packed as null, and the next step starts from the last price before the gap", () => {
  const packed = packColumn([NaN, 1, NaN, 3, Infinity], 0);
  expect(packed.steps).toEqual([null, 1, null, 2, null]);
  expect(unpacked(packed)).toEqual([NaN, 1, NaN, 3, NaN]);
});

test("times are packed into multiples of their greatest common step, such as a day", () => {
  const days = [946857600, 946944000, 947203200];
  expect(packTimes(days)).toEqual({ times: 86400, over: 1, steps: [10959, 1, 3] });
  expect(packTimes([]).steps).toEqual([]);
  expect(packTimes([0, 0])).toEqual({ times: 1, over: 1, steps: [0, 0] });
});

property([fc.array(fc.double({ min: -1e9, max: 1e9 })), fc.integer({ min: 0, max: 4 })])(
  "values that were packed and unpacked equal the original values, rounded to the decimals",
  (values, decimals) => {
    const back = unpacked(packColumn(values, decimals));
    values.forEach((value, i) => {
      if (Number.isNaN(value)) expect(back[i]).toBeNaN();
      else expect(Math.abs(back[i]! - value)).toBeLessThanOrEqual(0.5000001 / 10 ** decimals);
    });
  },
);

property([fc.array(fc.integer({ min: 0, max: 4_000_000_000 }))])(
  "times that were packed and unpacked equal the original times",
  (times) => {
    expect(unpacked(packTimes(times))).toEqual(times);
  },
);

test("a packed column has as many decimals as its largest value needs for the requested number of digits", () => {
  expect(significantDecimals([3386.15, 12], 6)).toBe(2);
  expect(significantDecimals([0.00012], 4)).toBe(7);
  expect(significantDecimals([123456], 4)).toBe(0);
  expect(significantDecimals([NaN, 0, Infinity], 4)).toBe(0);
});

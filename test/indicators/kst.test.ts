import { expect, test } from "vitest";
import { kst } from "../../src/indicators/kst.ts";

test("kst matches values computed by hand", () => {
  // The price changes by 100, 50 and 100 percent, and the weights of the four time spans sum to 10.
  const { kst: line, signal } = kst(Float64Array.of(1, 2, 3, 6), 1, 1, 1, 1, 1, 1, 1, 1, 2);
  expect(line).toEqual(Float64Array.of(NaN, 1000, 500, 1000));
  expect(signal).toEqual(Float64Array.of(NaN, NaN, 750, 750));
});

test("kst gives each of its four time spans its own rate of change, average and weight", () => {
  // The price rises by 100 percent over one bar, 300 percent over two bars and 700 percent over three bars.
  const { kst: line } = kst(Float64Array.of(1, 2, 4, 8, 16), 1, 2, 3, 1, 2, 1, 1, 3, 1);
  expect(line).toEqual(Float64Array.of(NaN, NaN, NaN, 100 + 600 + 2100 + 400, 3200));
});

test("kst is exactly 0 for constant prices", () => {
  const { kst: line, signal } = kst(new Float64Array(60).fill(0.1));
  expect(line[44]).toBe(0);
  expect(signal[52]).toBe(0);
});

test("kst has no value for a change from a price of zero", () => {
  const { kst: line } = kst(Float64Array.of(1, 2, 0, 3, 6, 12), 1, 1, 1, 1, 1, 1, 1, 1, 1);
  expect(line).toEqual(Float64Array.of(NaN, 1000, -1000, NaN, 1000, 1000));
});

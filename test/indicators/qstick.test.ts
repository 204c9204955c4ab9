import { expect, test } from "vitest";
import { qstick } from "../../src/indicators/qstick.ts";

test("qstick matches values computed by hand", () => {
  // The bodies of the bars, close minus open, are 1, 1, -1 and 0.5.
  const open = Float64Array.of(10, 11, 12, 11);
  const close = Float64Array.of(11, 12, 11, 11.5);
  expect(qstick(open, close, 2)).toEqual(Float64Array.of(NaN, 1, 0, -0.25));
  expect(qstick(open, close, 4)).toEqual(Float64Array.of(NaN, NaN, NaN, 0.375));
});

test("qstick is exactly 0 for bars that open and close at the same price", () => {
  const price = new Float64Array(9).fill(0.1);
  expect(qstick(price, price, 8)[8]).toBe(0);
});

test("qstick has no value while its window contains a bar without an open", () => {
  const open = Float64Array.of(10, NaN, 12, 11);
  const close = Float64Array.of(11, 12, 11, 11.5);
  expect(qstick(open, close, 2)).toEqual(Float64Array.of(NaN, NaN, NaN, -0.25));
});

import { expect, test } from "vitest";
import { fisher } from "../../src/indicators/fisher.ts";

test("fisher matches values computed by hand", () => {
  // The price is at the top of its range on both bars, so the smoothed positions are 0.33 and 0.5511.
  const price = Float64Array.of(1, 2, 3);
  const first = 0.5 * Math.log(1.33 / 0.67);
  const { fisher: value, trigger } = fisher(price, price, 2);
  expect([...value]).toEqual([NaN, near(first), near(0.5 * Math.log(1.5511 / 0.4489) + 0.5 * first)]);
  expect([...trigger]).toEqual([NaN, NaN, near(first)]);
});

test("fisher replaces a smoothed position above 0.99 by 0.999", () => {
  const rising = Float64Array.from({ length: 60 }, (_, i) => i);
  const { fisher: value } = fisher(rising, rising);
  // With a position of 0.999 each value is half of the previous one plus a constant, so values tend to ln(1.999 / 0.001) = ln(1999).
  expect(value[59]).toBeCloseTo(Math.log(1999), 9);
});

test("fisher is exactly 0 if the price never changed, and returns to 0 when the price stops changing", () => {
  const flat = new Float64Array(30).fill(0.1);
  expect(fisher(flat, flat).fisher[29]).toBe(0);
  const resting = Float64Array.from({ length: 200 }, (_, i) => Math.min(i, 20));
  expect(fisher(resting, resting).fisher[199]).toBeCloseTo(0, 9);
});

test("fisher has no value while its window contains a missing bar, and then continues", () => {
  const { fisher: value, trigger } = fisher(Float64Array.of(1, 2, NaN, 7, 8), Float64Array.of(1, 2, 5, 7, 8), 2);
  const first = 0.5 * Math.log(1.33 / 0.67);
  expect([...value]).toEqual([NaN, near(first), NaN, NaN, near(0.5 * Math.log(1.5511 / 0.4489) + 0.5 * first)]);
  expect([...trigger]).toEqual([NaN, NaN, NaN, NaN, near(first)]);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}

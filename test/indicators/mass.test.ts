import { expect, test } from "vitest";
import { mass } from "../../src/indicators/mass.ts";

test("mass matches values computed by hand", () => {
  // The ranges are 2, 2, 4 and 4. Their averages with a factor of 2/3 are 2, 10/3 and 34/9.
  // The averages of these averages are 8/3 and 92/27, so the ratios are 5/4 and 102/92.
  const values = mass(Float64Array.of(10, 10, 12, 12), new Float64Array(4).fill(8), 2, 2);
  expect(values.subarray(0, 3)).toEqual(Float64Array.of(NaN, NaN, NaN));
  expect(values[3]).toBeCloseTo(5 / 4 + 102 / 92, 14);
});

test("mass equals its period if all bars have the same range, even a range of 0", () => {
  const high = new Float64Array(60).fill(0.3);
  expect(mass(high, new Float64Array(60).fill(0.1))[59]).toBe(25);
  expect(mass(high, high)[59]).toBe(25);
});

test("mass stays exact for thousands of bars without a range", () => {
  // The ratio of the two averages, t bars after the last bar with a range of 1, is 0.8^t / (0.8^t * (1 + 0.2 * t)).
  const high = new Float64Array(6000).fill(1, 0, 100);
  const values = mass(high, new Float64Array(6000), 1);
  for (const t of [1, 10, 3000, 5900]) expect(values[99 + t]).toBeCloseTo(1 / (1 + 0.2 * t), 12);
});

test("mass returns equal values in batch and stream after a bar whose high is far below its low", () => {
  const high = Float64Array.from({ length: 400 }, (_, i) => 101 + Math.sin(i)).with(60, 0);
  const low = Float64Array.from({ length: 400 }, (_, i) => 100 - Math.cos(i));
  const values = mass(high, low);
  const stream = mass.stream();
  expect(high.map((price, i) => stream.update(price, low[i]!))).toEqual(values);
  expect(values[399]).toBeCloseTo(mass(high.with(60, 101), low)[399]!, 12);
});

import { expect, test } from "vitest";
import { crsi } from "../../src/indicators/crsi.ts";

const source = Float64Array.of(10, 11, 13, 11.5, 14.5);

// By hand on the last bar: changes of 1, 2, -1.5 and 3 have an average gain of 15/8 and loss of 3/8. The streak 1, 2, -1, 1 has an
// average gain of 5/4 and loss of 3/4. The last percent change exceeds the three before it.
test("crsi matches values computed by hand", () => {
  // The value is the mean of the price's rsi 250/3, the streak's rsi 62.5 and the rank 100.
  expect([...crsi(source, 2, 2, 3)]).toEqual([NaN, NaN, NaN, NaN, expect.closeTo((250 / 3 + 162.5) / 3, 12)]);
});

test("crsi counts equal changes in its percent rank, except with `ties: below`", () => {
  const flat = new Float64Array(5).fill(0.1);
  expect(crsi(flat, 2, 2, 3)[4]).toBeCloseTo(200 / 3, 12);
  expect(crsi(flat, 2, 2, 3, { ties: "below" })[4]).toBeCloseTo(100 / 3, 12);
});

test("crsi has no value for a change from a price of zero", () => {
  const values = crsi(Float64Array.of(1, 0, 3, 4, 5, 6), 1, 1, 1);
  expect([...values].map(Number.isNaN)).toEqual([true, true, true, true, false, false]);
});

test("crsi has no value while the window of its percent rank contains a missing bar, and then continues its streak", () => {
  const values = crsi(Float64Array.of(1, 2, 3, NaN, 4, 5, 6, 7), 1, 1, 1);
  expect([...values]).toEqual([
    NaN,
    NaN,
    expect.closeTo(200 / 3, 12),
    NaN,
    NaN,
    NaN,
    expect.closeTo(200 / 3, 12),
    expect.closeTo(200 / 3, 12),
  ]);
});

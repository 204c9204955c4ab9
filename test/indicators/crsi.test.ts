import { expect, test } from "vitest";
import { crsi } from "../../src/indicators/crsi.ts";

const source = Float64Array.of(10, 11, 13, 11.5, 14.5);

// By hand: changes of 1, 2, -1.5 and 3 have averages of 15/8 up and 3/8 down at the end; the streak of 1, 2, -1 and 1 changes by 1, -3
// and 2, averages of 5/4 up and 3/4 down; the last change in percent is above the three before.
test("by hand: 250/3, 62.5 and 100", () => {
  expect([...crsi(source, 2, 2, 3)]).toEqual([NaN, NaN, NaN, NaN, expect.closeTo((250 / 3 + 162.5) / 3, 12)]);
});

test("a change as large as the ones before counts in the rank, or not", () => {
  const flat = new Float64Array(5).fill(0.1);
  expect(crsi(flat, 2, 2, 3)[4]).toBeCloseTo(200 / 3, 12);
  expect(crsi(flat, 2, 2, 3, { ties: "below" })[4]).toBeCloseTo(100 / 3, 12);
});

test("no change is taken from zero", () => {
  const values = crsi(Float64Array.of(1, 0, 3, 4, 5, 6), 1, 1, 1);
  expect([...values].map(Number.isNaN)).toEqual([true, true, true, true, false, false]);
});

test("a missing bar breaks the window of the rank, and the streak goes on after it", () => {
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

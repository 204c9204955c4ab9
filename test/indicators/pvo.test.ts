import { expect, test } from "vitest";
import { pvo } from "../../src/indicators/pvo.ts";

const volume = Float64Array.of(100, 300, 300, 600);

// By hand: volumes of 300, 300 and 600 have slow averages of 200, 800/3 and 4400/9.
test("pvo matches values computed by hand", () => {
  // The volumes exceed their slow averages by 50, 12.5 and 250/11 percent.
  const { pvo: line, signal, histogram } = pvo(volume, 1, 2, 2);
  expect([...line]).toEqual([NaN, near(50), near(12.5), near(250 / 11)]);
  expect([...signal]).toEqual([NaN, NaN, near(31.25), near(31.25 / 3 + 500 / 33)]);
  expect([...histogram]).toEqual([NaN, NaN, near(-18.75), near(250 / 33 - 31.25 / 3)]);
});

test("pvo has no values while volume is zero, and its signal line starts after enough values", () => {
  const { pvo: line, signal } = pvo(Float64Array.of(0, 0, 0, 300, 300), 1, 2, 2);
  expect([...line]).toEqual([NaN, NaN, NaN, near(50), near(12.5)]);
  expect([...signal]).toEqual([NaN, NaN, NaN, NaN, near(31.25)]);
});

test("pvo has no values on a missing bar, and continues on the next bar", () => {
  const gappy = Float64Array.of(100, 300, 300, Infinity, 600);
  expect([...pvo(gappy, 1, 2, 2).pvo]).toEqual([NaN, near(50), near(12.5), NaN, near(250 / 11)]);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}

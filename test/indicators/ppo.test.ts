import { expect, test } from "vitest";
import { ppo } from "../../src/indicators/ppo.ts";
import { randomWalk } from "../support/series.ts";

const close = Float64Array.of(1, 2, 4, 7, 11);

// By hand: the fast average is 19/6, 103/18 and 499/54, the slow one 7/3, 14/3 and 47/6. Their differences, in percent of the slow
// average, are the line.
const lines = [500 / 14, 1900 / 84, 7600 / 423];

test("ppo matches values computed by hand", () => {
  const { ppo: line, signal, histogram } = ppo(close, 2, 3, 2);
  const first = (lines[0]! + lines[1]!) / 2;
  const second = first + (2 / 3) * (lines[2]! - first);
  expect([...line]).toEqual([NaN, NaN, ...lines.map(near)]);
  expect([...signal]).toEqual([NaN, NaN, NaN, near(first), near(second)]);
  expect([...histogram]).toEqual([NaN, NaN, NaN, near(lines[1]! - first), near(lines[2]! - second)]);
});

test("ppo with simple averages matches values computed by hand", () => {
  // The differences are 2/3, 7/6 and 5/3, and the slow averages 7/3, 13/3 and 22/3.
  const { ppo: line, signal } = ppo(close, 2, 3, 2, { average: "sma" });
  const simple = [200 / 7, 350 / 13, 250 / 11];
  expect([...line]).toEqual([NaN, NaN, ...simple.map(near)]);
  expect([...signal]).toEqual([
    NaN,
    NaN,
    NaN,
    near((simple[0]! + simple[1]!) / 2),
    near((simple[1]! + simple[2]!) / 2),
  ]);
});

test("ppo has no value while its slow average is zero, and its signal line continues afterwards", () => {
  const across = Float64Array.of(4, 2, -2, 1, 5);
  // The fast average covers one bar and the slow one two bars. The slow average is 3, 0, -0.5 and 3.
  const simple = ppo(across, 1, 2, 2, { average: "sma" });
  expect([...simple.ppo]).toEqual([NaN, near(-100 / 3), NaN, near(-300), near(200 / 3)]);
  expect([...simple.signal]).toEqual([NaN, NaN, NaN, NaN, near(-350 / 3)]);
  const zero = ppo(new Float64Array(40));
  expect(zero.ppo.every(Number.isNaN) && zero.signal.every(Number.isNaN)).toBe(true);
  // The exponential averages cover 1 and 3 bars. The slow average is 1, 0 and 1.
  const { ppo: line, signal } = ppo(Float64Array.of(1, 1, 1, -1, 2), 1, 3, 2);
  expect([...line]).toEqual([NaN, NaN, 0, NaN, 100]);
  expect([...signal]).toEqual([NaN, NaN, NaN, NaN, 50]);
});

test("ppo averages continue after a missing value", () => {
  const { ppo: line } = ppo(Float64Array.of(1, 2, 4, 7, -Infinity, 11), 2, 3, 2);
  expect([...line].slice(3)).toEqual([near(lines[1]!), NaN, near(lines[2]!)]);
});

test("ppo with simple averages depends only on the prices in its windows", () => {
  const walk = randomWalk(200, 6);
  const other = walk.map((price, i) => (i < 80 ? price * 1e12 : price));
  const [one, two] = [walk, other].map((series) => ppo(series, { average: "sma" }).histogram.subarray(80 + 33));
  expect(two).toEqual(one);
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}

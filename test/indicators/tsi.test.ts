import { expect, test } from "vitest";
import { tsi } from "../../src/indicators/tsi.ts";

// By hand: the changes are 2, -1, 3 and -1. Smoothed twice with a weight of 2/3 they are 4/3 and 13/27, and without signs 2 and 5/3.
const price = Float64Array.of(10, 12, 11, 14, 13);
const lines = [(100 * (4 / 3)) / 2, (100 * (13 / 27)) / (5 / 3)];

test("tsi matches values computed by hand", () => {
  const { tsi: line, signal } = tsi(price, 2, 2, 2);
  expect([...line]).toEqual([NaN, NaN, NaN, near(lines[0]!), near(lines[1]!)]);
  expect([...signal]).toEqual([NaN, NaN, NaN, NaN, near((lines[0]! + lines[1]!) / 2)]);
});

test("tsi is 100 for rises, -100 for falls and 0 without movement", () => {
  const rising = Float64Array.from({ length: 60 }, (_, i) => 10 + i * 0.37);
  const from = 25 + 13 - 1;
  expect(new Set(tsi(rising).tsi.subarray(from))).toEqual(new Set([100]));
  expect(new Set(tsi(rising.toReversed()).tsi.subarray(from))).toEqual(new Set([-100]));
  expect(new Set(tsi(new Float64Array(60).fill(0.1)).tsi.subarray(from))).toEqual(new Set([0]));
});

test("tsi leaves out the changes to and from a missing value, then continues", () => {
  const { tsi: line } = tsi(Float64Array.of(10, 12, 11, 14, NaN, 50, 49), 2, 2, 2);
  expect([...line.subarray(3)]).toEqual([near(lines[0]!), NaN, NaN, near(lines[1]!)]);
});

test("tsi converges while prices are constant, and its next value depends only on the next change", () => {
  const close = Float64Array.from({ length: 30_100 }, (_, i) => (i < 60 || i >= 30_000 ? 100 + Math.sin(i) : 100));
  for (const [long, short] of [
    [2, 2],
    [25, 13],
    [2, 40],
  ] as const) {
    const { tsi: line } = tsi(close, long, short, 13);
    expect(Math.abs(line[29_999]!)).toBeLessThan(100);
    expect(Math.abs(line[29_999]!)).toBeGreaterThan(0.1);
    // With equal smoothing periods the value converges much more slowly.
    expect(line[29_999]).toBeCloseTo(line[29_998]!, long === short ? 6 : 9);
    const stream = tsi.stream(long, short, 13);
    expect(close.map((value) => stream.update(value).tsi)).toEqual(line);
    // After thousands of bars without a change, the first new change decides the value alone.
    expect(line[30_000]).toBe(100 * Math.sign(Math.sin(30_000)));
  }
});

function near(value: number): unknown {
  return expect.closeTo(value, 12);
}

test("tsi with a signal period of 1 equals its signal line bit for bit", () => {
  // Two falls are followed by a rise, so that tsi jumps from between -100 and 0 to 100 in one step.
  const close = Float64Array.from({ length: 400 }, (_, i) => 100 + [0, -0.3, -1.7][i % 3]! + (i % 7) / 11);
  const { tsi: line, signal } = tsi(close, 2, 1, 1);
  expect(signal).toEqual(line);
  const stream = tsi.stream(2, 1, 1);
  for (const [i, price] of close.entries()) {
    expect(stream.peek(price).signal).toBe(line[i]);
    expect(stream.update(price).signal).toBe(line[i]);
  }
});

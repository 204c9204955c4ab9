import { expect, test } from "vitest";
import { smi } from "../../src/indicators/smi.ts";

// By hand from index 2: the lowest lows 8, 9, 9 and highest highs 12, 13, 13 have midpoints of 10, 11, 11, and the closes are 0, 1
// and -1.5 away from them.
const high = Float64Array.of(10, 12, 11, 13, 12);
const low = Float64Array.of(8, 9, 9, 10, 9);
const close = Float64Array.of(9, 11, 10, 12, 9.5);

test("smi without smoothing matches values computed by hand", () => {
  const { smi: line, signal } = smi(high, low, close, 3, 1, 1, 2);
  expect(line).toEqual(Float64Array.of(NaN, NaN, 0, 50, -75));
  expect([...signal]).toEqual([NaN, NaN, NaN, 25, expect.closeTo(25 - 200 / 3, 12)]);
});

test("smi with smoothing matches values computed by hand", () => {
  // The distances of the closes are smoothed to 0.5 and -5/6, and all ranges are 4.
  const { smi: line } = smi(high, low, close, 3, 2, 1, 1);
  expect([...line]).toEqual([NaN, NaN, NaN, 25, expect.closeTo(-125 / 3, 12)]);
});

test("smi is 0 if all prices are equal", () => {
  const flat = new Float64Array(30).fill(0.1);
  const { smi: line, signal } = smi(flat, flat, flat);
  expect(line[29]).toBe(0);
  expect(signal[29]).toBe(0);
});

test("smi moves a close outside the high-low range of its bar to the nearest edge", () => {
  expect(smi(high, low, close.with(4, 1), 3, 1, 1, 1).smi[4]).toBe(-100);
  expect(smi(high, low, close.with(4, 30), 3, 1, 1, 1).smi[4]).toBe(100);
});

test("smi with a signal period of 1 equals its signal line bit for bit", () => {
  // The closes are at the edges of their bars or between them, so that smi can jump from 33 to 100 in one step.
  const top = Float64Array.from({ length: 400 }, (_, i) => 100 + (i % 7) / 10);
  const bottom = top.map((value, i) => value - 1 - (i % 11) / 7);
  const last = top.map((value, i) => (i % 3 === 0 ? value : bottom[i]! + ((i % 13) / 17) * (value - bottom[i]!)));
  const { smi: line, signal } = smi(top, bottom, last, 1, 1, 1, 1);
  expect(line).toContain(100);
  expect(signal).toEqual(line);
  const stream = smi.stream(1, 1, 1, 1);
  for (const [i, price] of last.entries()) {
    expect(stream.peek(top[i]!, bottom[i]!, price).signal).toBe(line[i]);
    expect(stream.update(top[i]!, bottom[i]!, price).signal).toBe(line[i]);
  }
});

test("smi converges while prices are constant, and its next value depends only on the next bar", () => {
  const rests = (i: number) => i >= 60 && i < 4_000;
  const last = Float64Array.from({ length: 4_001 }, (_, i) => 100 + (rests(i) ? 0 : Math.sin(i)));
  const top = last.map((price, i) => price + (rests(i) ? 0 : 0.3));
  const bottom = last.map((price, i) => price - (rests(i) ? 0 : 0.2));
  for (const [first, second] of [
    [3, 3],
    [2, 5],
    [5, 2],
  ] as const) {
    const { smi: line } = smi(top, bottom, last, 10, first, second, 3);
    expect(Math.abs(line[3_999]!)).toBeLessThan(95);
    expect(Math.abs(line[3_999]!)).toBeGreaterThan(1);
    // With equal smoothing periods the value converges much more slowly.
    expect(line[3_999]).toBeCloseTo(line[3_000]!, first === second ? 1 : 9);
    const stream = smi.stream(10, first, second, 3);
    expect(line.every((value, i) => Object.is(value, stream.update(top[i]!, bottom[i]!, last[i]!).smi))).toBe(true);
    // The old averages have faded, so that only the position of this bar's close in the range counts.
    const [highest, lowest] = [Math.max(top[4_000]!, 100), Math.min(bottom[4_000]!, 100)];
    const middle = (highest + lowest) / 2;
    expect(line[4_000]).toBeCloseTo((200 * (last[4_000]! - middle)) / (highest - lowest), 9);
  }
});

test("smi returns equal values in batch and stream after a bar whose high is far below its low", () => {
  const top = Float64Array.from({ length: 200 }, (_, i) => 101 + Math.sin(i)).with(60, 0);
  const bottom = Float64Array.from({ length: 200 }, (_, i) => 100 - Math.cos(i));
  const last = new Float64Array(200).fill(100.5);
  const { smi: line } = smi(top, bottom, last, 1, 3, 3, 3);
  const stream = smi.stream(1, 3, 3, 3);
  expect(top.map((price, i) => stream.update(price, bottom[i]!, last[i]!).smi)).toEqual(line);
  expect(line[199]).toBeCloseTo(smi(top.with(60, 101), bottom, last, 1, 3, 3, 3).smi[199]!, 9);
});

test("smi returns equal values in batch, stream and peek when its averages are tiny", () => {
  // From bar 30 on, closes are in the middle of their bars, so that the average distance fades. From bar 70 on, the range fades too.
  const height = (i: number) => (i < 70 ? 1 : 0);
  const last = Float64Array.from({ length: 2_400 }, (_, i) => 100 + (i < 30 ? Math.sin(i) : 0));
  const top = last.map((price, i) => price + height(i));
  const bottom = last.map((price, i) => price - height(i));
  const { smi: line } = smi(top, bottom, last, 2, 2, 1, 3);
  const stream = smi.stream(2, 2, 1, 3);
  for (const [i, price] of last.entries()) {
    expect(stream.peek(top[i]!, bottom[i]!, price).smi).toBe(line[i]);
    expect(stream.update(top[i]!, bottom[i]!, price).smi).toBe(line[i]);
  }
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { curveLines } from "../../../src/report/research/curve-lines.ts";
import { histogram } from "../../../src/report/research/monte-carlo-payload.ts";
import { shownRanks } from "../../../src/report/research/sweep-payload.ts";
import { unpacked } from "../unpacked.ts";
import { property } from "../../support/property.ts";

test("the page of a sweep shows all trials if there are few", () => {
  expect(shownRanks(5, 10, 4)).toEqual([0, 1, 2, 3, 4]);
});

test("the page of a sweep with many trials shows all of the best and an even sample of the others", () => {
  expect(shownRanks(100, 10, 4)).toEqual([0, 1, 2, 3, 4, 23, 42, 61, 80, 99]);
});

property([fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 6, max: 200 })])(
  "the page of a sweep shows trials in ascending rank, as many as it has room for",
  (length, most) => {
    const ranks = shownRanks(length, most, Math.floor(most / 3));
    expect(ranks).toHaveLength(Math.min(length, most));
    expect(ranks.every((rank, i) => i === 0 || rank > ranks[i - 1]!)).toBe(true);
    expect(ranks.at(-1)).toBe(length - 1);
  },
);

property([fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 300 })])(
  "a histogram of a Monte Carlo analysis counts every value once",
  (values) => {
    const { counts, below, above } = histogram(Float64Array.from(values));
    expect(counts.reduce((sum, count) => sum + count, below + above)).toBe(values.length);
  },
);

test("an equity curve shows a daily close at midnight at the bar's date, and merged points keep the deepest drawdown", () => {
  const day = 86_400_000;
  const close = Date.UTC(2024, 0, 2);
  const { daily, lines } = curveLines(
    [
      {
        name: "x",
        time: Float64Array.of(close, close + day),
        date: Float64Array.of(close - day, close),
        equity: Float64Array.of(110, 99),
        start: 100,
        currencyDecimals: 2,
      },
    ],
    "1d",
    "UTC",
  );
  expect(daily).toBe(true);
  expect(unpacked(lines[0]!.time).map((seconds) => new Date(seconds * 1000).toISOString().slice(0, 10))).toEqual([
    "2024-01-01",
    "2024-01-02",
  ]);
  expect(unpacked(lines[0]!.equity)).toEqual([110, 99]);
  expect(unpacked(lines[0]!.drawdown)).toEqual([0, -0.1]);
  const many = 13_000;
  const falls = Float64Array.from({ length: many }, (_, i) => (i === 6001 ? 50 : 100));
  const time = Float64Array.from({ length: many }, (_, i) => close + i * day);
  const merged = curveLines(
    [{ name: "x", time, date: time.map((at) => at - day), equity: falls, start: 100, currencyDecimals: 2 }],
    "1d",
    "UTC",
  );
  expect(merged.recordsPerPoint).toBe(3);
  expect(Math.min(...unpacked(merged.lines[0]!.drawdown))).toBe(-0.5);
});

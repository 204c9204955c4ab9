import * as fc from "fast-check";
import { defineStrategy, marketOf, param } from "hindcast";
import { between, crossValidate, optimize, range, sweep } from "hindcast/research";
import { describe, expect, test } from "vitest";
import { ParamSpace } from "../../src/research/space/param-space.ts";
import { sampleCount, samplesOf } from "../../src/research/space/sampling.ts";
import { flatBars } from "../support/market.ts";
import { SobolSequence, SOBOL_DIMENSIONS } from "../../src/research/space/sobol.ts";
import { property } from "../support/property.ts";

const strategy = defineStrategy({
  name: "two-averages",
  params: {
    fast: param.integer({ default: 5, min: 2, max: 50 }),
    slow: param.integer({ default: 20, min: 2, max: 100 }),
    width: param.number({ default: 1, min: 0, max: 10 }),
    kind: param.choice(["sma", "ema"], { default: "sma" }),
  },
  constraint: ({ fast, slow }) => fast < slow,
});

test("range(from, to, step) includes both ends and has no rounding errors in its decimals", () => {
  expect(range(5, 20, 5)).toEqual([5, 10, 15, 20]);
  expect(range(0.1, 0.5, 0.1)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5]);
  expect(range(-0.3, 0.3, 0.1)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  expect(range(-100, 100, 0.001).slice(99_999, 100_003)).toEqual([-0.001, 0, 0.001, 0.002]);
  expect(range(1_234_567_890_123, 1_234_567_890_125)).toEqual([
    1_234_567_890_123, 1_234_567_890_124, 1_234_567_890_125,
  ]);
  expect(range(1e-13, 3e-13, 1e-13)).toEqual([1e-13, 2e-13, 3e-13]);
  expect(range(0, 0)).toEqual([0]);
  expect(() => range(1, 2, 0)).toThrow("step must be a finite number above 0, was 0");
});

describe("a parameter grid", () => {
  test("contains all combinations that the constraints accept, with the last parameter varying fastest", () => {
    const space = new ParamSpace(
      strategy,
      { fast: [2, 30], slow: [20, 40], kind: ["sma", "ema"] },
      (p) => p["kind"] === "sma" || p["fast"] === 2,
    );
    expect([...samplesOf(space, "grid", 1)]).toEqual([
      { fast: 2, slow: 20, kind: "sma" },
      { fast: 2, slow: 20, kind: "ema" },
      { fast: 2, slow: 40, kind: "sma" },
      { fast: 2, slow: 40, kind: "ema" },
      { fast: 30, slow: 40, kind: "sma" },
    ]);
    expect(sampleCount(space, "grid")).toBe(5);
  });

  test("computes its combinations on demand: the first of almost a million is available at once", () => {
    const space = new ParamSpace(strategy, { fast: range(2, 50), slow: range(2, 100), width: range(0, 1.99, 0.01) });
    expect(space.size).toBe(49 * 99 * 200);
    expect(samplesOf(space, "grid", 1)[Symbol.iterator]().next().value).toEqual({ fast: 2, slow: 3, width: 0 });
  });

  test("with more than a million combinations is refused before any constraint runs, with their number and advice", () => {
    let checked = 0;
    const large = { fast: range(2, 50), slow: range(2, 100), width: range(0, 9.99, 0.01) };
    const space = new ParamSpace(strategy, large, () => {
      checked++;
      return true;
    });
    expect(() => samplesOf(space, "grid", 1)).toThrow(
      "a full grid has at most 1,000,000 points, this one has 4,851,000 (values: fast 49, slow 99, width 1,000): try fewer values, draw some of the points with random:COUNT or sobol:COUNT, or search with optimize",
    );
    expect(checked).toBe(0);
    expect([...samplesOf(space, { random: 40 }, 1)]).toHaveLength(40);
    for (const kind of ["random", "sobol"])
      expect(() => samplesOf(space, { [kind]: 2e9 } as never, 1)).toThrow(
        `${kind} must be a whole number from 1 to 1000000, was 2000000000`,
      );
  });

  test("with a million combinations is accepted, and with one more is refused", () => {
    const wide = defineStrategy({
      name: "wide",
      params: { a: param.integer({ default: 2, max: 1e6 }), b: param.integer({ default: 3, max: 1e6 }) },
    });
    const grid = (a: number, b: number) => new ParamSpace(wide, { a: range(1, a), b: range(1, b) });
    expect(sampleCount(grid(1000, 1000), "grid")).toBe(1_000_000);
    expect(samplesOf(grid(1000, 1000), "grid", 1)[Symbol.iterator]().next().value).toEqual({ a: 1, b: 1 });
    // 101 × 9,901 is 1,000,001.
    expect(() => samplesOf(grid(101, 9901), "grid", 1)).toThrow(
      "a full grid has at most 1,000,000 points, this one has 1,000,001 (values: a 101, b 9,901)",
    );
  });

  test("with two billion combinations is refused at once by sweep, optimize and crossValidate", async () => {
    const wide = defineStrategy({
      name: "wide",
      params: { a: param.integer({ default: 2, max: 1e5 }), b: param.integer({ default: 3, max: 1e5 }) },
    });
    const params = { a: range(1, 50_000), b: range(1, 40_000) };
    const data = marketOf({ X: flatBars(Array.from({ length: 60 }, () => 100)) });
    const refused = { code: "PARAMETER_OUT_OF_RANGE", details: { points: 2e9 } };
    await expect(sweep(wide, data, { params })).rejects.toMatchObject(refused);
    await expect(crossValidate(wide, data, { params })).rejects.toMatchObject(refused);
    await expect(optimize(wide, data, { params, trials: 2e9 })).rejects.toThrow("trials must be a whole number");
  });

  test("needs lists of values and refuses continuous ranges", () => {
    const space = new ParamSpace(strategy, { width: between(1, 2) });
    expect(() => samplesOf(space, "grid", 1)).toThrow(
      "sampling must be random or sobol if a parameter is a continuous range",
    );
    for (const wrong of ["all", { halton: 8 }, { random: 8, sobol: 8 }, null])
      for (const call of [sampleCount, samplesOf])
        expect(() => call(space, wrong as never, 1)).toThrow(
          "sampling must be grid, { random: count } or { sobol: count }",
        );
  });
});

test("parameter values that a strategy does not allow are refused before the first run of a sweep", () => {
  expect(() => new ParamSpace(strategy, { fats: [5] })).toThrow(
    'two-averages has no parameter "fats"; it has fast, slow, width, kind',
  );
  expect(() => new ParamSpace(strategy, { fast: [1, 5] })).toThrow("fast must be a whole number from 2 to 50, was 1");
  expect(() => new ParamSpace(strategy, { fast: [5, 5] })).toThrow(
    "fast must be a list without repeated values, was [5,5]",
  );
  expect(() => new ParamSpace(strategy, { fast: between(2, 9) })).toThrow("fast must be a list");
});

property([fc.integer({ min: 0, max: 2 ** 32 - 1 })], { numRuns: 20 })(
  "random samples of a grid are unique, satisfy the constraint, and end when all combinations were drawn",
  (seed) => {
    const space = new ParamSpace(strategy, { fast: [2, 3, 4], slow: [3, 4] });
    const points = [...samplesOf(space, { random: 50 }, seed)].map((point) => JSON.stringify(point));
    // The constraint accepts (2, 3), (2, 4) and (3, 4) of the six pairs.
    expect(new Set(points).size).toBe(3);
    expect(points).toHaveLength(3);
  },
);

property([fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: SOBOL_DIMENSIONS - 1 })], {
  numRuns: 30,
})("64 Sobol points with any seed have one point in each of 64 equal parts of every axis", (seed, axis) => {
  const sequence = new SobolSequence(SOBOL_DIMENSIONS, seed);
  const places = Array.from({ length: 64 }, () => Math.floor(sequence.next()[axis]! * 64));
  expect(new Set(places).size).toBe(64);
});

test("64 Sobol points in two dimensions have one point in each of 64 equal boxes, whatever their shape", () => {
  const sequence = new SobolSequence(2, 7);
  const points = Array.from({ length: 64 }, () => sequence.next());
  for (let bits = 0; bits <= 6; bits++) {
    const boxes = points.map(([x, y]) => `${Math.floor(x! * 2 ** bits)},${Math.floor(y! * 2 ** (6 - bits))}`);
    expect(new Set(boxes).size).toBe(64);
  }
});

test("a continuous parameter range on a log scale gives each power of ten the same share", () => {
  const space = new ParamSpace(strategy, { width: between(0.01, 10, "log") });
  expect(space.atShares([0])["width"]).toBeCloseTo(0.01, 12);
  expect(space.atShares([1 / 3])["width"]).toBeCloseTo(0.1, 12);
  expect(space.atShares([2 / 3])["width"]).toBeCloseTo(1, 12);
  expect(() => between(0.01, 10, "logarithmic" as "log")).toThrow('scale must be linear or log, was "logarithmic"');
});

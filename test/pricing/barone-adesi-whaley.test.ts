import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baroneAdesiWhaley } from "../../src/pricing/barone-adesi-whaley.ts";
import { blackScholes } from "../../src/pricing/black-scholes.ts";
import type { Right } from "../../src/pricing/right.ts";
import { arbitraryOption, type OptionArguments } from "./arbitrary-option.ts";

// Prices of the approximation in Barone-Adesi and Whaley 1987, with strike 100, cost of carry -0.04 and spots of 80, 90, 100, 110, 120.
const paper: [right: Right, rate: number, volatility: number, years: number, prices: number[]][] = [
  [1, 0.08, 0.2, 0.25, [0.03, 0.59, 3.52, 10.31, 20]],
  [1, 0.12, 0.2, 0.25, [0.03, 0.59, 3.51, 10.29, 20]],
  [1, 0.08, 0.4, 0.25, [1.07, 3.28, 7.41, 13.5, 21.23]],
  [1, 0.08, 0.2, 0.5, [0.23, 1.39, 4.72, 10.96, 20]],
  [-1, 0.08, 0.2, 0.25, [20.42, 11.25, 4.4, 1.12, 0.18]],
];

// The code printed in Haug's Complete Guide to Option Pricing Formulas searches for the critical price coarsely. Its prices near the
// critical price therefore differ in their last digits.
const HAUG_TOLERANCE = 0.003;
const haug: [right: Right, years: number, volatility: number, prices: number[]][] = [
  [1, 0.1, 0.15, [0.0206, 1.8771, 10.0089]],
  [1, 0.1, 0.25, [0.3159, 3.128, 10.3919]],
  [1, 0.1, 0.35, [0.9495, 4.3777, 11.1679]],
  [1, 0.5, 0.15, [0.8208, 4.0842, 10.8087]],
  [1, 0.5, 0.25, [2.7437, 6.8015, 13.017]],
  [1, 0.5, 0.35, [5.0063, 9.5106, 15.5689]],
  [-1, 0.1, 0.15, [10, 1.877, 0.041]],
  [-1, 0.1, 0.25, [10.2533, 3.1277, 0.4562]],
  [-1, 0.5, 0.25, [12.4419, 6.8014, 3.3226]],
  [-1, 0.5, 0.35, [14.6945, 9.5104, 5.8823]],
];

/** Returns the price in a binomial tree of Cox, Ross and Rubinstein, with optimal early exercise. */
function treePrice([right, spot, strike, years, rate, yieldOf, volatility]: OptionArguments, steps: number): number {
  const up = Math.exp(volatility * Math.sqrt(years / steps));
  const discount = Math.exp((-rate * years) / steps);
  const rise = (Math.exp(((rate - yieldOf) * years) / steps) - 1 / up) / (up - 1 / up);
  const exercise = (level: number): number => Math.max(right * (spot * up ** level - strike), 0);
  const values = Array.from({ length: steps + 1 }, (_, i) => exercise(2 * i - steps));
  for (let step = steps - 1; step >= 0; step--)
    for (let i = 0; i <= step; i++) {
      const wait = discount * (rise * values[i + 1]! + (1 - rise) * values[i]!);
      values[i] = Math.max(wait, exercise(2 * i - step));
    }
  return values[0]!;
}

describe("baroneAdesiWhaley", () => {
  test.each(paper)(
    "equals the prices in Barone-Adesi and Whaley's paper: right %d, rate %d, volatility %d, years %d",
    (right, rate, volatility, years, prices) => {
      const at = [80, 90, 100, 110, 120].map((spot) =>
        baroneAdesiWhaley(right, spot, 100, years, rate, rate + 0.04, volatility),
      );
      expect(at.map((price) => Number(price.toFixed(2)))).toEqual(prices);
    },
  );

  test.each(haug)(
    "equals Haug's prices of futures options: right %d, years %d, volatility %d",
    (right, years, volatility, prices) => {
      for (const [i, price] of prices.entries()) {
        const own = baroneAdesiWhaley(right, 90 + 10 * i, 100, years, 0.1, 0.1, volatility);
        expect(Math.abs(own - price)).toBeLessThan(HAUG_TOLERANCE);
      }
    },
  );

  test("is within one percent of the price in a binomial tree with many steps", () => {
    for (const args of [
      [-1, 36, 40, 1, 0.06, 0, 0.2],
      [-1, 100, 100, 0.5, 0.05, 0.02, 0.3],
      [1, 100, 100, 0.5, 0.03, 0.08, 0.25],
      [1, 100, 90, 0.25, -0.01, 0.04, 0.3],
      [1, 120, 100, 0.5, 0, 0.05, 0.4],
    ] as OptionArguments[])
      expect(Math.abs(baroneAdesiWhaley(...args) / treePrice(args, 400) - 1)).toBeLessThan(0.01);
  });

  test("equals the European price, bit for bit, when early exercise gains nothing", () => {
    expect(baroneAdesiWhaley(1, 110, 100, 1, 0.05, 0, 0.3)).toBe(blackScholes(1, 110, 100, 1, 0.05, 0, 0.3));
    expect(baroneAdesiWhaley(-1, 90, 100, 1, 0, 0.02, 0.3)).toBe(blackScholes(-1, 90, 100, 1, 0, 0.02, 0.3));
    expect(baroneAdesiWhaley(-1, 90, 100, 1, -0.02, 0.02, 0.3)).toBe(blackScholes(-1, 90, 100, 1, -0.02, 0.02, 0.3));
  });

  test("is at least the European price and the exercise value, and at most the spot for a call and the strike for a put", () => {
    fc.assert(
      fc.property(arbitraryOption, (args) => {
        const [right, spot, strike, , rate, dividendYield] = args;
        const price = baroneAdesiWhaley(...args);
        const unknown = right === 1 ? dividendYield <= 0 && rate < dividendYield : rate <= 0 && dividendYield < rate;
        if (unknown) expect(price).toBeNaN();
        else {
          const european = blackScholes(...args);
          expect(price).toBeGreaterThanOrEqual(european);
          if ((right === 1 ? dividendYield : rate) > 0) {
            expect(price).toBeGreaterThanOrEqual(right * (spot - strike));
            expect(price).toBeLessThanOrEqual(Math.max(right === 1 ? spot : strike, european) * (1 + 1e-9));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test("is the present value of exercise at the best time if volatility is 0", () => {
    expect(baroneAdesiWhaley(1, 120, 100, 1, 0.02, 0.1, 0)).toBe(20);
    expect(baroneAdesiWhaley(-1, 80, 100, 1, 0.05, 0.02, 0)).toBe(20);
    // Exercise is best when dividends equal the interest on the strike: at 0.04·110·e^(−0.04t) = 0.06·100·e^(−0.06t).
    const best = Math.log((0.04 * 110) / (0.06 * 100)) / (0.04 - 0.06);
    const value = 110 * Math.exp(-0.04 * best) - 100 * Math.exp(-0.06 * best);
    expect(baroneAdesiWhaley(1, 110, 100, 30, 0.06, 0.04, 0)).toBeCloseTo(value, 12);
    expect(value).toBeGreaterThan(10);
  });

  test("is the exercise value at expiry, and NaN for invalid arguments", () => {
    expect(baroneAdesiWhaley(-1, 90, 100, 0, 0.05, 0.02, 0.3)).toBe(10);
    expect(baroneAdesiWhaley(-1, 0, 100, 1, 0.05, 0.02, 0.3)).toBe(100);
    const sound: OptionArguments = [1, 100, 100, 1, 0.05, 0.02, 0.3];
    for (let i = 1; i < sound.length; i++)
      expect(baroneAdesiWhaley(...(sound.with(i, NaN) as OptionArguments))).toBeNaN();
    for (const i of [1, 2, 3, 6]) expect(baroneAdesiWhaley(...(sound.with(i, -1) as OptionArguments))).toBeNaN();
  });
});

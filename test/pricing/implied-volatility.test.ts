import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blackScholes } from "../../src/pricing/black-scholes.ts";
import { greeks } from "../../src/pricing/greeks.ts";
import { impliedVolatility } from "../../src/pricing/implied-volatility.ts";
import { arbitraryOption, type OptionArguments } from "./arbitrary-option.ts";

/** Implied volatility of the price from `blackScholes`. */
function impliedAgain(args: OptionArguments): number {
  const [right, spot, strike, years, rate, dividendYield] = args;
  return impliedVolatility(right, blackScholes(...args), spot, strike, years, rate, dividendYield);
}

/**
 * Largest difference of two computed prices of one option, relative to the larger present value. Each is two products of a distribution
 * value that is exact to 2^-53, with an error in the value and one in the product: four in all.
 */
const TWO_PRICES = 8 * 2 ** -53;

describe("impliedVolatility", () => {
  test("equals Hull's example: a call at 1.875 implies 0.235", () => {
    expect(impliedVolatility(1, 1.875, 21, 20, 0.25, 0.1, 0)).toBeCloseTo(0.235, 3);
  });

  test("reproduces the price", () => {
    fc.assert(
      fc.property(arbitraryOption, (args) => {
        const implied = impliedAgain(args);
        if (Number.isNaN(implied)) return;
        const [, spot, strike, years] = args;
        const scale = Math.max(spot, strike) * Math.exp(0.05 * years);
        const again = blackScholes(...(args.with(6, implied) as OptionArguments));
        expect(Math.abs(again - blackScholes(...args))).toBeLessThanOrEqual(TWO_PRICES * scale);
      }),
      { numRuns: 1000 },
    );
  });

  test("reproduces the volatility, as far as the price's last digit allows", () => {
    fc.assert(
      fc.property(arbitraryOption, (args) => {
        const [, spot, strike, years, , , volatility] = args;
        const vega = 100 * greeks(...args).vega;
        const blur = (TWO_PRICES * Math.max(spot, strike) * Math.exp(0.05 * years)) / vega + 1e-12 * volatility;
        if (blur < 0.01 * volatility) expect(Math.abs(impliedAgain(args) - volatility)).toBeLessThanOrEqual(blur);
      }),
      { numRuns: 1000 },
    );
  });

  test("converges far from the money and with hours left", () => {
    for (const args of [
      [1, 100, 180, 0.1, 0.02, 0.01, 0.1],
      [-1, 100, 20, 0.5, 0.02, 0.01, 0.15],
      [1, 100, 101, 0.0002, 0.02, 0, 0.2],
      [1, 100, 100, 30, 0.02, 0, 1.2],
    ] as OptionArguments[])
      expect(impliedAgain(args)).toBeCloseTo(args[6], 9);
  });

  test("is missing at and beyond arbitrage bounds", () => {
    for (const price of [-1, 0, 10, 9.99, 100, 101, Infinity, NaN])
      expect(impliedVolatility(1, price, 100, 90, 1, 0, 0)).toBeNaN();
    for (const price of [-1, 0, 90, 91]) expect(impliedVolatility(-1, price, 100, 90, 1, 0, 0)).toBeNaN();
  });

  test("is missing at expiry and for invalid values", () => {
    expect(impliedVolatility(1, 11, 100, 90, 0, 0, 0)).toBeNaN();
    expect(impliedVolatility(1, 11, 100, 90, -1, 0, 0)).toBeNaN();
    expect(impliedVolatility(1, 11, 0, 90, 1, 0, 0)).toBeNaN();
    expect(impliedVolatility(1, 11, 100, -90, 1, 0, 0)).toBeNaN();
    for (let i = 1; i < 7; i++) {
      const args = [1, 11, 100, 90, 1, 0, 0].with(i, NaN) as OptionArguments;
      expect(impliedVolatility(...args)).toBeNaN();
    }
  });

  test("changes with the price by the inverse of vega", () => {
    const low = impliedVolatility(1, 5, 100, 100, 0.25, 0.03, 0);
    const high = impliedVolatility(1, 5.01, 100, 100, 0.25, 0.03, 0);
    // Vega is 0.197 per percentage point, so a cent is 0.05 of a point.
    expect(high - low).toBeCloseTo(0.0005, 4);
  });
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blackScholes } from "../../src/pricing/black-scholes.ts";
import { greeks } from "../../src/pricing/greeks.ts";
import { impliedVolatility } from "../../src/pricing/implied-volatility.ts";
import { arbitraryOption, type OptionArguments } from "./arbitrary-option.ts";

/** Returns the implied volatility of the price that `blackScholes` computes for the arguments. */
function impliedAgain(args: OptionArguments): number {
  const [right, spot, strike, years, rate, dividendYield] = args;
  return impliedVolatility(right, blackScholes(...args), spot, strike, years, rate, dividendYield);
}

/**
 * Largest difference of two computed prices of one option, relative to the larger present value of spot and strike. Each price has four rounding
 * errors of 2^-53: in two values of the normal distribution and in their two products.
 */
const TWO_PRICES = 8 * 2 ** -53;

describe("impliedVolatility", () => {
  test("equals the 0.235 that a call at 1.875 implies in Hull's example", () => {
    expect(impliedVolatility(1, 1.875, 21, 20, 0.25, 0.1, 0)).toBeCloseTo(0.235, 3);
  });

  test("gives a volatility that reproduces the option's price", () => {
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

  test("recovers the volatility of a computed price, as far as the price's last digit allows", () => {
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

  test("converges for options far from the money and for options hours before expiry", () => {
    for (const args of [
      [1, 100, 180, 0.1, 0.02, 0.01, 0.1],
      [-1, 100, 20, 0.5, 0.02, 0.01, 0.15],
      [1, 100, 101, 0.0002, 0.02, 0, 0.2],
      [1, 100, 100, 30, 0.02, 0, 1.2],
    ] as OptionArguments[])
      expect(impliedAgain(args)).toBeCloseTo(args[6], 9);
  });

  test("is missing for a price at or beyond arbitrage bounds", () => {
    for (const price of [-1, 0, 10, 9.99, 100, 101, Infinity, NaN])
      expect(impliedVolatility(1, price, 100, 90, 1, 0, 0)).toBeNaN();
    for (const price of [-1, 0, 90, 91]) expect(impliedVolatility(-1, price, 100, 90, 1, 0, 0)).toBeNaN();
  });

  test("is missing at expiry and for invalid arguments", () => {
    expect(impliedVolatility(1, 11, 100, 90, 0, 0, 0)).toBeNaN();
    expect(impliedVolatility(1, 11, 100, 90, -1, 0, 0)).toBeNaN();
    expect(impliedVolatility(1, 11, 0, 90, 1, 0, 0)).toBeNaN();
    expect(impliedVolatility(1, 11, 100, -90, 1, 0, 0)).toBeNaN();
    for (let i = 1; i < 7; i++) {
      const args = [1, 11, 100, 90, 1, 0, 0].with(i, NaN) as OptionArguments;
      expect(impliedVolatility(...args)).toBeNaN();
    }
  });

  test("changes by a change of the price divided by vega", () => {
    const low = impliedVolatility(1, 5, 100, 100, 0.25, 0.03, 0);
    const high = impliedVolatility(1, 5.01, 100, 100, 0.25, 0.03, 0);
    // Vega is 0.197 per percentage point of volatility, so that a cent corresponds to 0.05 percentage points.
    expect(high - low).toBeCloseTo(0.0005, 4);
  });
});

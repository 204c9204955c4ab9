import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blackScholes } from "../../src/pricing/black-scholes.ts";
import { arbitraryOption, type OptionArguments } from "./arbitrary-option.ts";

const HULL = "Hull, Options, Futures, and Other Derivatives";
const HAUG = "Haug, The Complete Guide to Option Pricing Formulas";

const published: [origin: string, args: OptionArguments, decimals: number, price: number][] = [
  [HULL, [1, 42, 40, 0.5, 0.1, 0, 0.2], 2, 4.76],
  [HULL, [-1, 42, 40, 0.5, 0.1, 0, 0.2], 2, 0.81],
  [`${HULL}, index with dividend yield`, [1, 930, 900, 2 / 12, 0.08, 0.03, 0.2], 2, 51.83],
  [HAUG, [1, 60, 65, 0.25, 0.08, 0, 0.3], 4, 2.1334],
  [`${HAUG}, dividend yield`, [-1, 100, 95, 0.5, 0.1, 0.05, 0.2], 4, 2.4648],
  [`${HAUG}, currency`, [1, 1.56, 1.6, 0.5, 0.06, 0.08, 0.12], 4, 0.0291],
];

describe("blackScholes", () => {
  test.each(published)("equals the price published by %s for the arguments %j", (_, args, decimals, price) => {
    expect(Number(blackScholes(...args).toFixed(decimals))).toBe(price);
  });

  test("is the exercise value at expiry", () => {
    expect(blackScholes(1, 105, 100, 0, 0.05, 0.02, 0.3)).toBe(5);
    expect(blackScholes(-1, 105, 100, 0, 0.05, 0.02, 0.3)).toBe(0);
    expect(blackScholes(-1, 90, 100, 0, 0.05, 0.02, 0.3)).toBe(10);
    expect(blackScholes(1, 100, 100, 0, 0.05, 0.02, 0.3)).toBe(0);
  });

  test("is the present value of certain exercise, or 0, if volatility is 0", () => {
    expect(blackScholes(1, 105, 100, 2, 0.05, 0.02, 0)).toBe(105 * Math.exp(-0.04) - 100 * Math.exp(-0.1));
    expect(blackScholes(-1, 105, 100, 2, 0.05, 0.02, 0)).toBe(0);
    expect(blackScholes(1, 100, 100, 1, 0, 0, 0)).toBe(0);
  });

  test("is 0 or the present value of spot or strike, if spot or strike is 0 or volatility is infinite", () => {
    expect(blackScholes(1, 0, 100, 1, 0.05, 0, 0.3)).toBe(0);
    expect(blackScholes(-1, 0, 100, 1, 0.05, 0, 0.3)).toBe(100 * Math.exp(-0.05));
    expect(blackScholes(1, 100, 0, 1, 0.05, 0.02, 0.3)).toBe(100 * Math.exp(-0.02));
    expect(blackScholes(1, 100, 100, 1, 0, 0, Infinity)).toBe(100);
  });

  test("is NaN for invalid arguments", () => {
    const sound: OptionArguments = [1, 100, 100, 1, 0.05, 0.02, 0.3];
    for (let i = 1; i < sound.length; i++) expect(blackScholes(...(sound.with(i, NaN) as OptionArguments))).toBeNaN();
    for (const i of [1, 2, 3, 6]) expect(blackScholes(...(sound.with(i, -1) as OptionArguments))).toBeNaN();
  });

  test("satisfies put-call parity", () => {
    fc.assert(
      fc.property(arbitraryOption, ([, ...rest]) => {
        const [spot, strike, years, rate, dividendYield] = rest;
        const forward = spot * Math.exp(-dividendYield * years) - strike * Math.exp(-rate * years);
        const error = blackScholes(1, ...rest) - blackScholes(-1, ...rest) - forward;
        expect(Math.abs(error)).toBeLessThanOrEqual(4e-16 * (spot + strike) * Math.exp(0.05 * years));
      }),
    );
  });

  test("is within arbitrage bounds", () => {
    fc.assert(
      fc.property(arbitraryOption, (args) => {
        const [right, spot, strike, years, rate, dividendYield] = args;
        const asset = spot * Math.exp(-dividendYield * years);
        const cash = strike * Math.exp(-rate * years);
        const price = blackScholes(...args);
        expect(price).toBeGreaterThanOrEqual(Math.max(right * (asset - cash), 0));
        expect(price).toBeLessThanOrEqual((right === 1 ? asset : cash) * (1 + Number.EPSILON));
      }),
    );
  });

  test("rises with volatility, and for a call also with a higher spot and a lower strike, apart from rounding", () => {
    fc.assert(
      fc.property(arbitraryOption, fc.double({ min: 1, max: 2, noNaN: true }), (args, factor) => {
        const [right, spot, strike, years, rate, dividendYield, volatility] = args;
        const price = blackScholes(...args);
        const slack = 1e-14 * (spot + strike) * Math.exp(0.05 * years);
        const at = (newSpot: number, newStrike: number, newVolatility: number): number =>
          blackScholes(right, newSpot, newStrike, years, rate, dividendYield, newVolatility);
        expect(at(spot, strike, volatility * factor)).toBeGreaterThanOrEqual(price - slack);
        expect(right * at(spot * factor, strike, volatility)).toBeGreaterThanOrEqual(right * price - slack);
        expect(right * at(spot, strike * factor, volatility)).toBeLessThanOrEqual(right * price + slack);
      }),
    );
  });

  test("doubles, bit for bit, when spot and strike double", () => {
    fc.assert(
      fc.property(arbitraryOption, ([right, spot, strike, ...rest]) => {
        const price = blackScholes(right, spot, strike, ...rest);
        // Doubles near the smallest number have fewer digits.
        if (price > 1e-290) expect(blackScholes(right, 2 * spot, 2 * strike, ...rest)).toBe(2 * price);
      }),
    );
  });
});

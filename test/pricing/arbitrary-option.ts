import * as fc from "fast-check";
import type { Right } from "../../src/pricing/right.ts";

/** Arguments of a function that prices a European option. */
export type OptionArguments = [
  right: Right,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  dividendYield: number,
  volatility: number,
];

const exponential = (low: number, high: number): fc.Arbitrary<number> =>
  fc.double({ min: Math.log(low), max: Math.log(high), noNaN: true }).map(Math.exp);

export const arbitraryRight = fc.constantFrom<Right>(1, -1);

/** Options near the money and far from the money, from hours to decades before expiry, with positive and negative rates. */
export const arbitraryOption: fc.Arbitrary<OptionArguments> = fc
  .record({
    right: arbitraryRight,
    spot: exponential(0.01, 100_000),
    moneyness: fc.oneof(fc.constant(1), exponential(0.8, 1.25), exponential(0.01, 100)),
    years: exponential(0.0005, 20),
    rate: fc.double({ min: -0.05, max: 0.2, noNaN: true }),
    dividendYield: fc.double({ min: -0.02, max: 0.2, noNaN: true }),
    volatility: exponential(0.005, 5),
  })
  .map(({ right, spot, moneyness, years, rate, dividendYield, volatility }) => [
    right,
    spot,
    spot * moneyness,
    years,
    rate,
    dividendYield,
    volatility,
  ]);

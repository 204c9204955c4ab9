import { impliedDeviation } from "./implied-deviation.ts";
import type { Right } from "./right.ts";
import { intrinsicValue } from "./time-value.ts";

/**
 * Returns the annual volatility at which `blackScholes` returns a given price, as a fraction.
 *
 * The other arguments are those of `blackScholes`. The result is as accurate as the price allows, even deep in or out of the money. If a
 * price has hardly any time value, many volatilities lead to this price, and the result is one of them.
 *
 * NaN if no volatility leads to the price, or every small one does. That is the case for a price at or outside the bounds of arbitrage: the
 * present value of exercise, and the present value of the asset (call) or the strike (put). Also NaN for an option at or past its expiry,
 * a missing value, and a spot or strike not above 0. Never throws.
 *
 * @example
 * impliedVolatility(1, 1.875, 21, 20, 0.25, 0.1, 0); // 0.2345
 */
export function impliedVolatility(
  right: Right,
  price: number,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  dividendYield: number,
): number {
  if (!(years > 0 && spot > 0 && strike > 0)) return NaN;
  const asset = spot * Math.exp(-dividendYield * years);
  const cash = strike * Math.exp(-rate * years);
  return impliedDeviation(price - intrinsicValue(right, asset, cash), asset, cash) / Math.sqrt(years);
}

import { impliedDeviation } from "./implied-deviation.ts";
import type { Right } from "./right.ts";
import { intrinsicValue } from "./time-value.ts";

/**
 * The volatility at which `blackScholes` gives a European option this price: what the market expects, as a fraction for a year.
 *
 * The other arguments are those of `blackScholes`. It is as sharp as the price allows, deep in and out of the money too; a price
 * that holds hardly any time value says little about volatility, and then the answer is one that gives the price back.
 *
 * NaN when no volatility gives the price or every small one does: a price outside of or on the bounds of arbitrage (what sure exercise is
 * worth, and the asset of a call or the strike of a put), an option at or past its expiry, a missing value, a spot or strike not above 0.
 * It never throws.
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

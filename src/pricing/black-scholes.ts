import type { Right } from "./right.ts";
import { intrinsicValue, timeValue } from "./time-value.ts";

/**
 * What a European option on a share or an index is worth, after Black, Scholes and Merton.
 *
 * Formula: w·(S·e^(−qT)·N(w·d₁) − K·e^(−rT)·N(w·d₂)) with w the right (1 a call, -1 a put), d₁ = (ln(S/K) + (r − q + σ²/2)·T)/(σ√T) and
 * d₂ = d₁ − σ√T. The price is in the currency of spot and strike, `years` the time to expiry, `rate` and `dividendYield` are continuous
 * and annual, `volatility` is annual; all of them fractions. A foreign currency's rate stands for the dividend yield of that currency.
 *
 * At expiry it is the intrinsic value, and with no volatility what exercise is worth today. NaN for a missing value, a time, spot, strike or
 * volatility below 0. It never throws.
 *
 * Source: R. C. Merton, "Theory of Rational Option Pricing", Bell Journal of Economics, 1973.
 *
 * @example
 * blackScholes(1, 42, 40, 0.5, 0.1, 0, 0.2); // 4.7594
 */
export function blackScholes(
  right: Right,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  dividendYield: number,
  volatility: number,
): number {
  if (!(years >= 0 && volatility >= 0)) return NaN;
  const asset = spot * Math.exp(-dividendYield * years);
  const cash = strike * Math.exp(-rate * years);
  return intrinsicValue(right, asset, cash) + timeValue(asset, cash, volatility * Math.sqrt(years));
}

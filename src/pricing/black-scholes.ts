import type { Right } from "./right.ts";
import { intrinsicValue, timeValue } from "./time-value.ts";

/**
 * Returns the price of a European option on a share or an index by the model of Black, Scholes and Merton.
 *
 * Formula: w·(S·e^(−qT)·N(w·d₁) − K·e^(−rT)·N(w·d₂)) with w the right (1 for a call, -1 for a put), d₁ = (ln(S/K) + (r − q + σ²/2)·T)/(σ√T)
 * and d₂ = d₁ − σ√T. The price is in the currency of spot and strike. `years` is the time to expiry. `rate` and `dividendYield` are annual
 * and continuously compounded, `volatility` is annual; all are fractions. For an option on a currency, `dividendYield` is the foreign rate.
 *
 * At expiry, the price is the intrinsic value. Without volatility, it is the present value of exercise. NaN for a missing value, and for a
 * time, spot, strike or volatility below 0. Never throws.
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

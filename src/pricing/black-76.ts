import type { Right } from "./right.ts";
import { intrinsicValue, timeValue } from "./time-value.ts";

/**
 * Returns the price of a European option on a future by Black's model.
 *
 * Formula: e^(−rT)·w·(F·N(w·d₁) − K·N(w·d₂)) with w the right (1 for a call, -1 for a put), d₁ = (ln(F/K) + σ²T/2)/(σ√T) and d₂ = d₁ − σ√T.
 * `future` is the price of the future, in the currency of the strike. `years` is the time to the option's expiry. `rate` is annual and
 * continuously compounded, `volatility` is annual; both are fractions. The premium is paid at the start.
 *
 * At expiry, the price is the intrinsic value. Without volatility, it is the present value of exercise. NaN for a missing value, and for a
 * time, future, strike or volatility below 0. Never throws.
 *
 * Source: F. Black, "The Pricing of Commodity Contracts", Journal of Financial Economics, 1976.
 *
 * @example
 * black76(1, 19, 19, 0.75, 0.1, 0.28); // 1.7011
 */
export function black76(
  right: Right,
  future: number,
  strike: number,
  years: number,
  rate: number,
  volatility: number,
): number {
  if (!(years >= 0 && volatility >= 0)) return NaN;
  const discount = Math.exp(-rate * years);
  const asset = future * discount;
  const cash = strike * discount;
  return intrinsicValue(right, asset, cash) + timeValue(asset, cash, volatility * Math.sqrt(years));
}

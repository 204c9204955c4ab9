import type { Right } from "./right.ts";
import { intrinsicValue, timeValue } from "./time-value.ts";

/**
 * What a European option on a future is worth, after Black.
 *
 * Formula: e^(−rT)·w·(F·N(w·d₁) − K·N(w·d₂)) with w the right (1 a call, -1 a put), d₁ = (ln(F/K) + σ²T/2)/(σ√T) and d₂ = d₁ − σ√T. `future` is
 * the price of the future, in the currency of the strike; `years` the time to the option's expiry; `rate` continuous and annual;
 * `volatility` annual; both are fractions. The premium is paid at the start.
 *
 * At expiry it is the intrinsic value, and with no volatility what exercise is worth today. NaN for a missing value, and for a time, future,
 * strike or volatility below 0. It never throws.
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

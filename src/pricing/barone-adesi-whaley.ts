import { blackScholes } from "./black-scholes.ts";
import { normalCdf, normalPdf } from "./normal-distribution.ts";
import type { Right } from "./right.ts";

const MAX_STEPS = 100;
const TOLERANCE = 1e-12;

/**
 * Returns the price of an American option by the quadratic approximation of Barone-Adesi and Whaley: the European price plus a premium for
 * early exercise. It has the arguments of `blackScholes`. To price an option on a future, set the dividend yield equal to the rate.
 *
 * Formula: European price + A·(S/S*)^γ before the critical spot S*, and w·(S − K) beyond it, with w the right (1 for a call, -1 for a put).
 * S* is the spot at which both formulas and their slopes are equal. The error is a small fraction of the price and grows with time to
 * expiry. Early exercise has no value for a call with a dividend yield of at most 0, or for a put with a rate of at most 0. The result then
 * equals the European price exactly.
 *
 * At expiry, the price is the intrinsic value. Without volatility, it is the present value of exercise at the best time. NaN for a missing
 * value, and for a time, spot, strike or volatility below 0. Also NaN for a call with rate < dividend yield ≤ 0 and a put with dividend
 * yield < rate ≤ 0: these have two critical spots, which the approximation does not cover. Never throws.
 *
 * Source: G. Barone-Adesi and R. E. Whaley, "Efficient Analytic Approximation of American Option Values", Journal of Finance, 1987.
 *
 * @example
 * baroneAdesiWhaley(1, 100, 100, 0.5, 0.1, 0.1, 0.15); // 4.0842
 */
export function baroneAdesiWhaley(
  right: Right,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  dividendYield: number,
  volatility: number,
): number {
  const european = blackScholes(right, spot, strike, years, rate, dividendYield, volatility);
  if (Number.isNaN(european) || years === 0) return european;
  // Early exercise of a call earns the dividends and gives up interest on the strike; early exercise of a put does the reverse.
  const earned = right === 1 ? dividendYield : rate;
  const forgone = right === 1 ? rate : dividendYield;
  if (earned <= 0) return forgone >= earned ? european : NaN;
  if (volatility === 0) return exerciseWithoutVolatility(right, spot, strike, years, rate, dividendYield);
  if (spot === 0 || strike === 0) return Math.max(european, right * (spot - strike));
  // The critical spot is computed in units of the strike, so that the search starts near 1.
  const power = premiumPower(right, years, rate, dividendYield, volatility);
  const critical = criticalSpot(right, power, years, rate, dividendYield, volatility);
  const share = spot / strike;
  if (right * (share - critical) >= 0) return Math.max(european, right * (spot - strike));
  const growth = Math.exp(-dividendYield * years);
  const slope = growth * normalCdf(right * firstDeviation(critical, years, rate, dividendYield, volatility));
  const premium = ((right * critical) / power) * (1 - slope) * (share / critical) ** power;
  return Math.max(european + strike * premium, right * (spot - strike));
}

/** Returns the exponent γ of the premium A·(S/S*)^γ: above 1 for a call, below 0 for a put. */
function premiumPower(right: Right, years: number, rate: number, dividendYield: number, volatility: number): number {
  const variance = volatility * volatility;
  const n = (2 * (rate - dividendYield)) / variance - 1;
  // This is (1 − e^(−rT)) / r, which approaches T as the rate approaches 0.
  const discounted = rate === 0 ? years : -Math.expm1(-rate * years) / rate;
  return (-n + right * Math.sqrt(n * n + 8 / (variance * discounted))) / 2;
}

/** Returns the critical spot in units of the strike, by Newton's method with bisection as a fallback. */
function criticalSpot(
  right: Right,
  power: number,
  years: number,
  rate: number,
  dividendYield: number,
  volatility: number,
): number {
  const growth = Math.exp(-dividendYield * years);
  const deviation = volatility * Math.sqrt(years);
  let low = right === 1 ? 1 : 0;
  let high = right === 1 ? Infinity : 1;
  let spot = 1;
  for (let i = 0; i < MAX_STEPS; i++) {
    const d1 = firstDeviation(spot, years, rate, dividendYield, volatility);
    const share = growth * normalCdf(right * d1);
    const wait =
      blackScholes(right, spot, 1, years, rate, dividendYield, volatility) + ((right * spot) / power) * (1 - share);
    // The advantage is the value of exercise minus the value of waiting.
    const advantage = right * (spot - 1) - wait;
    const slope = right * (1 - share) * (1 - 1 / power) + (growth * normalPdf(d1)) / (deviation * power);
    if (advantage * right > 0) high = spot;
    else low = spot;
    const next = spot - advantage / slope;
    if (Math.abs(next - spot) <= TOLERANCE * spot) return next;
    if (next > low && next < high) spot = next;
    else spot = high === Infinity ? spot * 2 : (low + high) / 2;
  }
  return spot;
}

function firstDeviation(spot: number, years: number, rate: number, dividendYield: number, volatility: number): number {
  const deviation = volatility * Math.sqrt(years);
  return (Math.log(spot) + (rate - dividendYield) * years) / deviation + deviation / 2;
}

/**
 * Returns the price without volatility: the maximum of w·(S·e^(−qt) − K·e^(−rt)) for t from now to expiry, at least 0.
 */
function exerciseWithoutVolatility(
  right: Right,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  dividendYield: number,
): number {
  const at = (time: number): number =>
    right * (spot * Math.exp(-dividendYield * time) - strike * Math.exp(-rate * time));
  // The maximum can be at the time at which dividends equal interest on the strike.
  const stationary = Math.log((dividendYield * spot) / (rate * strike)) / (dividendYield - rate);
  const best = Math.max(at(0), at(years), 0);
  return stationary > 0 && stationary < years ? Math.max(best, at(stationary)) : best;
}

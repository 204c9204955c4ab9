import { blackScholes } from "./black-scholes.ts";
import { normalCdf, normalPdf } from "./normal-distribution.ts";
import type { Right } from "./right.ts";

const MAX_STEPS = 100;
const TOLERANCE = 1e-12;

/**
 * What an American option is worth, by the quadratic approximation of Barone-Adesi and Whaley: the European price and a premium for early
 * exercise. The arguments are those of `blackScholes`; a dividend yield equal to the rate makes the spot a future.
 *
 * Formula: European price + A·(S/S*)^γ while it is better to wait, w·(S − K) beyond the critical spot S*, where the two and their slopes meet.
 * It errs by a small part of the price, and by more in the years than in the months. Where early exercise can bring nothing (a call whose
 * dividend yield is at most 0, a put at a rate of at most 0) it is the European price to the bit.
 *
 * At expiry it is the intrinsic value; with no volatility what exercise at the best moment is worth today. NaN for a missing value, for a
 * time, spot, strike or volatility below 0, and where exercise pays between two critical spots, which the approximation does not
 * know: a call with rate < dividend yield ≤ 0, a put with dividend yield < rate ≤ 0. It never throws.
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
  // What exercise brings early, and what waiting brings: the yield of the share held and the rate of the cash kept.
  const gain = right === 1 ? dividendYield : rate;
  const loss = right === 1 ? rate : dividendYield;
  if (gain <= 0) return loss >= gain ? european : NaN;
  if (volatility === 0) return exerciseWithoutVolatility(right, spot, strike, years, rate, dividendYield);
  if (spot === 0 || strike === 0) return Math.max(european, right * (spot - strike));
  // In units of the strike, so that the search knows the size of its answer.
  const power = premiumPower(right, years, rate, dividendYield, volatility);
  const critical = criticalSpot(right, power, years, rate, dividendYield, volatility);
  const share = spot / strike;
  if (right * (share - critical) >= 0) return Math.max(european, right * (spot - strike));
  const growth = Math.exp(-dividendYield * years);
  const slope = growth * normalCdf(right * firstDeviation(critical, years, rate, dividendYield, volatility));
  const premium = ((right * critical) / power) * (1 - slope) * (share / critical) ** power;
  return Math.max(european + strike * premium, right * (spot - strike));
}

/** The power of the spot with which the premium grows towards the critical spot: above 1 for a call, below 0 for a put. */
function premiumPower(right: Right, years: number, rate: number, dividendYield: number, volatility: number): number {
  const variance = volatility * volatility;
  const n = (2 * (rate - dividendYield)) / variance - 1;
  // (2r/σ²)/(1 − e^(−rT)), which is 2/(σ²T) without a rate.
  const discounted = rate === 0 ? years : -Math.expm1(-rate * years) / rate;
  return (-n + right * Math.sqrt(n * n + 8 / (variance * discounted))) / 2;
}

/** The spot, in strikes, from which exercise is at least as good as waiting: Newton's method within bounds that close in. */
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
    // How much better exercise is than waiting, and how fast that grows with the spot.
    const better = right * (spot - 1) - wait;
    const slope = right * (1 - share) * (1 - 1 / power) + (growth * normalPdf(d1)) / (deviation * power);
    if (better * right > 0) high = spot;
    else low = spot;
    const next = spot - better / slope;
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
 * What exercise at the best moment is worth today when nothing moves but time: the highest of w·(S·e^(−qt) − K·e^(−rt)) from now to expiry, and
 * nothing if it is a loss throughout.
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
  // Where what the share yields equals what the cash earns, if that lies ahead.
  const turn = Math.log((dividendYield * spot) / (rate * strike)) / (dividendYield - rate);
  const best = Math.max(at(0), at(years), 0);
  return turn > 0 && turn < years ? Math.max(best, at(turn)) : best;
}

import { normalCdf, normalPdf } from "./normal-distribution.ts";
import type { Right } from "./right.ts";

/** The greeks of an option: how its price depends on spot, time, volatility and rate. */
export interface Greeks {
  /** Change of the price if the spot rises by 1. */
  readonly delta: number;
  /** Change of delta if the spot rises by 1. */
  readonly gamma: number;
  /** Change of the price per calendar day, with 365 days a year. */
  readonly theta: number;
  /** Change of the price if volatility rises by 1 percentage point. */
  readonly vega: number;
  /** Change of the price if the rate rises by 1 percentage point. */
  readonly rho: number;
}

const DAYS_PER_YEAR = 365;
const PER_POINT = 0.01;

/**
 * Returns the greeks of a European option by the model of Black, Scholes and Merton: delta, gamma, theta per calendar day, vega and rho per
 * percentage point. It has the arguments of `blackScholes`.
 *
 * At expiry and without volatility, exercise is either certain or impossible, and the greeks have their values for that case. They are NaN
 * exactly at the boundary between both cases. Also NaN for a missing value, a time or volatility below 0, and a spot or strike not above 0.
 *
 * @example
 * greeks(1, 49, 50, 0.3846, 0.05, 0, 0.2).delta; // 0.5216
 */
export function greeks(
  right: Right,
  spot: number,
  strike: number,
  years: number,
  rate: number,
  dividendYield: number,
  volatility: number,
): Greeks {
  if (!(years >= 0 && volatility >= 0 && spot > 0 && strike > 0)) return UNKNOWN;
  const growth = Math.exp(-dividendYield * years);
  const asset = spot * growth;
  const cash = strike * Math.exp(-rate * years);
  const deviation = volatility * Math.sqrt(years);
  const d1 = Math.log(asset / cash) / deviation + deviation / 2;
  const assetShare = normalCdf(right * d1);
  const cashShare = normalCdf(right * (d1 - deviation));
  if (Number.isNaN(assetShare + cashShare)) return UNKNOWN;
  const density = normalPdf(d1);
  // If the density is 0, the price does not depend on volatility. This also avoids dividing by a volatility of 0.
  const slope = density === 0 ? 0 : asset * density;
  const decay = slope === 0 ? 0 : (slope * volatility) / (2 * Math.sqrt(years));
  // Adding 0 turns -0 into 0.
  return {
    delta: right * growth * assetShare + 0,
    gamma: slope === 0 ? 0 : slope / (spot * spot * deviation),
    theta: (right * (dividendYield * asset * assetShare - rate * cash * cashShare) - decay) / DAYS_PER_YEAR + 0,
    vega: slope * Math.sqrt(years) * PER_POINT,
    rho: right * years * cash * cashShare * PER_POINT + 0,
  };
}

const UNKNOWN: Greeks = Object.freeze({ delta: NaN, gamma: NaN, theta: NaN, vega: NaN, rho: NaN });

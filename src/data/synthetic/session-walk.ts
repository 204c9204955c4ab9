import type { Activity } from "./models.ts";
import type { Draws } from "./draws.ts";

/** Prices and volumes of the steps of one session. Prices are in whole ticks. */
export interface WalkedSession {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** Inputs of the simulation of one session. */
export interface SessionTarget {
  /** First price, in ticks. */
  readonly open: number;
  /** Standard deviation of the session's return, and the return that the session must end with; both are fractions. */
  readonly deviation: number;
  readonly change: number;
  /** Correlation of the instrument with the market, -1 to 1, and the market's shock in each step. */
  readonly correlation: number;
  readonly market: Float64Array;
  /** Approximate total volume; 0 for instruments without volume. */
  readonly volume: number;
}

/**
 * Largest reach of highs and lows beyond open and close, in standard deviations of a step; chance that a step opens one tick above, or
 * below, the last close.
 */
const REACH = 0.9;
const BOUNCE = 0.15;

/** Simulates a session as a Brownian bridge: a random walk with the activity of each hour that ends at the target return. Every step trades. */
export function walkSession(target: SessionTarget, { volatility, volume }: Activity, draws: Draws): WalkedSession {
  const { open: first, deviation, correlation, market } = target;
  const count = market.length;
  const weights = weightsOf(count, volatility);
  const volumes = weightsOf(count, volume);
  const deviations = weights.map((weight) => Math.sqrt(weight));
  const ownWeight = Math.sqrt(1 - correlation * correlation);
  const shocks = market.map((shock) => correlation * shock + ownWeight * draws.fastNormal());
  let end = 0;
  for (let i = 0; i < count; i++) end += deviations[i]! * shocks[i]!;
  const pathCorrection = target.change / deviation - end;

  const walked = emptySession(count);
  let path = 0;
  let before = first;
  for (let i = 0; i < count; i++) {
    path += deviations[i]! * shocks[i]! + pathCorrection * weights[i]!;
    const open = i === 0 ? first : Math.max(1, before + bounce(draws));
    const close = Math.max(1, Math.round(first * (1 + deviation * path)));
    const reach = REACH * first * deviation * deviations[i]!;
    walked.open[i] = open;
    walked.close[i] = close;
    walked.high[i] = Math.max(open, close) + Math.floor(reach * square(draws) + 0.3);
    walked.low[i] = Math.max(1, Math.min(open, close) - Math.floor(reach * square(draws) + 0.3));
    const activityFactor = (0.3 + 1.4 * square(draws) + 0.5 * draws.uniform()) * (0.6 + 0.5 * Math.abs(shocks[i]!));
    walked.volume[i] = target.volume === 0 ? 0 : Math.max(1, Math.round(target.volume * volumes[i]! * activityFactor));
    before = close;
  }
  return walked;
}

/** Returns the weight of each step, evaluated at the middle of the step and scaled so that all weights sum to 1. */
function weightsOf(count: number, weight: (share: number) => number): Float64Array {
  const weights = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    weights[i] = weight((i + 0.5) / count);
    sum += weights[i]!;
  }
  return weights.map((each) => each / sum);
}

function bounce(draws: Draws): number {
  const chance = draws.uniform();
  if (chance < BOUNCE) return -1;
  return chance < 2 * BOUNCE ? 1 : 0;
}

/** Returns the square of a uniform number: small values are more frequent. */
function square(draws: Draws): number {
  const value = draws.uniform();
  return value * value;
}

function emptySession(count: number): WalkedSession {
  const column = () => new Float64Array(count);
  return { open: column(), high: column(), low: column(), close: column(), volume: column() };
}

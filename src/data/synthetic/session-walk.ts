import type { Activity } from "./models.ts";
import type { Draws } from "./draws.ts";

/** One session step by step. Prices are whole ticks. */
export interface WalkedSession {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** What a session is to become. */
export interface SessionTarget {
  /** First price, in ticks. */
  readonly open: number;
  /** Deviation of the session's return, and the return that it ends with; fractions. */
  readonly deviation: number;
  readonly change: number;
  /** Share of the deviation that comes from the market, -1 to 1, and the market's steps. */
  readonly correlation: number;
  readonly market: Float64Array;
  /** Units that trade in all, more or less; 0 where nobody counts. */
  readonly volume: number;
}

/** How much of a step's deviation its high and low reach beyond its ends, and how often it opens a tick away from the close before. */
const REACH = 0.9;
const BOUNCE = 0.15;

/**
 * Walks a session from its open to its change: a random walk with the liveliness of the hours, bent so that it ends where it must
 * (a Brownian bridge). Every step trades.
 */
export function walkSession(target: SessionTarget, { volatility, volume }: Activity, draws: Draws): WalkedSession {
  const { open: first, deviation, correlation, market } = target;
  const count = market.length;
  const weights = weightsOf(count, volatility);
  const volumes = weightsOf(count, volume);
  const deviations = weights.map((weight) => Math.sqrt(weight));
  const ownWeight = Math.sqrt(1 - correlation * correlation);
  const shocks = market.map((shock) => correlation * shock + ownWeight * draws.mild());
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

/** Weights of the steps, in the middle of each, that add up to 1. */
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

/** Small numbers more often than large ones, 0 to 1. */
function square(draws: Draws): number {
  const value = draws.uniform();
  return value * value;
}

function emptySession(count: number): WalkedSession {
  const column = () => new Float64Array(count);
  return { open: column(), high: column(), low: column(), close: column(), volume: column() };
}

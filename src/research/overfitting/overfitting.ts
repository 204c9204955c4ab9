import { deflatedSharpe, expectedMaximumSharpe, probabilisticSharpe } from "../../metrics/ratios.ts";
import type { Performance } from "../../metrics/performance.ts";
import { MISSING } from "../../primitives/column.ts";
import { type BacktestOverfitting, type PartSums, probabilityOfOverfitting, sharpesOf } from "./pbo.ts";

/** Measures of overfitting for the best of many trials. Ratios are per session, above the risk-free return, not annual. */
export interface Overfitting extends BacktestOverfitting {
  /** Number of trials that have a Sharpe ratio. */
  readonly trials: number;
  /** Variance of the trials' Sharpe ratios; NaN for fewer than two. */
  readonly variance: number;
  /** Sharpe ratio of the trial with the best objective. */
  readonly sharpe: number;
  /** Expected Sharpe ratio of the best of the same number of trials without skill. */
  readonly expectedMaximum: number;
  /** Probability that the true Sharpe ratio is above 0, if only one trial had run. */
  readonly probabilisticSharpe: number;
  /** Probability that the true Sharpe ratio is above `expectedMaximum`. If it is below 0.95, the best trial may be luck. */
  readonly deflatedSharpe: number;
}

/** Computes the measures of overfitting from the sums of returns of all trials and the performance of the best trial. */
export function overfittingOf(partSums: PartSums, performance: Performance, best: number): Overfitting {
  const { returns, shape, riskFreeReturn } = performance;
  const sums = { ...partSums, riskFreeReturn };
  const sharpes = sharpesOf(sums);
  const known = sharpes.filter((sharpe) => !Number.isNaN(sharpe));
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  const squares = known.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const variance = known.length > 1 ? squares / (known.length - 1) : 0;
  const sharpe = sharpes[best]!;
  const trials = { count: known.length, variance };
  return Object.freeze({
    ...probabilityOfOverfitting(sums),
    trials: known.length,
    // The variance of a single trial is unknown, but its deflated Sharpe ratio is defined.
    variance: known.length > 1 ? variance : MISSING[0]!,
    sharpe,
    expectedMaximum: expectedMaximumSharpe(trials),
    probabilisticSharpe: probabilisticSharpe(sharpe, returns.length, shape),
    deflatedSharpe: deflatedSharpe(sharpe, returns.length, shape, trials),
  });
}

import { deflatedSharpe, expectedMaximumSharpe, probabilisticSharpe } from "../../metrics/ratios.ts";
import type { Performance } from "../../metrics/performance.ts";
import { MISSING } from "../../primitives/column.ts";
import { type BacktestOverfitting, type PartSums, probabilityOfOverfitting, sharpesOf } from "./pbo.ts";

/** What must be known of a trial that was picked as the best of many. Ratios are of a session, above the risk-free return, not annual. */
export interface Overfitting extends BacktestOverfitting {
  /** Trials that the best was picked from: those that have a Sharpe ratio. */
  readonly trials: number;
  /** Variance of their Sharpe ratios; NaN for fewer than two. */
  readonly variance: number;
  /** Sharpe ratio of the best by the objective. */
  readonly sharpe: number;
  /** The Sharpe ratio that the best of so many trials without skill would have shown. */
  readonly expectedMaximum: number;
  /** How likely the true ratio is above 0, had there been one trial only. */
  readonly probabilisticSharpe: number;
  /** How likely the true ratio is above what luck alone would have shown. Below 0.95 the best is no find. */
  readonly deflatedSharpe: number;
}

/** The overfitting panel of a table of trials: the sums of all, and the whole performance of the best. */
export function overfittingOf(given: PartSums, performance: Performance, best: number): Overfitting {
  const { returns, shape, riskFreeReturn } = performance;
  const sums = { ...given, riskFreeReturn };
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
    // Of one trial nothing is known of how trials vary, though its deflation needs nothing of it.
    variance: known.length > 1 ? variance : MISSING[0]!,
    sharpe,
    expectedMaximum: expectedMaximumSharpe(trials),
    probabilisticSharpe: probabilisticSharpe(sharpe, returns.length, shape),
    deflatedSharpe: deflatedSharpe(sharpe, returns.length, shape, trials),
  });
}

import { defineMetric } from "./define.ts";
import { normalQuantile } from "./normal.ts";
import type { Trials } from "./performance-facts.ts";
import { probabilisticSharpe } from "./probabilistic-sharpe.ts";
import type { ReturnShape } from "./return-shape.ts";

const EULER = 0.577_215_664_901_532_9;

/**
 * The highest Sharpe ratio to be expected of that many trials of strategies that have no skill.
 *
 * Formula: √V·((1 − γ)·Q(1 − 1/N) + γ·Q(1 − 1/(N·e))) with N trials, V the variance of their Sharpe ratios, Q the normal quantile and
 * γ = 0.5772…; in the unit of the trials' ratios. 0 for one trial. NaN for none.
 *
 * @example
 * expectedMaximumSharpe({ count: 100, variance: 0.01 }); // 0.25306
 */
export function expectedMaximumSharpe({ count, variance }: Trials): number {
  if (!(count >= 1 && variance >= 0)) return NaN;
  if (count === 1) return 0;
  const quantile = (1 - EULER) * normalQuantile(1 - 1 / count) + EULER * normalQuantile(1 - 1 / (count * Math.E));
  return Math.sqrt(variance) * quantile;
}

/**
 * How likely the true Sharpe ratio is to be above what the best of that many trials without skill would have shown. Below 0.95 a backtest that
 * was picked from many is no find.
 *
 * Formula: the probabilistic Sharpe ratio with the expected maximum of the trials as its threshold; a probability. NaN without trials.
 *
 * Source: D. H. Bailey and M. López de Prado, "The Deflated Sharpe Ratio", Journal of Portfolio Management, 2014.
 *
 * @example
 * deflatedSharpe(0.1, 101, { skewness: 0, kurtosis: 3 }, { count: 1, variance: 0.01 }); // 0.840741
 */
export function deflatedSharpe(sharpe: number, sessions: number, shape: ReturnShape, trials: Trials): number {
  return probabilisticSharpe(sharpe, sessions, shape, expectedMaximumSharpe(trials));
}

/** How likely it is that the Sharpe ratio is more than the best of so many tries. */
export const deflatedSharpeMetric = defineMetric({
  name: "deflated-sharpe",
  title: "Deflated Sharpe ratio",
  group: "ratio",
  unit: "fraction",
  formula:
    "probabilistic Sharpe ratio above the highest Sharpe ratio that as many trials without skill would have given",
  convention:
    "That is sqrt(V) * ((1 - g) * Q(1 - 1 / N) + g * Q(1 - 1 / (N * e))), with N trials, V the variance of their Sharpe ratios of a session, Q the normal quantile and g 0.5772. Missing where nobody said from how many trials the run was chosen.",
  better: "higher",
  source: "D. H. Bailey and M. Lopez de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management, 2014.",
  inSummary: false,
  compute({ returns, returnMoments, riskFreeReturn, shape, trials }) {
    const sharpe = (returnMoments.mean - riskFreeReturn) / returnMoments.deviation;
    return deflatedSharpe(sharpe, returns.length, shape, trials);
  },
});

import { defineMetric } from "./define.ts";
import { normalBelow } from "./normal.ts";
import type { ReturnShape } from "./return-shape.ts";

/**
 * How likely the true Sharpe ratio is to be above a threshold, given how many sessions there were and how their returns were distributed.
 *
 * Formula: N((S − S*)·√(n − 1) / √(1 − γ₃·S + (γ₄ − 1)/4·S²)) with S the Sharpe ratio of n sessions, not annual, S* the threshold in the same
 * unit, γ₃ the skewness and γ₄ the plain kurtosis (3 for a normal distribution); a probability. NaN for fewer than two sessions.
 *
 * Source: D. H. Bailey and M. López de Prado, "The Sharpe Ratio Efficient Frontier", Journal of Risk, 2012.
 *
 * @example
 * probabilisticSharpe(0.1, 101, { skewness: 0, kurtosis: 3 }); // 0.840741
 */
export function probabilisticSharpe(sharpe: number, sessions: number, shape: ReturnShape, threshold = 0): number {
  const { skewness, kurtosis } = shape;
  const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  return sessions > 1 && variance > 0
    ? normalBelow(((sharpe - threshold) * Math.sqrt(sessions - 1)) / Math.sqrt(variance))
    : NaN;
}

/** How likely it is that the Sharpe ratio is no luck. */
export const probabilisticSharpeMetric = defineMetric({
  name: "probabilistic-sharpe",
  title: "Probabilistic Sharpe ratio",
  group: "ratio",
  unit: "fraction",
  formula:
    "N(S * sqrt(n - 1) / sqrt(1 - skewness * S + (kurtosis - 1) / 4 * S^2)), with S the Sharpe ratio of a session",
  convention:
    "The probability that the true Sharpe ratio is above 0, for n sessions; plain kurtosis, 3 for a normal distribution; the Sharpe ratio is not annual. Missing where the Sharpe ratio is.",
  better: "higher",
  source: "D. H. Bailey and M. Lopez de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk, 2012.",
  compute({ returns, returnMoments, riskFreeReturn, shape }) {
    const sharpe = (returnMoments.mean - riskFreeReturn) / returnMoments.deviation;
    return probabilisticSharpe(sharpe, returns.length, shape);
  },
});

import { defineMetric } from "./define.ts";
import { payoffRatioMetric } from "./payoff-ratio.ts";
import { winRateMetric } from "./win-rate.ts";

/**
 * The share of equity to bet for the fastest growth, if every trade either wins or loses its usual amount. Half of it is a bold bet already.
 *
 * Formula: W − (1 − W) / R with W the win rate and R the payoff ratio; a fraction. NaN where R is missing or 0.
 *
 * Source: J. L. Kelly, "A New Interpretation of Information Rate", Bell System Technical Journal, 1956.
 *
 * @example
 * kellyFraction(0.6, 2); // 0.4
 */
export function kellyFraction(wins: number, payoff: number): number {
  return payoff > 0 ? wins - (1 - wins) / payoff : NaN;
}

/** The bet that would have grown fastest. */
export const kellyMetric = defineMetric({
  name: "kelly",
  title: "Kelly fraction",
  group: "trade",
  unit: "fraction",
  formula: "W - (1 - W) / payoff ratio, with W the win rate",
  convention:
    "What share of equity a trade should risk for the fastest growth, if trades to come are like those of the run; of money, after commissions. Below 0 there is nothing to bet on. Missing when no trade won or none lost.",
  better: "higher",
  source: "J. L. Kelly, A New Interpretation of Information Rate, Bell System Technical Journal, 1956.",
  compute: (run) => kellyFraction(run.value(winRateMetric), run.value(payoffRatioMetric)),
});

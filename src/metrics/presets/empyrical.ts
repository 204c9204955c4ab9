import type { Column } from "../../primitives/column.ts";
import { alphaMetric, betaMetric, downCaptureMetric, informationRatioMetric, upCaptureMetric } from "../benchmark.ts";
import { annualReturnMetric, cagrMetric, totalReturnMetric } from "../returns.ts";
import { calmarMetric, omegaMetric, sharpeMetric, sortinoMetric, sortinoRatio } from "../ratios.ts";
import { comoments } from "../statistics.ts";
import {
  conditionalValueAtRiskMetric,
  downsideDeviation,
  downsideDeviationMetric,
  stabilityMetric,
  tailRatioMetric,
  valueAtRiskMetric,
  volatility,
  volatilityMetric,
} from "../risk.ts";
import type { Metric } from "../define.ts";
import { maxDrawdownMetric } from "../drawdowns.ts";
import type { Performance } from "../performance.ts";
import { type MetricPreset, preset, rule } from "./override.ts";
import {
  annualCapture,
  annualized,
  compounded,
  compoundedAlpha,
  deepestFall,
  omegaOf,
  sessionBasis,
  sessionEquity,
  sharpeOf,
  type Basis,
} from "./returns.ts";

/** By days, 252 a year also where weekends trade; longer bars as many as a year has. */
export const dailyBasis = (run: Performance): Basis => sessionBasis(run, Math.min(run.periodsPerYear, 252));

/** Daily equity with the starting cash before it. */
function curve(run: Performance): Column {
  return Float64Array.of(run.startEquity, ...sessionEquity(run));
}

const fall = (run: Performance): number => (run.sessions.length > 0 ? deepestFall(curve(run)) : NaN);

const annual = (run: Performance): number => {
  const { returns, periodsPerYear } = dailyBasis(run);
  return annualized(returns, periodsPerYear);
};

/** What empyrical, quantstats and zipline have in common. */
export const DAILY_RULES: readonly Metric[] = [
  rule(totalReturnMetric, "product(1 + r) - 1", (run) => (run.returns.length > 0 ? compounded(run.returns) : NaN)),
  rule(annualReturnMetric, "product(1 + r)^(A / n) - 1", annual),
  rule(cagrMetric, "product(1 + r)^(A / n) - 1", annual),
  rule(volatilityMetric, "deviation(r) * sqrt(A)", (run) => volatility(run.returns, dailyBasis(run).periodsPerYear)),
  rule(downsideDeviationMetric, "sqrt(mean(min(r - m, 0)^2)) * sqrt(A)", (run) =>
    downsideDeviation(run.returns, run.minimumReturn, dailyBasis(run).periodsPerYear),
  ),
  rule(sharpeMetric, "mean(r - f) / deviation(r) * sqrt(A)", (run) => sharpeOf(dailyBasis(run))),
  rule(sortinoMetric, "mean(r - m) * A / (sqrt(mean(min(r - m, 0)^2)) * sqrt(A))", (run) =>
    sortinoRatio(run.returns, run.minimumReturn, dailyBasis(run).periodsPerYear),
  ),
  rule(maxDrawdownMetric, "min(equity / peak - 1) over closes of days, from the starting cash on", fall),
  rule(calmarMetric, "annual return / |max drawdown|", (run) => annual(run) / -fall(run)),
];

/** Empyrical counts the columns of returns that it is given: the first return of the benchmark too. */
const basisOf = (run: Performance): Basis => ({ ...dailyBasis(run), benchmark: run.benchmarkReturns });

/** The statistics of empyrical for an engine, with the convention that it states. */
function statistics(convention: string): MetricPreset {
  return preset(
    convention,
    [
      ...DAILY_RULES,
      rule(omegaMetric, "sum of r - f - m above 0 / |sum of r - f - m below 0|", (run) =>
        omegaOf(basisOf(run), run.minimumReturn),
      ),
      rule(betaMetric, "covariance(r, b) / variance(b)", (run) => {
        const { returns, benchmark } = basisOf(run);
        return comoments(returns, benchmark).beta;
      }),
      rule(alphaMetric, "(1 + mean((r - f) - beta * (b - f)))^A - 1", (run) => compoundedAlpha(basisOf(run))),
      rule(informationRatioMetric, "mean(r - b) / deviation(r - b), not annual", (run) => {
        const { returns, benchmark } = basisOf(run);
        const { activeMean, activeDeviation } = comoments(returns, benchmark);
        return activeMean / activeDeviation;
      }),
      rule(upCaptureMetric, "annual return / that of the benchmark, of the days on which it rose", (run) =>
        annualCapture(basisOf(run), 1),
      ),
      rule(downCaptureMetric, "annual return / that of the benchmark, of the days on which it fell", (run) =>
        annualCapture(basisOf(run), -1),
      ),
    ],
    [valueAtRiskMetric, conditionalValueAtRiskMetric, tailRatioMetric, stabilityMetric],
  );
}

const CONVENTION =
  "Returns by day, the first over the starting cash, that of buy and hold from its first open to its first close; A is 252, also where weekends trade; m is the minimum return; the risk-free return is the annual rate over A; sample deviation.";

/** The statistics of empyrical. */
export const empyrical = statistics(`empyrical. ${CONVENTION}`);

/** Those of zipline, by empyrical: on its first day a benchmark that begins with the run goes from its open to its close. */
export const zipline = statistics(`zipline, by empyrical. ${CONVENTION}`);

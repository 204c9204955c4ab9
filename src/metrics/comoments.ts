import type { Column } from "../primitives/column.ts";
import { mean, ROUNDING } from "./moments.ts";

/** How the returns of an account move with those of a benchmark. */
export interface Comoments {
  readonly benchmarkMean: number;
  /** Covariance over the benchmark's variance; NaN where the benchmark stands still. */
  readonly beta: number;
  /** Mean of the account's return less the benchmark's. */
  readonly activeMean: number;
  /** Sample deviation of that difference; 0 when it differs by no more than rounding. */
  readonly activeDeviation: number;
}

/** Both columns are as long as each other; everything is NaN for fewer than two returns. */
export function comoments(returns: Column, benchmark: Column): Comoments {
  const n = returns.length;
  const accountMean = mean(returns);
  const benchmarkMean = mean(benchmark);
  let covariance = 0;
  let variance = 0;
  let active = 0;
  for (let i = 0; i < n; i++) {
    const own = returns[i]! - accountMean;
    const other = benchmark[i]! - benchmarkMean;
    const difference = own - other;
    covariance += own * other;
    variance += other * other;
    active += difference * difference;
  }
  const steady = Math.sqrt(variance / (n - 1)) <= ROUNDING;
  const activeDeviation = n > 1 ? Math.sqrt(active / (n - 1)) : NaN;
  return {
    benchmarkMean,
    beta: n > 1 && !steady ? covariance / variance : NaN,
    activeMean: accountMean - benchmarkMean,
    activeDeviation: activeDeviation <= ROUNDING ? 0 : activeDeviation,
  };
}

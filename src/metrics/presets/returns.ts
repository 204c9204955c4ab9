import type { Column } from "../../primitives/column.ts";
import { comoments, drawdownThreshold, mean, moments } from "../statistics.ts";
import type { Performance } from "../performance.ts";
import { sessionReturns } from "../session-returns.ts";

/** Returns of account and benchmark as an engine defines them, with periods per year and risk-free return. */
export interface Basis {
  readonly returns: Column;
  readonly benchmark: Column;
  readonly periodsPerYear: number;
  /** Risk-free return of one period. */
  readonly riskFree: number;
}

/** Sets the benchmark's first return to 0, as in engines that start at the benchmark's first close. */
function withoutFirstReturn(benchmark: Column): Column {
  const returns = benchmark.slice();
  if (returns.length > 0) returns[0] = 0;
  return returns;
}

/** Returns the returns of account and benchmark per session. The first return starts from the starting cash. */
export function sessionBasis(run: Performance, periodsPerYear: number): Basis {
  const riskFree = run.riskFreeRate / periodsPerYear;
  return { returns: run.returns, benchmark: withoutFirstReturn(run.benchmarkReturns), periodsPerYear, riskFree };
}

/** Returns the returns of account and benchmark per record. In a run with one symbol, records are bars. The first return starts from the starting cash. */
export function recordBasis(run: Performance, periodsPerYear: number): Basis {
  const every = Int32Array.from(run.equity, (_, i) => i);
  const returnsOf = (values: Column) => sessionReturns(values, every, run.startEquity);
  const riskFree = run.riskFreeRate / periodsPerYear;
  return {
    returns: returnsOf(run.equity),
    benchmark: withoutFirstReturn(returnsOf(run.benchmark)),
    periodsPerYear,
    riskFree,
  };
}

/** Returns the growth factor of all returns: Π(1 + r). */
function growthFactor(returns: Column): number {
  return returns.reduce((growth, value) => growth * (1 + value), 1);
}

/** Returns the compounded return Π(1 + r) − 1. */
export function compoundedReturn(returns: Column): number {
  return growthFactor(returns) - 1;
}

/** Returns the annualized compounded return (Π(1 + r))^(A / n) − 1, with n periods, A of them a year; NaN without returns. */
export function annualized(returns: Column, periodsPerYear: number): number {
  const growth = growthFactor(returns);
  return returns.length > 0 && growth >= 0 ? growth ** (periodsPerYear / returns.length) - 1 : NaN;
}

/** Returns the Sharpe ratio mean(r − f) / σ₁·√A, with A periods a year. */
export function sharpeOf({ returns, riskFree, periodsPerYear }: Basis): number {
  const { mean: average, deviation } = moments(returns, 1);
  return deviation > 0 ? ((average - riskFree) / deviation) * Math.sqrt(periodsPerYear) : NaN;
}

/** Returns the compounded annual alpha (1 + mean((r − f) − β(b − f)))^A − 1, with A periods a year. */
export function compoundedAlpha({ returns, benchmark, riskFree, periodsPerYear }: Basis): number {
  const { beta } = comoments(returns, benchmark);
  return (1 + (mean(returns) - riskFree) - beta * (mean(benchmark) - riskFree)) ** periodsPerYear - 1;
}

/** Returns the sum of returns above f + m divided by the sum of shortfalls below. The minimum return m is per period. */
export function omegaOf({ returns, riskFree }: Basis, minimum: number): number {
  const threshold = riskFree + minimum;
  let above = 0;
  let below = 0;
  for (const value of returns) {
    if (value > threshold) above += value - threshold;
    else below += threshold - value;
  }
  return below > 0 ? above / below : NaN;
}

/** Annual return of the account divided by that of the benchmark, over periods in which the benchmark rose (1) or fell (-1). */
export function annualCapture({ returns, benchmark, periodsPerYear }: Basis, direction: 1 | -1): number {
  const moved = (_: number, i: number) => benchmark[i]! * direction > 0;
  return annualized(returns.filter(moved), periodsPerYear) / annualized(benchmark.filter(moved), periodsPerYear);
}

/** Returns the maximum drawdown of a curve, at most 0. The first value is the first peak. */
export function deepestFall(curve: Column): number {
  let peak = -Infinity;
  let floor = -Infinity;
  let deepest = curve.length > 0 ? 0 : NaN;
  for (const value of curve) {
    if (value > peak) {
      peak = value;
      floor = drawdownThreshold(peak, 0);
    }
    if (!(value > floor)) deepest = Math.min(deepest, value / peak - 1);
  }
  return deepest;
}

/** Returns equity at the close of each session. */
export function sessionEquity({ equity, sessions }: Performance): Column {
  return Float64Array.from(sessions, (record) => equity[record]!);
}

/** Returns skewness and excess kurtosis, corrected for the sample size. */
export function sampleShape(returns: Column): { readonly skewness: number; readonly kurtosis: number } {
  const n = returns.length;
  const average = mean(returns);
  const power = (k: number) => returns.reduce((total, value) => total + (value - average) ** k, 0);
  const second = power(2);
  if (!(moments(returns, 1).deviation > 0)) return { skewness: NaN, kurtosis: NaN };
  const skewness = n > 2 ? (n * Math.sqrt(n - 1) * power(3)) / ((n - 2) * second * Math.sqrt(second)) : NaN;
  const factor = (n - 1) / ((n - 2) * (n - 3));
  const kurtosis = n > 3 ? factor * ((n * (n + 1) * power(4)) / second ** 2 - 3 * (n - 1)) : NaN;
  return { skewness, kurtosis };
}

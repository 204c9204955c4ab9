import { type Column, MISSING } from "../primitives/column.ts";
import { Money } from "../ledger/money.ts";
import { gain, loss } from "../primitives/numbers.ts";

/** Mean and sample deviation (over n − 1) of a column. */
export interface Moments {
  /** Mean; NaN for an empty column. */
  readonly mean: number;
  /** Sample deviation; NaN for fewer than two values, 0 if the values differ only by rounding. */
  readonly deviation: number;
}

/**
 * Relative size below which a difference counts as rounding. Equal steps of equity give returns that differ in their last bits. A ratio
 * with such a deviation as divisor would be huge and meaningless.
 */
export const ROUNDING = 2 ** -46;

/** Values per block. Adding in blocks reduces rounding errors of long sums. */
const BLOCK = 1024;

/** Returns the sum of a column; 0 if it is empty. */
export function sum(values: Column): number {
  let total = 0;
  for (let from = 0; from < values.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, values.length);
    let block = 0;
    for (let i = from; i < to; i++) block += values[i]!;
    total += block;
  }
  return total;
}

/** Returns the mean of a column; NaN if it is empty. */
export function mean(values: Column): number {
  return values.length > 0 ? sum(values) / values.length : NaN;
}

/**
 * Returns mean and deviation, computed in two passes: the second sums the differences from the first mean and corrects it. `base` is added to
 * the mean to judge rounding: 1 for returns, which are ratios minus 1.
 */
export function moments(values: Column, base = 0): Moments {
  const n = values.length;
  const first = mean(values);
  let differences = 0;
  let squares = 0;
  for (let from = 0; from < n; from += BLOCK) {
    const to = Math.min(from + BLOCK, n);
    let blockDifferences = 0;
    let blockSquares = 0;
    for (let i = from; i < to; i++) {
      const difference = values[i]! - first;
      blockDifferences += difference;
      blockSquares += difference * difference;
    }
    differences += blockDifferences;
    squares += blockSquares;
  }
  const corrected = first + differences / n;
  if (n < 2) return { mean: corrected, deviation: NaN };
  const deviation = Math.sqrt(Math.max(squares - (differences * differences) / n, 0) / (n - 1));
  return { mean: corrected, deviation: deviation <= ROUNDING * (base + Math.abs(corrected)) ? 0 : deviation };
}

/** Joint statistics of the returns of an account and a benchmark. */
export interface Comoments {
  readonly benchmarkMean: number;
  /** Covariance divided by the variance of the benchmark; NaN if the benchmark does not move. */
  readonly beta: number;
  /** Mean of the active return: return of the account minus that of the benchmark. */
  readonly activeMean: number;
  /** Sample deviation of the active return; 0 if it varies only by rounding. */
  readonly activeDeviation: number;
}

/** Returns the joint statistics of two columns of equal length. `beta` and `activeDeviation` are NaN for fewer than two returns. */
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

/** Sums over sessions of the returns above and below a minimum return. */
export interface PartialMoments {
  readonly gains: number;
  /** Sum of the shortfalls below the minimum: at least 0, and above 0 if any return is below the minimum. */
  readonly shortfalls: number;
  readonly squaredShortfalls: number;
}

/** Returns the partial moments; all are NaN if a return is missing. */
export function partialMoments(returns: Column, minimumReturn: number): PartialMoments {
  let gains = 0;
  let shortfalls = 0;
  let squaredShortfalls = 0;
  for (let i = 0; i < returns.length; i++) {
    // The loop has no branches, since the processor cannot predict the sign of a return.
    const difference = returns[i]! - minimumReturn;
    const shortfall = loss(difference);
    gains += gain(difference);
    shortfalls += shortfall;
    squaredShortfalls += shortfall * shortfall;
  }
  return { gains: shortfalls === shortfalls ? gains : shortfalls, shortfalls, squaredShortfalls };
}

/** Skewness and kurtosis of returns. */
export interface ReturnShape {
  /** Third standardized moment; 0 for a symmetric distribution. */
  readonly skewness: number;
  /** Fourth standardized moment; 3 for the normal distribution. */
  readonly kurtosis: number;
}

/** Returns skewness and kurtosis as population moments (over n). NaN for fewer than two returns, and if returns do not vary. */
export function returnShape(returns: Column, { mean: center, deviation }: Moments): ReturnShape {
  if (!(deviation > 0)) return { skewness: NaN, kurtosis: NaN };
  const n = returns.length;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < n; i++) {
    const difference = returns[i]! - center;
    const square = difference * difference;
    second += square;
    third += square * difference;
    fourth += square * square;
  }
  return { skewness: third / n / ((second / n) * Math.sqrt(second / n)), kurtosis: (n * fourth) / (second * second) };
}

/** Fraction of sessions in each tail of the distribution. */
export const TAIL = 0.05;

/** The lower and the upper tail of a distribution of returns. */
export interface Tails {
  /** 5th percentile. */
  readonly low: number;
  /** 95th percentile. */
  readonly high: number;
  /** Mean of the worst 5% of the returns. */
  readonly lowMean: number;
}

/**
 * Returns the tails of a distribution. Percentiles are interpolated linearly. All values are NaN without returns, and if one is missing.
 *
 * Avoids sorting all values: most distributions have more than 5% of values beyond one deviation on each side of the mean. If so, only these
 * are selected; otherwise all.
 */
export function tails(returns: Column, { mean: center, deviation }: Moments): Tails {
  const n = returns.length;
  if (n === 0 || center !== center) return { low: NaN, high: NaN, lowMean: NaN };
  const places = Math.floor((n - 1) * TAIL) + 2;
  const values = new Float64Array(n);
  const below = center - deviation;
  let count = 0;
  for (let i = 0; i < n; i++) {
    values[count] = returns[i]!;
    if (returns[i]! < below) count++;
  }
  const lows = count >= places ? values.subarray(0, count) : returns.slice();
  const low = percentileOf(lows, (n - 1) * TAIL);
  let total = 0;
  for (let i = 0; i < places - 1; i++) total += lows[i]!;
  const above = center + deviation;
  count = 0;
  for (let i = 0; i < n; i++) {
    values[count] = returns[i]!;
    if (returns[i]! > above) count++;
  }
  const highs = count >= places ? values.subarray(0, count) : returns.slice();
  const place = (n - 1) * (1 - TAIL);
  return { low, high: percentileOf(highs, place - (n - highs.length)), lowMean: total / (places - 1) };
}

/**
 * Returns the percentile of a column, interpolated linearly. `share` is a fraction. NaN without values, and if one is missing.
 */
export function percentile(values: Column, share: number): number {
  if (values.length === 0 || values.some(Number.isNaN)) return NaN;
  return percentileOf(values.slice(), (values.length - 1) * share);
}

/** Returns the value at an index of the sorted values, interpolated linearly. Reorders the values. */
function percentileOf(values: Column, place: number): number {
  const below = Math.floor(place);
  select(values, below);
  const value = values[below]!;
  if (place === below) return value;
  let next = values[below + 1]!;
  for (let i = below + 2; i < values.length; i++) if (values[i]! < next) next = values[i]!;
  return value + (next - value) * (place - below);
}

/** Quickselect: moves the value of rank `rank` to its index, with no larger values before it and no smaller ones after it. */
function select(values: Column, rank: number): void {
  let left = 0;
  let right = values.length - 1;
  while (left < right) {
    const pivot = medianOfThree(values[left]!, values[(left + right) >> 1]!, values[right]!);
    let i = left;
    let j = right;
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (rank <= j) right = j;
    else if (rank >= i) left = i;
    else return;
  }
}

function medianOfThree(a: number, b: number, c: number): number {
  return a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
}

const ROOT_2_PI = Math.sqrt(2 * Math.PI);
/** Absolute value of x from which `normalCdf` uses a continued fraction instead of a series. */
const TAIL_START = 4;
const FRACTION_TERMS = 60;

/**
 * Distribution function of the standard normal distribution.
 *
 * Uses the series x + x³/3 + x⁵/15 + … near 0 and a continued fraction in the tails.
 */
export function normalCdf(x: number): number {
  if (x !== x) return NaN;
  if (x > TAIL_START) return 1 - normalCdf(-x);
  const density = Math.exp((-x * x) / 2) / ROOT_2_PI;
  if (x < -TAIL_START) {
    let fraction = -x;
    for (let k = FRACTION_TERMS; k > 0; k--) fraction = -x + k / fraction;
    return density / fraction;
  }
  let term = x;
  let total = x;
  for (let k = 3; Math.abs(term) > 1e-18; k += 2) total += term *= (x * x) / k;
  return 0.5 + density * total;
}

/** Quantile function of the standard normal distribution. Uses bisection, since it is called only once per run. */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return NaN;
  if (p > 0.5) return -normalQuantile(1 - p);
  let low = -40;
  let high = 0;
  for (let middle = low / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns the largest value of a column, ignoring NaN; NaN if there is none. */
export function largest(values: Column): number {
  let i = firstNonMissing(values);
  if (i === values.length) return MISSING[0]!;
  let best = values[i]!;
  while (++i < values.length) if (values[i]! > best) best = values[i]!;
  return best;
}

/** Returns the smallest value of a column, ignoring NaN; NaN if there is none. */
export function smallest(values: Column): number {
  let i = firstNonMissing(values);
  if (i === values.length) return MISSING[0]!;
  let best = values[i]!;
  while (++i < values.length) if (values[i]! < best) best = values[i]!;
  return best;
}

function firstNonMissing(values: Column): number {
  let i = 0;
  while (i < values.length && Number.isNaN(values[i]!)) i++;
  return i;
}

/** Returns the mean of end − start; NaN without values. Sums differences, since sums of epoch times would lose digits. */
export function averageDuration(start: Column, end: Column): number {
  let total = 0;
  for (let i = 0; i < start.length; i++) total += end[i]! - start[i]!;
  return total / start.length;
}

/** Returns the mean of durations; NaN without values. */
export function meanDuration(durations: Column): number {
  return durations.reduce((total, one) => total + one, 0) / durations.length;
}

/** Relative error allowed for floating-point sums of money. It exceeds the error of sums over hundreds of positions. */
const NOISE = 1e-12;

/**
 * Returns the equity at or below which an account is in drawdown. A fall of at least `coin`, the smallest unit of the account currency, is a
 * drawdown. If money is not rounded (`coin` is 0), any fall beyond floating-point rounding is one.
 */
export function drawdownThreshold(peak: number, coin: number): number {
  const noise = NOISE * peak;
  return peak - Math.max(coin - noise, noise);
}

/** Returns the change between two amounts as a fraction of the first; 0 if it is within floating-point rounding. */
export function relativeChange(before: number, now: number): number {
  const change = (now - before) / before;
  return Math.abs(change) > NOISE ? change : change * 0 + 0;
}

/**
 * Rounds an amount to the decimals of the account currency, since sums of cash and position values have more digits. Returns it unchanged if
 * `decimals` is undefined.
 */
export function roundToBooked(amount: number, decimals: number | undefined): number {
  return decimals === undefined ? amount : new Money("currency", decimals).estimate(amount);
}

import { type Column, MISSING } from "../primitives/column.ts";
import { Money } from "../ledger/money.ts";
import { gain, loss } from "../primitives/numbers.ts";

/** Mean and sample deviation (over n − 1) of a column. */
export interface Moments {
  /** NaN for an empty column. */
  readonly mean: number;
  /** NaN for fewer than two values; 0 when the values differ by no more than rounding. */
  readonly deviation: number;
}

/**
 * The share of a number that may be rounding: some tens of units in the last place. Equal steps of equity give returns that
 * differ in their last bits, and a ratio over that difference would be an enormous number about nothing.
 */
export const ROUNDING = 2 ** -46;

/** Values are added in blocks, so that a long sum does not swallow what each value adds to it. */
const BLOCK = 1024;

/** Sum of a column; 0 for an empty one. */
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

/** Mean of a column; NaN for an empty one. */
export function mean(values: Column): number {
  return values.length > 0 ? sum(values) / values.length : NaN;
}

/**
 * Mean and deviation in two passes: the second adds up the differences from the mean of the first, and corrects that mean by
 * what is left over. `base` is the size of the numbers whose difference a value is: 1 for returns, which are ratios less one.
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

/** What lies above and below the minimum return, added up over the sessions. */
export interface PartialMoments {
  readonly gains: number;
  /** Above 0 where a return is below the minimum. */
  readonly shortfalls: number;
  readonly squaredShortfalls: number;
}

/** NaN in all of them where a return is missing. */
export function partialMoments(returns: Column, minimumReturn: number): PartialMoments {
  let gains = 0;
  let shortfalls = 0;
  let squaredShortfalls = 0;
  for (let i = 0; i < returns.length; i++) {
    // Which side a return is on is a coin's toss, that no branch foresees.
    const difference = returns[i]! - minimumReturn;
    const shortfall = loss(difference);
    gains += gain(difference);
    shortfalls += shortfall;
    squaredShortfalls += shortfall * shortfall;
  }
  return { gains: shortfalls === shortfalls ? gains : shortfalls, shortfalls, squaredShortfalls };
}

/** How a distribution of returns differs from the normal one. */
export interface ReturnShape {
  /** Third standardised moment; 0 for a symmetric distribution. */
  readonly skewness: number;
  /** Fourth standardised moment; 3 for the normal distribution. */
  readonly kurtosis: number;
}

/** Population moments (over n). NaN for fewer than two returns and for returns that do not vary. */
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

/** The share of sessions that counts as a tail. */
export const TAIL = 0.05;

/** The two ends of a distribution of returns. */
export interface Tails {
  /** 5th percentile. */
  readonly low: number;
  /** 95th percentile. */
  readonly high: number;
  /** Mean of the returns from the worst up to the 5th percentile. */
  readonly lowMean: number;
}

/**
 * Percentiles lie between the two nearest values, in proportion. Everything is NaN without returns, and where one of them is missing.
 *
 * The values are not sorted: of most distributions more than a twentieth lies beyond one deviation from the mean on either side, so only
 * those are looked at, all of them where that does not hold.
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
 * The value below which a share of the values lies, between the two nearest in proportion. NaN for none and where one is missing.
 */
export function percentile(values: Column, share: number): number {
  if (values.length === 0 || values.some(Number.isNaN)) return NaN;
  return percentileOf(values.slice(), (values.length - 1) * share);
}

/** What would stand at that place if the values were sorted; between two of them in proportion. Reorders the values. */
function percentileOf(values: Column, place: number): number {
  const below = Math.floor(place);
  select(values, below);
  const value = values[below]!;
  if (place === below) return value;
  let next = values[below + 1]!;
  for (let i = below + 2; i < values.length; i++) if (values[i]! < next) next = values[i]!;
  return value + (next - value) * (place - below);
}

/** Puts the value of rank `rank` in its place, no larger ones before it and no smaller ones behind. */
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
/** Where the series gives way to the continued fraction of the tail. */
const TAIL_START = 4;
const FRACTION_TERMS = 60;

/**
 * How likely a standard normal draw is to lie at or below `x`.
 *
 * By the series x + x³/3 + x⁵/15 + … near the middle and the continued fraction of the tail far from it.
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

/** The value that a standard normal draw stays below with probability `p`; found by halving, since it is asked for once a run. */
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

/** Largest value of a column, missing ones left out; NaN when there is none. */
export function largest(values: Column): number {
  let i = firstNonMissing(values);
  if (i === values.length) return MISSING[0]!;
  let best = values[i]!;
  while (++i < values.length) if (values[i]! > best) best = values[i]!;
  return best;
}

/** Smallest value of a column, missing ones left out; NaN when there is none. */
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

/** Mean of end − start, added up as differences, since a sum of epoch times would lose their last digits. NaN for none. */
export function averageDuration(start: Column, end: Column): number {
  let total = 0;
  for (let i = 0; i < start.length; i++) total += end[i]! - start[i]!;
  return total / start.length;
}

/** Mean of durations; NaN for none. */
export function meanDuration(durations: Column): number {
  return durations.reduce((total, one) => total + one, 0) / durations.length;
}

/** The share of an amount that binary sums may lose. It is far above what sums over hundreds of positions lose, and no market moves by so little. */
const NOISE = 1e-12;

/**
 * The highest equity that counts as below a peak. A fall counts from the smallest coin of the account on, which is one unit of its last decimal;
 * where money is not rounded (`coin` is 0), from more than the rounding of binary sums on.
 * So a loss of 0.01 counts however binary sums state it.
 */
export function drawdownThreshold(peak: number, coin: number): number {
  const noise = NOISE * peak;
  return peak - Math.max(coin - noise, noise);
}

/** Change from one amount to another as a fraction of the first; 0 where they differ by no more than the rounding of binary sums. */
export function relativeChange(before: number, now: number): number {
  const change = (now - before) / before;
  return Math.abs(change) > NOISE ? change : change * 0 + 0;
}

/**
 * An amount of equity as it would be booked: cash and marks are added in binary, so that their sum has digits that no account has. Left alone
 * where money has no decimals because it is not rounded.
 */
export function roundToBooked(amount: number, decimals: number | undefined): number {
  return decimals === undefined ? amount : new Money("currency", decimals).estimate(amount);
}

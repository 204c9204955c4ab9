import type { Column } from "../primitives/column.ts";
import type { Moments } from "./moments.ts";

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
export function tails(returns: Column, { mean, deviation }: Moments): Tails {
  const n = returns.length;
  if (n === 0 || mean !== mean) return { low: NaN, high: NaN, lowMean: NaN };
  const places = Math.floor((n - 1) * TAIL) + 2;
  const values = new Float64Array(n);
  const below = mean - deviation;
  let count = 0;
  for (let i = 0; i < n; i++) {
    values[count] = returns[i]!;
    if (returns[i]! < below) count++;
  }
  const lows = count >= places ? values.subarray(0, count) : returns.slice();
  const low = percentileOf(lows, (n - 1) * TAIL);
  let total = 0;
  for (let i = 0; i < places - 1; i++) total += lows[i]!;
  const above = mean + deviation;
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
    const pivot = middleOf(values[left]!, values[(left + right) >> 1]!, values[right]!);
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

function middleOf(a: number, b: number, c: number): number {
  return a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
}

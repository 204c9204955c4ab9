/** Sums of returns by trial and part: count, sum, sum of squares. */
export interface PartSums {
  readonly trials: number;
  readonly parts: number;
  /** Trial by trial, in each part by part. */
  readonly values: Float64Array;
  /** What a session brings without risk: ratios are of what lies above it. 0 unless given. */
  readonly riskFreeReturn?: number;
}

/** The Sharpe ratio of a session, not annual, from count, sum and sum of squares of returns; NaN for returns that do not vary. */
export function sharpeOfSums(count: number, sum: number, squares: number, riskFreeReturn = 0): number {
  const mean = sum / count;
  const variance = (squares - sum * mean) / (count - 1);
  // What is left of equal returns after rounding is no variance.
  return count > 1 && variance > 1e-20 ? (mean - riskFreeReturn) / Math.sqrt(variance) : NaN;
}

/** The Sharpe ratio of each trial over all parts. */
export function sharpesOf({ trials, parts, values, riskFreeReturn }: PartSums): Float64Array {
  return Float64Array.from({ length: trials }, (_, trial) => {
    let [count, sum, squares] = [0, 0, 0];
    for (let part = 0; part < parts; part++) {
      const at = 3 * (trial * parts + part);
      count += values[at]!;
      sum += values[at + 1]!;
      squares += values[at + 2]!;
    }
    return sharpeOfSums(count, sum, squares, riskFreeReturn);
  });
}

/** The same sums with neighbouring parts put together. */
export function mergedParts(sums: PartSums, by: number): PartSums {
  const { trials, parts, values } = sums;
  const fewer = Math.floor(parts / by);
  const merged = new Float64Array(3 * trials * fewer);
  for (let trial = 0; trial < trials; trial++) {
    for (let part = 0; part < fewer * by; part++) {
      for (let k = 0; k < 3; k++) {
        merged[3 * (trial * fewer + Math.floor(part / by)) + k]! += values[3 * (trial * parts + part) + k]!;
      }
    }
  }
  return { ...sums, parts: fewer, values: merged };
}

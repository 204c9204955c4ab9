import { MISSING } from "../../primitives/column.ts";

/** Confidence interval of a metric, with its median and mean. */
export interface ConfidenceInterval {
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly mean: number;
}

/** Returns the interval that contains a share `confidence` of the values and excludes equal shares at both ends. Ignores NaN. */
export function intervalOf(values: Float64Array, confidence: number): ConfidenceInterval {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted();
  const tail = (1 - confidence) / 2;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return Object.freeze({
    low: percentile(sorted, tail),
    median: percentile(sorted, 0.5),
    high: percentile(sorted, 1 - tail),
    mean: sorted.length > 0 ? mean : MISSING[0]!,
  });
}

/** Returns the value below which this share of a sorted column lies, interpolated linearly. */
export function percentile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return MISSING[0]!;
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!);
}

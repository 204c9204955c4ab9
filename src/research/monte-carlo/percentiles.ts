import { MISSING } from "../../primitives/column.ts";

/** A number with the interval in which it lies with the given confidence. */
export interface ConfidenceInterval {
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly mean: number;
}

/** The interval between the percentiles that leave half of the rest on each side; missing values are left out. */
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

/** The value below which that share of a sorted column lies, between neighbours in proportion. */
export function percentile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return MISSING[0]!;
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!);
}

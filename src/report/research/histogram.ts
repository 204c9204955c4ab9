import { percentile } from "../../research/monte-carlo/percentiles.ts";
import { jsonNumber } from "../json-number.ts";

/** How often values fell where: bars of equal width. */
export interface Histogram {
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
  /** Values below the first bar and above the last. */
  readonly below: number;
  readonly above: number;
}

const BARS = 48;
/** Share of the values on each side that may lie outside, so that a few do not flatten the rest. */
const OUTSIDE = 0.002;

/** The bars of a column without missing values; one bar where all are alike but for rounding. */
export function histogram(values: Float64Array): Histogram {
  const sorted = values.toSorted();
  const [low, high] = [percentile(sorted, OUTSIDE), percentile(sorted, 1 - OUTSIDE)];
  const alike = !(high - low > 1e-9 * Math.max(1, Math.abs(high)));
  if (alike) return { from: jsonNumber(low)!, width: 0, counts: [values.length], below: 0, above: 0 };
  const width = (high - low) / BARS;
  const counts = Array.from({ length: BARS }, () => 0);
  let [below, above] = [0, 0];
  for (const value of values) {
    if (value < low) below++;
    else if (value > high) above++;
    else counts[Math.min(BARS - 1, Math.floor((value - low) / width))]!++;
  }
  return { from: jsonNumber(low)!, width, counts, below, above };
}

import type { PeerColumns } from "./peer.ts";

/** Index of the first compared bar. There the initial values of recursive averages no longer matter. */
const SETTLED = 4_000;
/** Largest difference, as a fraction of the largest value, that adding in another order can cause by rounding. */
const TOLERANCE = 1e-9;

/** Result of comparing the values of two libraries. */
export interface Agreement {
  readonly equal: boolean;
  /** Largest difference, as a fraction of Hindcast's largest value. */
  readonly difference: number;
}

/** Compares columns of another library with Hindcast's, aligned at the last bar. Leaves out the first bars, whose values differ. */
export function agreement(ours: readonly Float64Array[], theirs: PeerColumns): Agreement {
  let difference = 0;
  for (const [index, values] of theirs.entries())
    difference = Math.max(difference, relativeDifference(ours[index]!, values));
  return { equal: difference <= TOLERANCE, difference };
}

function relativeDifference(ours: Float64Array, values: ArrayLike<number | null | undefined>): number {
  let largest = 0;
  let difference = 0;
  for (let i = SETTLED; i < ours.length; i++) {
    const theirs = values[values.length - ours.length + i];
    if (theirs === undefined || theirs === null || !Number.isFinite(theirs)) return Infinity;
    largest = Math.max(largest, Math.abs(ours[i]!));
    difference = Math.max(difference, Math.abs(ours[i]! - theirs));
  }
  return difference / largest;
}

import type { Given } from "./peer.ts";

/** Far from the seeds of every recursion. */
const SETTLED = 4_000;
/** Of the largest value: what rounding in another order may leave. */
const TOLERANCE = 1e-9;

/** Whether two libraries say the same. */
export interface Agreement {
  readonly equal: boolean;
  /** The largest difference as a share of our largest value. */
  readonly difference: number;
}

/** Holds what another library gave against our columns, bar by bar from the end; the first bars, where seeds differ, are left out. */
export function agreement(ours: readonly Float64Array[], theirs: Given): Agreement {
  let difference = 0;
  for (const [place, given] of theirs.entries()) difference = Math.max(difference, apart(ours[place]!, given));
  return { equal: difference <= TOLERANCE, difference };
}

function apart(ours: Float64Array, given: ArrayLike<number | null | undefined>): number {
  let largest = 0;
  let difference = 0;
  for (let i = SETTLED; i < ours.length; i++) {
    const theirs = given[given.length - ours.length + i];
    if (theirs === undefined || theirs === null || !Number.isFinite(theirs)) return Infinity;
    largest = Math.max(largest, Math.abs(ours[i]!));
    difference = Math.max(difference, Math.abs(ours[i]! - theirs));
  }
  return difference / largest;
}

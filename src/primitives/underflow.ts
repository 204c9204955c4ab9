import type { Smoothing } from "./smoothing.ts";

/*
 * While prices do not change, averages of their movement decay towards 0, but the ratio of two averages must stay exact. Before they lose
 * digits by underflow, both are multiplied by the same power of 2. The result is still negligible compared with any price change.
 */
export const TINY = 2 ** -900;
export const RESCALE = 2 ** 200;

/**
 * Number of bars that a batch may process between two checks for underflow. In 64 bars with a period of 2, Wilder's average decays to
 * 2^-64 and an exponential average to 2^-102 of its size. Results do not change if both averages have a similar size. If one can be
 * much smaller than the other, check on every bar.
 */
export const UNDERFLOW_CHECK_BARS = 64;

/**
 * Returns the factor for two averages and all values compared with them: more than 1 if both are close to underflow. Uses magnitudes, since
 * inconsistent bars can make averages negative.
 */
export function rescaleFactor(one: number, other: number): number {
  return Math.abs(one) + Math.abs(other) < TINY ? RESCALE : 1;
}

/** Multiplies both averages by the same factor if they are close to underflow. Their ratio does not change. */
export function rescaleTinyAverages(one: Smoothing, other: Smoothing): void {
  const factor = rescaleFactor(one.average, other.average);
  if (factor === 1) return;
  one.average *= factor;
  other.average *= factor;
}

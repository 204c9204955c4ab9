import type { Smoothing } from "./smoothing.ts";

/*
 * While a market stands still the averages of its movement fade, and the ratio of two of them stays or goes its way. Before they lose
 * digits they are lifted by the same power of 2: to a size that is still nothing beside any movement of a price.
 */
export const TINY = 2 ** -900;
export const RESCALE = 2 ** 200;

/**
 * How many bars a batch may take between two looks at averages that could fade. At a period of 2 a strip fades an average by 2^-64, an
 * exponential one by 2^-102. Of averages of much the same size it shows nowhere whether they are lifted a few bars sooner or later; where
 * one may be next to nothing beside the other, look on every bar.
 */
export const UNDERFLOW_CHECK_BARS = 64;

/**
 * What two averages are to be multiplied by, and all that are held against them: more than 1 where both are about to fade away. Either may
 * lie below 0, and far below it, where bars contradict themselves: only magnitudes tell.
 */
export function rescaleFactor(one: number, other: number): number {
  return Math.abs(one) + Math.abs(other) < TINY ? RESCALE : 1;
}

/** Lifts both averages where they are about to fade away; their ratio stays what it is. */
export function rescaleTinyAverages(one: Smoothing, other: Smoothing): void {
  const lift = rescaleFactor(one.average, other.average);
  if (lift === 1) return;
  one.average *= lift;
  other.average *= lift;
}

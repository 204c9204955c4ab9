/** Ulps within which a product of decimals counts as lying exactly on a half or on a step. */
const NUDGE = 1 + 8 * Number.EPSILON;

/** The nearest whole number, halves away from zero; 2.675 × 100 = 267.49999999999997 counts as a half. */
export function roundHalfAway(value: number): number {
  return value < 0 ? -Math.floor(-value * NUDGE + 0.5) : Math.floor(value * NUDGE + 0.5);
}

/** The greatest multiple of `step` that is not above `value`, for values of at least 0; 0.3 is three steps of 0.1. */
export function floorToStep(value: number, step: number): number {
  const steps = Math.floor((value / step) * NUDGE);
  return step === 1 ? steps : decimal(steps * step);
}

/** Drops the noise of a binary product of short decimals: 3 × 0.1 is 0.3. */
function decimal(value: number): number {
  return Number(value.toPrecision(15));
}

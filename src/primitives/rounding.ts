/** Relative error that a few binary operations on short decimals can cause. */
const NOISE = 8 * Number.EPSILON;
/** Maximum fraction of a step that counts as noise, so that large integers stay exact. */
const MAX_NOISE = 2 ** -10;

/** Rounds to the nearest integer, halves away from zero. 2.675 × 100 = 267.49999999999997 counts as a half. */
export function roundHalfAway(value: number): number {
  const size = Math.abs(value);
  const whole = Math.floor(size);
  const rounded = size - whole + Math.min(size * NOISE, MAX_NOISE) >= 0.5 ? whole + 1 : whole;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}

/**
 * Returns the largest multiple of `step` that is at most `value`, for values of at least 0. 0.3 counts as three steps of 0.1. `noise` multiplies
 * the tolerated rounding error; use more for values with larger errors, such as a quotient whose divisor is a small difference.
 */
export function floorToStep(value: number, step: number, noise = 1): number {
  const size = value / step;
  if (size - size !== 0) return value;
  const whole = Math.floor(size);
  const steps = size - whole + Math.min(size * NOISE * noise, MAX_NOISE) >= 1 ? whole + 1 : whole;
  return step === 1 ? steps : timesStep(steps, step);
}

/** Returns the smallest multiple of `step` that is at least `value`. 0.30000000000000004 counts as three steps of 0.1. */
export function ceilToStep(value: number, step: number): number {
  const size = value / step;
  const nearest = Math.round(size);
  const steps = Math.abs(size - nearest) <= Math.min(Math.abs(size) * NOISE, MAX_NOISE) ? nearest : Math.ceil(size);
  return timesStep(steps, step);
}

/** Returns the nearest multiple of `step` if the value differs from it only by rounding noise; otherwise the value itself. */
export function snapToStep(value: number, step: number): number {
  if (step === 1 && Number.isInteger(value)) return value;
  const steps = Math.round(value / step);
  return Math.abs(value - steps * step) <= MAX_NOISE * step ? timesStep(steps, step) : value;
}

/** Number of steps per unit, for steps that are powers of ten. */
const STEPS_PER_UNIT = new Map(
  [0.1, 0.01, 0.001, 0.0001, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9].map((step) => [step, Math.round(1 / step)]),
);

/** Returns `steps * step` without rounding noise. Dividing integers is exact to the nearest double, and ten times as fast as formatting. */
function timesStep(steps: number, step: number): number {
  const product = steps * step;
  if (Math.abs(steps) < 1e15 && Math.abs(product) < 1e15) {
    const perUnit = STEPS_PER_UNIT.get(step);
    if (perUnit !== undefined) return steps / perUnit + 0;
    if (Number.isInteger(product)) return product + 0;
  }
  return withoutBinaryNoise(product) + 0;
}

/** Rounds to 15 digits, which removes the noise of binary sums and products of short decimals: 3 × 0.1 gives 0.3. */
export function withoutBinaryNoise(value: number): number {
  return Number(value.toPrecision(15));
}

/** Returns `whole - part` without rounding noise, to 15 digits of the larger number: 3.0025 - 3 gives 0.0025. */
export function subtractDecimals(whole: number, part: number): number {
  const decimals = 15 - Math.ceil(Math.log10(Math.max(Math.abs(whole), Math.abs(part))));
  return decimals >= 0 && decimals <= 100 ? Number((whole - part).toFixed(decimals)) : whole - part;
}

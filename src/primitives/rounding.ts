/** Share of a number that the noise of a few binary operations on short decimals may take from it or add. */
const NOISE = 8 * Number.EPSILON;
/** The most of a step that ever counts as noise, so that a large whole number stays itself. */
const MOST_NOISE = 2 ** -10;

/** The nearest whole number, halves away from zero; 2.675 × 100 = 267.49999999999997 counts as a half. */
export function roundHalfAway(value: number): number {
  const size = Math.abs(value);
  const whole = Math.floor(size);
  const rounded = size - whole + Math.min(size * NOISE, MOST_NOISE) >= 0.5 ? whole + 1 : whole;
  return value < 0 && rounded > 0 ? -rounded : rounded;
}

/**
 * The greatest multiple of `step` that is not above `value`, for values of at least 0; 0.3 is three steps of 0.1. `noise` says how often the noise of
 * a value counts in this one: a quotient by a difference has as much more as the difference is smaller than its terms.
 */
export function floorToStep(value: number, step: number, noise = 1): number {
  const size = value / step;
  if (size - size !== 0) return value;
  const whole = Math.floor(size);
  const steps = size - whole + Math.min(size * NOISE * noise, MOST_NOISE) >= 1 ? whole + 1 : whole;
  return step === 1 ? steps : decimal(steps * step);
}

/** The least multiple of `step` that is not below `value`; 0.30000000000000004 is three steps of 0.1. */
export function ceilToStep(value: number, step: number): number {
  const size = value / step;
  const nearest = Math.round(size);
  const steps = Math.abs(size - nearest) <= Math.min(Math.abs(size) * NOISE, MOST_NOISE) ? nearest : Math.ceil(size);
  return decimal(steps * step) + 0;
}

/** The value without the noise of binary arithmetic, when it is a multiple of `step` but for that; else the value itself. */
export function snapToStep(value: number, step: number): number {
  if (step === 1 && Number.isInteger(value)) return value;
  const steps = Math.round(value / step);
  return Math.abs(value - steps * step) <= MOST_NOISE * step ? decimal(steps * step) : value;
}

/** Drops the noise of a binary sum or product of short decimals: 3 × 0.1 is 0.3. */
export function decimal(value: number): number {
  return Number(value.toPrecision(15));
}

/** What `part` leaves of `whole`, to the digits that the larger has without the noise of binary arithmetic: 3.0025 leaves 0.0025 over 3. */
export function remainder(whole: number, part: number): number {
  const decimals = 15 - Math.ceil(Math.log10(Math.max(Math.abs(whole), Math.abs(part))));
  return decimals >= 0 && decimals <= 100 ? Number((whole - part).toFixed(decimals)) : whole - part;
}

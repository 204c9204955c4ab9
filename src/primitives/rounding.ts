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
  return step === 1 ? steps : timesStep(steps, step);
}

/** The least multiple of `step` that is not below `value`; 0.30000000000000004 is three steps of 0.1. */
export function ceilToStep(value: number, step: number): number {
  const size = value / step;
  const nearest = Math.round(size);
  const steps = Math.abs(size - nearest) <= Math.min(Math.abs(size) * NOISE, MOST_NOISE) ? nearest : Math.ceil(size);
  return timesStep(steps, step);
}

/** The value without the noise of binary arithmetic, when it is a multiple of `step` but for that; else the value itself. */
export function snapToStep(value: number, step: number): number {
  if (step === 1 && Number.isInteger(value)) return value;
  const steps = Math.round(value / step);
  return Math.abs(value - steps * step) <= MOST_NOISE * step ? timesStep(steps, step) : value;
}

/** Steps that are a tenth, a hundredth and so on, and how many of each make one. */
const PARTS_OF_ONE = new Map(
  [0.1, 0.01, 0.001, 0.0001, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9].map((step) => [step, Math.round(1 / step)]),
);

/** So many steps. A quotient of whole numbers is the nearest number to its decimal, in a tenth of the time that text takes. */
function timesStep(steps: number, step: number): number {
  const product = steps * step;
  if (Math.abs(steps) < 1e15 && Math.abs(product) < 1e15) {
    const parts = PARTS_OF_ONE.get(step);
    if (parts !== undefined) return steps / parts + 0;
    if (Number.isInteger(product)) return product + 0;
  }
  return withoutBinaryNoise(product) + 0;
}

/** Drops the noise of a binary sum or product of short decimals: 3 × 0.1 is 0.3. */
export function withoutBinaryNoise(value: number): number {
  return Number(value.toPrecision(15));
}

/** What `part` leaves of `whole`, to the digits that the larger has without the noise of binary arithmetic: 3.0025 leaves 0.0025 over 3. */
export function subtractDecimals(whole: number, part: number): number {
  const decimals = 15 - Math.ceil(Math.log10(Math.max(Math.abs(whole), Math.abs(part))));
  return decimals >= 0 && decimals <= 100 ? Number((whole - part).toFixed(decimals)) : whole - part;
}

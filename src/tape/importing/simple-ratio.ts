/** The largest denominator of a ratio of a split. */
const LARGEST = 100;
/** Factors are written with as few as six digits. */
const ACCURACY = 1e-5;

/**
 * The ratio of a split that a quotient of rounded factors stands for: the fraction with the smallest denominator that comes close
 * enough, 1.99999552 is 2 and 0.66666 is 2/3; the quotient itself, to six digits, where no such fraction does.
 */
export function simpleRatio(quotient: number): number {
  for (let below = 1; below <= LARGEST; below++) {
    const above = Math.round(quotient * below);
    if (above > 0 && Math.abs(above / below / quotient - 1) <= ACCURACY) return above / below;
  }
  return Number(quotient.toPrecision(6));
}

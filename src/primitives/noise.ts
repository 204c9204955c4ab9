/**
 * Relative difference of two values that rounding alone can cause.
 *
 * A price is the nearest double to a decimal, and an adjusted price is rounded once more: an error of up to one `EPSILON` of its size. The sum
 * of three prices rounds twice more: another `EPSILON`. So sums of equal decimals differ by at most `2 * EPSILON` of both sizes. Different
 * decimals of up to 14 digits differ by more. The tolerance is relative, so it does not depend on the size of prices.
 */
export const NOISE = 2 * Number.EPSILON;

/** Returns the sum of the absolute prices of a bar. Prices of spreads can be negative. */
export function priceSize(high: number, low: number, close: number): number {
  return Math.abs(high) + Math.abs(low) + Math.abs(close);
}

/** Returns the change from `last` to `value`; 0 if rounding of equal decimals can explain it. */
export function changeWithoutNoise(value: number, last: number): number {
  const change = value - last;
  return change * Number(Math.abs(change) > NOISE * (Math.abs(value) + Math.abs(last)));
}

/**
 * Share of the sizes of two values by which rounding alone may set them apart.
 *
 * A price is the nearest double to a decimal, and an adjusted price is rounded once more: up to one `EPSILON` of its size. The sum
 * of three prices rounds twice: one more. So sums of equal decimals lie at most `2 * EPSILON` of both sizes apart. Decimals of up
 * to 14 digits that differ lie further apart. A share scales with the prices: no unit of price comes into it.
 */
export const NOISE = 2 * Number.EPSILON;

/** The size of the sum of a bar's prices, which may be spreads below zero. */
export function priceSize(high: number, low: number, close: number): number {
  return Math.abs(high) + Math.abs(low) + Math.abs(close);
}

/** The change from `last` to `value`, zero where it is no more than rounding leaves between equal decimals. */
export function changeWithoutNoise(value: number, last: number): number {
  const change = value - last;
  return change * Number(Math.abs(change) > NOISE * (Math.abs(value) + Math.abs(last)));
}

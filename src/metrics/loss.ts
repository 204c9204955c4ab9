/** The share of an amount that binary sums may lose. It is far above what sums over hundreds of positions lose, and no market moves by so little. */
const NOISE = 1e-12;

/**
 * The highest equity that counts as below a peak. A fall counts from the smallest coin of the account on, which is one unit of its last decimal;
 * where money is not rounded (`coin` is 0), from more than the rounding of binary sums on.
 * So a loss of 0.01 counts however binary sums state it.
 */
export function lossFloor(peak: number, coin: number): number {
  const noise = NOISE * peak;
  return peak - Math.max(coin - noise, noise);
}

/** Change from one amount to another as a fraction of the first; 0 where they differ by no more than the rounding of binary sums. */
export function changeOf(before: number, now: number): number {
  const change = (now - before) / before;
  return change > NOISE || change < -NOISE ? change : change * 0 + 0;
}
